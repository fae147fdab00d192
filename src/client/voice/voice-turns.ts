import type { SpeakerParts } from './speaker-parts.ts'

/**
 * Of the tabs that show the same user the same section one speaks: the first audible one, then the next when it is
 * closed or muted. Tabs of different sections, and of different users, have prompts of their own; they take turns
 * sentence by sentence. Without locks (plain http except on localhost) every tab speaks. `person` identifies the user.
 */
export function createVoiceTurns(session: string, person: string): SpeakerParts['turns'] {
  const locks: LockManager | undefined = navigator.locks
  let place: Place | null = null
  let wanted = false
  return {
    want(now) {
      if (now === wanted) return
      wanted = now
      place?.leave()
      place = now && locks ? queueFor(locks, `kaibiao.voice:${session}:${person}`) : null
    },
    mine: () => wanted && (place?.isFirst() ?? true),
    async alone(signal, sentence) {
      if (!locks) return sentence()
      // Rejects when aborted before its turn has come.
      await locks.request('kaibiao.voice', { signal }, sentence).catch((cause: unknown) => {
        if (!signal.aborted) throw cause
      })
    },
  }
}

interface Place {
  isFirst(): boolean
  leave(): void
}

function queueFor(locks: LockManager, name: string): Place {
  const waiting = new AbortController()
  let first = false
  let release = () => waiting.abort()
  const turn = () => {
    // The tab was closed at the moment its turn came.
    if (waiting.signal.aborted) return
    first = true
    return new Promise<void>((resolve) => {
      release = resolve
    })
  }
  locks.request(name, { signal: waiting.signal }, turn).catch(() => undefined)
  return {
    isFirst: () => first,
    leave() {
      first = false
      release()
    },
  }
}
