import type { Clock } from '#lib/ports.ts'
import type { Prompt } from './prompts.ts'

/*
 * Invariants:
 * 1. One prompt at a time. An urgent prompt, and a bid being read, interrupts one that is not urgent, which is said again
 *    afterwards; of the bids only the newest counts. The beginning of the reading is interrupted by urgent prompts alone.
 * 2. Urgent prompts go first among the waiting ones, then the beginning of the reading, then a bid; otherwise they keep
 *    their order.
 * 3. A newer prompt replaces a waiting one of the same id.
 * 4. A prompt that is said seldom (VOI-5) waits until it has not been said for a while.
 * 5. A stale prompt, or one whose topic has ended, is not said. A prompt about an open topic waits as long as needed; a
 *    renewable one is renewed when its turn comes.
 * 6. The next prompt is chosen only when nothing else speaks, other tabs included.
 * 7. The caption of a bid does not wait for its voice, but for an urgent prompt that is being said: all pages show it
 *    together.
 * 8. A failing voice does not block the next prompt; after closing nothing is said or shown.
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
  /** Calls `then` after so many milliseconds, unless cancelled by the function it returns. */
  later(milliseconds: number, then: () => void): () => void
  /** The caption of the prompt being said, or of the bid that waits for its voice; null in silence. */
  onCaption(caption: Caption | null): void
}

interface Waiting {
  readonly prompt: Prompt
  readonly at: number
  readonly renew: (() => Prompt | null) | undefined
}

/** For so long after it was said, a prompt that is said seldom is not said again (VOI-5). */
const seldomMs = 10_000

/** Says prompts one after the other. */
export function createPromptQueue({ speaker, now, later, onCaption }: PromptQueueOptions): PromptQueue {
  const ending = new AbortController()
  let waiting: readonly Waiting[] = []
  let speaking = false
  /** What is being said, and how to stop it. */
  let current: { readonly item: Waiting; readonly stop: AbortController } | null = null
  const captions = createCaptions(onCaption)
  const rests = createRests(now, later)

  /** Takes the next waiting prompt and shows its caption, or that of the bid that waits for it. */
  function next(stop: AbortController): Prompt | null {
    waiting = waiting.flatMap(renewed).filter((item) => isNews(item, now()))
    const chosen = firstOf(waiting.filter(rests.isOver))
    waiting = waiting.filter((item) => item !== chosen)
    if (!chosen) return null
    current = { item: chosen, stop }
    rests.said(chosen)
    const bid = isBeginning(chosen.prompt) ? waiting.findLast(({ prompt }) => isBid(prompt)) : undefined
    captions.show((bid ?? chosen).prompt, bid !== undefined)
    return chosen.prompt
  }

  async function speak(): Promise<void> {
    if (speaking) return
    speaking = true
    rests.cancel()
    while (waiting.some(rests.isOver) && !ending.signal.aborted) {
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
    if (ending.signal.aborted) return
    captions.end()
    if (waiting.length > 0) rests.wake(waiting, () => void speak())
  }

  return {
    add(prompt, at, renew) {
      const item = { prompt, at, renew }
      if (ending.signal.aborted || !isFresh(item, now())) return false
      if (current && interrupts(prompt, current.item.prompt)) {
        waiting = withInterrupted(waiting, current.item, prompt)
        current.stop.abort()
        current = null
      }
      waiting = queued(waiting, item)
      if (isBid(prompt) && !current?.item.prompt.urgent) captions.show(prompt, true)
      void speak()
      return true
    },
    clear() {
      waiting = []
    },
    close() {
      waiting = []
      ending.abort()
      rests.cancel()
      speaker.close()
    },
  }
}

/** Numbers the captions. */
function createCaptions(onCaption: PromptQueueOptions['onCaption']) {
  let shown = 0
  /** What the caption of a bid says that is shown ahead of its voice. */
  let ahead: Prompt['text'] | null = null
  return {
    /** Shows a prompt's caption, unless it has stood since before its voice. */
    show({ text, urgent }: Prompt, isAhead: boolean): void {
      const stands = ahead?.zh === text.zh && ahead.en === text.en
      ahead = isAhead ? text : null
      if (stands) return
      shown += 1
      onCaption({ id: shown, text, urgent })
    },
    end(): void {
      ahead = null
      onCaption(null)
    },
  }
}

/** When prompts that are said seldom were said. */
function createRests(now: Clock, later: PromptQueueOptions['later']) {
  const saidAt = new Map<string, number>()
  let cancel = () => {}
  function left({ prompt }: Waiting): number {
    const since = now() - (saidAt.get(prompt.id) ?? Number.NEGATIVE_INFINITY)
    // The clock may have been set back meanwhile.
    return prompt.seldom && since >= 0 ? seldomMs - since : 0
  }
  return {
    said({ prompt }: Waiting): void {
      if (prompt.seldom) saidAt.set(prompt.id, now())
    },
    isOver: (item: Waiting) => left(item) <= 0,
    /** Calls `then` once one of these may be said. */
    wake(items: readonly Waiting[], then: () => void): void {
      cancel = later(Math.max(0, Math.min(...items.map(left))), then)
    },
    cancel: () => cancel(),
  }
}

/** Aborts with `outer`, or alone. */
function controllerWithin(outer: AbortSignal): AbortController {
  const inner = new AbortController()
  const end = () => inner.abort()
  outer.addEventListener('abort', end, { once: true, signal: inner.signal })
  return inner
}

const isFresh = ({ prompt, at }: Waiting, now: number) => now - at <= prompt.freshMs

/** A waiting prompt about an open topic, or a renewable one, does not become stale. */
const isNews = (item: Waiting, now: number) => item.renew || item.prompt.topic !== null || isFresh(item, now)

const isBeginning = ({ reading, urgent }: Prompt) => reading === 'beginning' && !urgent
const isBid = ({ reading, urgent }: Prompt) => reading === 'bid' && !urgent

function interrupts(prompt: Prompt, said: Prompt): boolean {
  if (said.urgent) return false
  return prompt.urgent || (isBid(prompt) && !isBeginning(said))
}

/** Urgent prompts first, then the beginning of the reading, then its bid. */
function firstOf(waiting: readonly Waiting[]): Waiting | undefined {
  const first = (is: (prompt: Prompt) => boolean) => waiting.find(({ prompt }) => is(prompt))
  return first(({ urgent }) => urgent) ?? first(isBeginning) ?? first(isBid) ?? waiting[0]
}

/** What was interrupted waits to be said again, unless a newer one takes its place. */
function withInterrupted(waiting: readonly Waiting[], item: Waiting, by: Prompt): readonly Waiting[] {
  const isPast = isBid(item.prompt) && isBid(by)
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
