import type { Clock } from '#lib/ports.ts'
import type { Prompt } from './prompts.ts'

/*
 * What holds of the voice:
 * 1. One sentence at a time. A running one is never cut off by another, however urgent.
 * 2. Urgent ones go first among those that wait; else they keep their order.
 * 3. One that waits is not said twice: a newer one of the same id takes its place.
 * 4. What is no news any more, or is about something that has ended meanwhile, is not said at all; what is about
 *    something that goes on waits for its turn, however long; what can be looked at again is, when its turn comes, and
 *    said as it is then.
 * 5. Which one is said is chosen when nothing else speaks any more, other tabs included, and not before.
 * 6. A voice that fails does not hold up the next sentence; after closing nothing is said or shown.
 */

/** What says prompts aloud. */
export interface Speaker {
  /**
   * Says what is chosen when this page may speak; `choose` is called once, unless aborted before, and may choose
   * nothing. Resolves when all is said, or cannot be said.
   */
  say(choose: () => Prompt | null, signal: AbortSignal): Promise<void>
  close(): void
}

/** The words that go with the voice. */
export interface Caption {
  /** Another one for each sentence, also where the same words are said twice in a row. */
  readonly id: number
  readonly text: Prompt['text']
  readonly urgent: boolean
}

export interface PromptQueue {
  /**
   * `at`: when it happened, by the same clock as `now`. `renew`: the prompt as it is when its turn comes, null when it
   * is true no more. Returns whether it is news.
   */
  add(prompt: Prompt, at: number, renew?: () => Prompt | null): boolean
  /** What waits is forgotten. */
  clear(): void
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
  readonly renew: (() => Prompt | null) | undefined
}

/** Says prompts one after the other. */
export function createPromptQueue({ speaker, now, onCaption }: PromptQueueOptions): PromptQueue {
  const ending = new AbortController()
  let waiting: readonly Waiting[] = []
  let speaking = false
  let said = 0

  const isFresh = ({ prompt, at }: Waiting) => now() - at <= prompt.freshMs
  /** Of what waits: about something that has not ended, or true as it is now, it stays news. */
  const isNews = (item: Waiting) => item.renew || item.prompt.topic !== null || isFresh(item)

  /** Takes the next one out of those that wait, and shows its caption. */
  function next(): Prompt | null {
    waiting = waiting.flatMap(renewed).filter(isNews)
    const chosen = waiting.find(({ prompt }) => prompt.urgent) ?? waiting[0]
    waiting = waiting.filter((item) => item !== chosen)
    if (!chosen) return null
    said += 1
    onCaption({ id: said, text: chosen.prompt.text, urgent: chosen.prompt.urgent })
    return chosen.prompt
  }

  async function speak(): Promise<void> {
    if (speaking) return
    speaking = true
    while (waiting.length > 0 && !ending.signal.aborted) {
      let asked = false
      const choose = () => {
        asked = true
        return next()
      }
      // A voice that fails has still shown its caption.
      await speaker.say(choose, ending.signal).catch(() => undefined)
      // One that fails before it has asked is not tried for ever.
      if (!asked && !ending.signal.aborted) next()
    }
    speaking = false
    if (!ending.signal.aborted) onCaption(null)
  }

  return {
    add(prompt, at, renew) {
      const item = { prompt, at, renew }
      if (ending.signal.aborted || !isFresh(item)) return false
      waiting = queued(waiting, item)
      void speak()
      return true
    },
    clear() {
      waiting = []
    },
    close() {
      waiting = []
      ending.abort()
      speaker.close()
    },
  }
}

/** One that waits, as it is now; none when it is true no more. */
function renewed(item: Waiting): Waiting[] {
  if (!item.renew) return [item]
  const prompt = item.renew()
  return prompt ? [{ ...item, prompt }] : []
}

function queued(waiting: readonly Waiting[], item: Waiting): readonly Waiting[] {
  const { id, ends } = item.prompt
  const left = ends === null ? waiting : waiting.filter(({ prompt }) => prompt.topic !== ends)
  return left.some(({ prompt }) => prompt.id === id)
    ? left.map((other) => (other.prompt.id === id ? item : other))
    : [...left, item]
}
