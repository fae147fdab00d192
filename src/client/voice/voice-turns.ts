import type { SpeakerParts } from './speaker-parts.ts'

/**
 * Of the tabs that show the same person the same section one speaks: the first that may be heard, then the next when
 * it closes or falls silent. Tabs of different sections, and of different people, each have news of their own; they
 * take turns sentence by sentence. Where the browser has no locks (plain http elsewhere than on this machine) every
 * tab speaks. `person`: whatever tells people apart.
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
      // Rejects when it is told to stop before its turn has come.
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
    // Left in the very moment in which its turn came.
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
