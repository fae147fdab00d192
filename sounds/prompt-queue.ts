import type { Clock } from '#lib/ports.ts'
import type { Prompt } from './prompts.ts'

/** What says a prompt aloud. */
export interface Speaker {
  /** Resolves when all is said, or cannot be said. */
  say(prompt: Prompt, signal: AbortSignal): Promise<void>
}

/** The words that go with the voice. */
export interface Caption {
  readonly text: Prompt['text']
  readonly urgent: boolean
}

export interface PromptQueue {
  /** `at`: when it happened, by the same clock as `now`. */
  add(prompt: Prompt, at: number): void
  /** Falls silent for good. */
  close(): void
}

export interface PromptQueueOptions {
  readonly speaker: Speaker
  readonly now: Clock
  /** The caption of what is being said; null in silence. */
  onCaption(caption: Caption | null): void
}

/** Older news is not said: it stands in the progress log. */
const staleMs = 30_000

/**
 * Says prompts one at a time, urgent ones first, else in order. One that waits is not said twice; one that has
 * waited too long is not said at all.
 */
export function createPromptQueue({ speaker, now, onCaption }: PromptQueueOptions): PromptQueue {
  const ending = new AbortController()
  let waiting: { prompt: Prompt; at: number }[] = []
  let speaking = false

  function next(): Prompt | null {
    waiting = waiting.filter(({ at }) => now() - at <= staleMs)
    const chosen = waiting.find(({ prompt }) => prompt.urgent) ?? waiting[0]
    waiting = waiting.filter((item) => item !== chosen)
    return chosen?.prompt ?? null
  }

  async function speak(): Promise<void> {
    if (speaking) return
    speaking = true
    for (let prompt = next(); prompt && !ending.signal.aborted; prompt = next()) {
      onCaption({ text: prompt.text, urgent: prompt.urgent })
      // A voice that fails has still shown its caption.
      await speaker.say(prompt, ending.signal).catch(() => undefined)
    }
    speaking = false
    if (!ending.signal.aborted) onCaption(null)
  }

  return {
    add(prompt, at) {
      if (ending.signal.aborted || now() - at > staleMs) return
      waiting = [...waiting.filter((item) => item.prompt.id !== prompt.id), { prompt, at }]
      void speak()
    },
    close() {
      waiting = []
      ending.abort()
    },
  }
}
