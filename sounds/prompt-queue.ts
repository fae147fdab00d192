import type { Clock } from '#lib/ports.ts'
import type { Prompt } from './prompts.ts'

/*
 * What holds of the voice:
 * 1. One sentence at a time. A running one is never cut off by another, however urgent.
 * 2. Urgent ones go first among those that wait; else they keep their order.
 * 3. One that waits is not said twice: a newer one of the same id takes its place.
 * 4. What is no news any more, or is about something that has ended meanwhile, is not said at all.
 * 5. A voice that fails does not hold up the next sentence; after closing nothing is said or shown.
 */

/** What says a prompt aloud. */
export interface Speaker {
  /** Resolves when all is said, or cannot be said. */
  say(prompt: Prompt, signal: AbortSignal): Promise<void>
  close(): void
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

interface Waiting {
  readonly prompt: Prompt
  readonly at: number
}

/** Says prompts one after the other. */
export function createPromptQueue({ speaker, now, onCaption }: PromptQueueOptions): PromptQueue {
  const ending = new AbortController()
  let waiting: readonly Waiting[] = []
  let speaking = false

  const isFresh = ({ prompt, at }: Waiting) => now() - at <= prompt.freshMs

  function next(): Prompt | null {
    waiting = waiting.filter(isFresh)
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
      const item = { prompt, at }
      if (ending.signal.aborted || !isFresh(item)) return
      waiting = queued(waiting, item)
      void speak()
    },
    close() {
      waiting = []
      ending.abort()
      speaker.close()
    },
  }
}

function queued(waiting: readonly Waiting[], item: Waiting): readonly Waiting[] {
  const { id, ends } = item.prompt
  const left = ends === null ? waiting : waiting.filter(({ prompt }) => prompt.topic !== ends)
  return left.some(({ prompt }) => prompt.id === id)
    ? left.map((other) => (other.prompt.id === id ? item : other))
    : [...left, item]
}
