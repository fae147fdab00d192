import type { Clock } from '#lib/ports.ts'
import type { Prompt } from './prompts.ts'

/*
 * Invariants:
 * 1. One prompt at a time. An urgent prompt, and one of the reading, interrupts one that is not urgent, which is said again
 *    afterwards; of the reading only the newest counts.
 * 2. Urgent prompts go first among the waiting ones, then the reading; otherwise they keep their order.
 * 3. A newer prompt replaces a waiting one of the same id.
 * 4. A stale prompt, or one whose topic has ended, is not said. A prompt about an open topic waits as long as needed; a
 *    renewable one is renewed when its turn comes.
 * 5. The next prompt is chosen only when nothing else speaks, other tabs included.
 * 6. A failing voice does not block the next prompt; after closing nothing is said or shown.
 */

/** What says prompts aloud. */
export interface Speaker {
  /**
   * Calls `choose` once when this page may speak, unless aborted before, and says the chosen prompt, if any. Resolves
   * when it is said or cannot be said.
   */
  say(choose: () => Prompt | null, signal: AbortSignal): Promise<void>
  close(): void
}

/** The caption of a spoken prompt. */
export interface Caption {
  /** A new id for each prompt, also when the same words are said twice in a row. */
  readonly id: number
  readonly text: Prompt['text']
  readonly urgent: boolean
}

export interface PromptQueue {
  /**
   * `at`: the time of its event, by the same clock as `now`. `renew`: the up-to-date prompt when its turn comes, null
   * when it no longer applies. Returns whether it is new.
   */
  add(prompt: Prompt, at: number, renew?: () => Prompt | null): boolean
  /** Discards the waiting prompts. */
  clear(): void
  /** Ends the queue. */
  close(): void
}

export interface PromptQueueOptions {
  readonly speaker: Speaker
  readonly now: Clock
  /** The caption of the prompt being said; null in silence. */
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
  /** What is being said, and how to stop it. */
  let current: { readonly item: Waiting; readonly stop: AbortController } | null = null
  let said = 0

  const isFresh = ({ prompt, at }: Waiting) => now() - at <= prompt.freshMs
  /** A waiting prompt about an open topic, or a renewable one, does not become stale. */
  const isNews = (item: Waiting) => item.renew || item.prompt.topic !== null || isFresh(item)

  /** Takes the next waiting prompt and shows its caption. */
  function next(stop: AbortController): Prompt | null {
    waiting = waiting.flatMap(renewed).filter(isNews)
    const chosen = firstOf(waiting)
    waiting = waiting.filter((item) => item !== chosen)
    if (!chosen) return null
    current = { item: chosen, stop }
    said += 1
    onCaption({ id: said, text: chosen.prompt.text, urgent: chosen.prompt.urgent })
    return chosen.prompt
  }

  async function speak(): Promise<void> {
    if (speaking) return
    speaking = true
    while (waiting.length > 0 && !ending.signal.aborted) {
      let asked = false
      const stop = controllerWithin(ending.signal)
      const choose = () => {
        asked = true
        return next(stop)
      }
      // The caption has been shown even when the voice fails.
      await speaker.say(choose, stop.signal).catch(() => undefined)
      // Drops a prompt whose voice fails before choosing, so that it is not retried forever.
      if (!asked && !ending.signal.aborted) next(stop)
      stop.abort()
      current = null
    }
    speaking = false
    if (!ending.signal.aborted) onCaption(null)
  }

  return {
    add(prompt, at, renew) {
      const item = { prompt, at, renew }
      if (ending.signal.aborted || !isFresh(item)) return false
      if (current && interrupts(prompt, current.item.prompt)) {
        waiting = withInterrupted(waiting, current.item, prompt)
        current.stop.abort()
        current = null
      }
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

/** Aborts with `outer`, or alone. */
function controllerWithin(outer: AbortSignal): AbortController {
  const inner = new AbortController()
  const end = () => inner.abort()
  outer.addEventListener('abort', end, { once: true, signal: inner.signal })
  return inner
}

function interrupts(prompt: Prompt, said: Prompt): boolean {
  return !said.urgent && (prompt.urgent || prompt.reading)
}

/** Urgent prompts first, then the reading. */
function firstOf(waiting: readonly Waiting[]): Waiting | undefined {
  return (
    waiting.find(({ prompt }) => prompt.urgent) ?? waiting.find(({ prompt }) => prompt.reading) ?? waiting[0]
  )
}

/** What was interrupted waits to be said again, unless a newer one takes its place. */
function withInterrupted(waiting: readonly Waiting[], item: Waiting, by: Prompt): readonly Waiting[] {
  const isPast = item.prompt.reading && by.reading
  const isReplaced = waiting.some(({ prompt }) => prompt.id === item.prompt.id)
  return isPast || isReplaced ? waiting : [item, ...waiting]
}

/** A waiting prompt, renewed; null when it no longer applies. */
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
