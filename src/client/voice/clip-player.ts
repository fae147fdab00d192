import type { Howl } from 'howler'
import type { ClipName } from '#sounds/phrases.ts'
import sprite from '#sounds/prompts.json'
import type { SpeakerParts } from './speaker-parts.ts'

/** A phrase that is not rendered yet is in caption and browser voice alone. */
const rendered: Readonly<Partial<Record<ClipName, readonly number[]>>> = sprite

/** Added to a clip's own length before it counts as failed. */
const extraTimeoutMs = 3000

/** Plays the rendered clips; they are loaded with the first sentence. */
export function createClipPlayer(): SpeakerParts['clips'] {
  let loading: Promise<Howl> | null = null
  let loaded: Howl | null = null
  let volume = 1

  async function load(): Promise<Howl> {
    loaded = await loadClips()
    loaded.volume(volume)
    return loaded
  }

  return {
    async play(names, signal) {
      // Clips that failed to load are loaded again with the next sentence.
      loading ??= load().catch((cause: unknown) => {
        loading = null
        throw cause
      })
      const howl = await Promise.race([loading, aborted(signal)])
      if (!howl) return
      for (const name of names) {
        if (signal.aborted) return
        if (rendered[name]) await playClip(howl, name, signal)
      }
    },
    setVolume(wanted) {
      volume = wanted
      loaded?.volume(wanted)
    },
    close() {
      void loading?.then((howl) => howl.unload()).catch(() => undefined)
    },
  }
}

async function loadClips(): Promise<Howl> {
  const { Howl } = await import('howler')
  return new Promise((resolve, reject) => {
    const howl = new Howl({
      src: [
        new URL('../../../sounds/prompts.webm', import.meta.url).href,
        new URL('../../../sounds/prompts.m4a', import.meta.url).href,
      ],
      format: ['webm', 'm4a'],
      sprite: sprite as unknown as Record<string, [number, number]>,
      onload: () => resolve(howl),
      onloaderror: (_id, cause) => {
        howl.unload()
        reject(new Error(`voice clips did not load: ${String(cause)}`))
      },
    })
  })
}

function playClip(howl: Howl, name: ClipName, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const id = howl.play(name)
    const settle = (cause?: string) => {
      clearTimeout(limit)
      signal.removeEventListener('abort', stop)
      howl.off('end', undefined, id)
      howl.off('playerror', undefined, id)
      if (cause) {
        howl.stop(id)
        reject(new Error(`voice clip ${name}: ${cause}`))
      } else resolve()
    }
    const stop = () => {
      howl.stop(id)
      settle()
    }
    // While sound is blocked, howler waits without an event.
    const limit = setTimeout(() => settle('has not ended'), (rendered[name]?.[1] ?? 0) + extraTimeoutMs)
    howl.once('end', () => settle(), id)
    howl.once('playerror', (_id, error) => settle(String(error)), id)
    signal.addEventListener('abort', stop)
  })
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}
