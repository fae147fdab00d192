import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPromptQueue } from './prompt-queue.ts'
import type { Prompt } from './prompts.ts'

const topics = ['decryption', 'announcement'] as const

interface Added {
  readonly id: number
  readonly urgent: boolean
  readonly reading: Prompt['reading']
  readonly freshMs: number
  readonly topic: Prompt['topic']
  readonly ends: Prompt['ends']
  /** Duration of saying it; the voice fails when negative. */
  readonly lastsMs: number
}

const added: fc.Arbitrary<Added> = fc.record({
  id: fc.nat(5),
  urgent: fc.boolean(),
  reading: fc.constantFrom(null, null, 'bid', 'bid', 'beginning'),
  freshMs: fc.constantFrom(5000, 30_000),
  topic: fc.constantFrom(null, ...topics),
  ends: fc.constantFrom(null, null, null, ...topics),
  lastsMs: fc.integer({ min: -3000, max: 9000 }),
})
/** A prompt that arrives `afterMs` after the previous one and `ageMs` after its event. */
const arrivals = fc.array(fc.record({ afterMs: fc.nat(6000), ageMs: fc.nat(6000), prompt: added }), {
  maxLength: 25,
})

type Model = { readonly key: number; readonly at: number; readonly prompt: Added }

/** A model of the queue: what is said and when, computed step by step. */
function expected(list: readonly { afterMs: number; ageMs: number; prompt: Added }[]) {
  const begun: { key: number; from: number }[] = []
  let waiting: Model[] = []
  let freeAt = 0
  let now = 0
  let saying: Model | undefined
  const speakUntil = (limit: number) => {
    while (waiting.length > 0 && freeAt <= limit) {
      const from = freeAt
      waiting = waiting.filter(({ at, prompt }) => prompt.topic !== null || from - at <= prompt.freshMs)
      const rank = ({ prompt: { urgent, reading } }: Model) =>
        urgent ? 3 : [null, 'bid', 'beginning'].indexOf(reading)
      const [first] = [...waiting].sort((a, b) => rank(b) - rank(a))
      if (!first) return
      waiting = waiting.filter((item) => item !== first)
      begun.push({ key: first.key, from })
      saying = first
      freeAt = from + Math.abs(first.prompt.lastsMs)
    }
  }
  for (const [key, { afterMs, ageMs, prompt }] of list.entries()) {
    // A prompt that ends at the moment of an arrival has ended before it.
    speakUntil(now + afterMs)
    now += afterMs
    if (ageMs > prompt.freshMs) continue
    const item = { key, at: now - ageMs, prompt }
    const said = freeAt > now ? (saying as Model | undefined) : undefined
    const isBid = prompt.reading === 'bid' && !prompt.urgent
    if (said && !said.prompt.urgent && (prompt.urgent || (isBid && said.prompt.reading !== 'beginning'))) {
      const waits = waiting.some((other) => other.prompt.id === said.prompt.id)
      if (!waits && !(isBid && said.prompt.reading === 'bid')) waiting = [said, ...waiting]
      freeAt = now
    }
    waiting = waiting.filter((other) => prompt.ends === null || other.prompt.topic !== prompt.ends)
    const same = waiting.findIndex((other) => other.prompt.id === prompt.id)
    if (same >= 0) waiting[same] = item
    else waiting.push(item)
    freeAt = Math.max(freeAt, now)
    speakUntil(now)
  }
  speakUntil(Number.POSITIVE_INFINITY)
  return begun
}

/** The real queue with a voice in virtual time. */
async function observed(list: readonly { afterMs: number; ageMs: number; prompt: Added }[]) {
  const begun: { key: number; from: number }[] = []
  const captions: (string | null)[] = []
  let now = 0
  let speaking = 0
  let running: { until: number; end: () => void } | null = null
  let urgent = false
  const added = (words: string | null | undefined) => list[Number(words?.split(':')[0])]?.prompt
  const queue = createPromptQueue({
    now: () => now,
    later: () => () => {},
    onCaption: (caption) => captions.push(caption?.text.zh ?? null),
    speaker: {
      say(choose, signal) {
        const prompt = choose()
        if (!prompt) return Promise.resolve()
        speaking += 1
        expect(speaking).toBe(1)
        const [key = 0, lastsMs = 0] = prompt.text.zh.split(':').map(Number)
        // The number of bidders is said under the caption of a bid that waits for it.
        const isAhead = prompt.reading === 'beginning' && added(captions.at(-1))?.reading === 'bid'
        if (prompt.urgent || !isAhead) expect(captions.at(-1)).toBe(prompt.text.zh)
        begun.push({ key, from: now })
        return new Promise((resolve, reject) => {
          const end = () => {
            speaking -= 1
            running = null
            urgent = false
            if (lastsMs < 0) reject(new Error('no voice'))
            else resolve()
          }
          running = { until: now + Math.abs(lastsMs), end }
          urgent = prompt.urgent
          signal.addEventListener('abort', () => {
            if (running?.end === end) end()
          })
        })
      },
      close: () => undefined,
    },
  })
  const settled = async () => {
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve()
  }
  const runUntil = async (limit: number) => {
    for (let next = running; next && next.until <= limit; next = running) {
      now = next.until
      next.end()
      await settled()
    }
  }
  for (const [key, { afterMs, ageMs, prompt }] of list.entries()) {
    const at = now + afterMs
    await runUntil(at)
    now = at
    const words = { zh: `${key}:${prompt.lastsMs}`, en: '' }
    queue.add({ ...prompt, id: String(prompt.id), text: words, spoken: words, clips: [] }, now - ageMs)
    const isBid = ageMs <= prompt.freshMs && prompt.reading === 'bid' && !prompt.urgent
    if (isBid && !urgent) expect(captions.at(-1)).toBe(words.zh)
    await settled()
  }
  await runUntil(Number.POSITIVE_INFINITY)
  return { begun, captions }
}

test('the queue says what its rules say, one at a time, and ends in silence', () =>
  fc.assert(
    fc.asyncProperty(arrivals, async (list) => {
      const { begun, captions } = await observed(list)
      expect(begun).toEqual(expected(list))
      if (begun.length > 0) expect(captions.at(-1)).toBeNull()
    }),
  ))
