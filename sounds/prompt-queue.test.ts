import { expect, test } from 'vitest'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { bids, happened, saidOf } from '#test/sounds/prompt-fixture.ts'
import { type Caption, createPromptQueue } from './prompt-queue.ts'
import type { Prompt } from './prompts.ts'

function prompt(id: string, changes: Partial<Prompt> = {}): Prompt {
  const words = { zh: id, en: id }
  const silent = { urgent: false, reading: null, freshMs: 30_000, topic: null, ends: null, clips: [] }
  return { id, ...silent, text: words, spoken: words, ...changes }
}

/** A queue whose speaker ends when the test says so. */
function stage() {
  const said: string[] = []
  const captions: (string | null)[] = []
  const ids: number[] = []
  let end: (how?: Error) => void = () => undefined
  let time = 0
  let closed = false
  let queueing: Promise<void> | null = null
  const wakes = new Set<{ readonly at: number; then(): void }>()
  const queue = createPromptQueue({
    now: () => time,
    later(milliseconds, then) {
      const wake = { at: time + milliseconds, then }
      wakes.add(wake)
      return () => wakes.delete(wake)
    },
    onCaption(caption: Caption | null) {
      captions.push(caption?.text.zh ?? null)
      if (caption) ids.push(caption.id)
    },
    speaker: {
      async say(choose, signal) {
        if (queueing) await queueing
        const spoken = choose()
        if (!spoken) return
        said.push(spoken.text.zh)
        return new Promise((resolve, reject) => {
          end = (how) => (how ? reject(how) : resolve())
          signal.addEventListener('abort', () => resolve())
        })
      },
      close() {
        closed = true
      },
    },
  })
  return {
    queue,
    said,
    captions,
    ids,
    closed: () => closed,
    /** Another tab speaks until the returned function is called. */
    otherSpeaks() {
      let ends: () => void = () => undefined
      queueing = new Promise((resolve) => {
        ends = resolve
      })
      return async () => {
        queueing = null
        ends()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    wait: (ms: number) => {
      time += ms
      for (const wake of wakes) {
        if (wake.at > time) continue
        wakes.delete(wake)
        wake.then()
      }
    },
    /** Timers that still run. */
    timers: () => wakes.size,
    async end(how?: Error) {
      end(how)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('prompts never overlap and keep their order', async () => {
  const { queue, said, captions, end } = stage()
  queue.add(prompt('a'), 0)
  queue.add(prompt('b'), 0)
  expect(said).toEqual(['a'])
  await end()
  expect(said).toEqual(['a', 'b'])
  await end()
  expect(captions).toEqual(['a', 'b', null])
})

test('the same words twice in a row are two captions', async () => {
  const { queue, ids, end } = stage()
  queue.add(prompt('a'), 0)
  queue.add(prompt('a'), 0)
  await end()
  await end()
  expect(ids).toEqual([1, 2])
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('an urgent prompt interrupts one that is not, which is said again afterwards', async () => {
  const { queue, said, end } = stage()
  queue.add(prompt('a'), 0)
  queue.add(prompt('b'), 0)
  queue.add(prompt('u', { urgent: true }), 0)
  queue.add(prompt('v', { urgent: true }), 0)
  await settled()
  expect(said).toEqual(['a', 'u'])
  for (let ends = 0; ends < 4; ends += 1) await end()
  expect(said).toEqual(['a', 'u', 'v', 'a', 'b'])
})

test('[VOI-4] what the objection inquiry interrupts of the reading is not said again', async () => {
  const { queue, said, end } = stage()
  const { state } = openingOf(bids, 'reading')
  const inquiry = { limitMinutes: 2, deadline: '', warningMilliseconds: 0 }
  const read = happened('BidRead', { bidderCode: bidderCode(1), position: 1 })
  for (const event of [read, happened('InquiryStarted', inquiry)]) {
    queue.add(saidOf(event, 'supervisor', state) as Prompt, 0)
  }
  await settled()
  await end()
  await end()
  expect(said).toEqual([
    expect.stringContaining(bids[0]?.name ?? ''),
    '现在询问开标异议，请投标人在2分钟内确认是否有异议。',
  ])
})

test('an interrupted prompt is not said again when its topic has ended, it is stale or a newer one waits', async () => {
  const { queue, said, wait, end } = stage()
  queue.add(prompt('please wait', { topic: 'entry' }), 0)
  queue.add(prompt('decrypt', { urgent: true, ends: 'entry' }), 0)
  await settled()
  await end()
  expect(said).toEqual(['please wait', 'decrypt'])
  await settled()
  queue.add(prompt('a'), 0)
  queue.add(prompt('u', { urgent: true }), 0)
  await settled()
  wait(31_000)
  await end()
  expect(said.slice(2)).toEqual(['a', 'u'])
  await settled()
  const newer = { zh: 'b2', en: 'b2' }
  queue.add(prompt('b'), 31_000)
  queue.add(prompt('b', { text: newer }), 31_000)
  queue.add(prompt('w', { urgent: true }), 31_000)
  await settled()
  await end()
  await end()
  expect(said.slice(4)).toEqual(['b', 'w', 'b2'])
})

const bid = (words: string) => prompt('reading', { reading: 'bid', text: { zh: words, en: words } })
const beginning = prompt('begins', { reading: 'beginning' })

test('[VOI-4] a bid is said in place of what is being read or said, which is said again unless it was read', async () => {
  const { queue, said, end } = stage()
  queue.add(prompt('message'), 0)
  queue.add(bid('bid 1'), 0)
  await settled()
  queue.add(bid('bid 2'), 0)
  await settled()
  expect(said).toEqual(['message', 'bid 1', 'bid 2'])
  await end()
  expect(said.slice(3)).toEqual(['message'])
  await end()
})

test('[VOI-4] an urgent prompt interrupts a bid, which waits for it with its caption', async () => {
  const { queue, said, captions, end } = stage()
  queue.add(bid('bid 1'), 0)
  queue.add(prompt('u', { urgent: true }), 0)
  await settled()
  queue.add(bid('bid 2'), 0)
  expect(captions).toEqual(['bid 1', 'u'])
  for (let ends = 0; ends < 2; ends += 1) await end()
  expect(said).toEqual(['bid 1', 'u', 'bid 2'])
  expect(captions).toEqual(['bid 1', 'u', 'bid 2', null])
})

test('[VOI-3] [VOI-4] bids wait for the number of bidders to be said, once, and their captions do not', async () => {
  const { queue, said, captions, ids, end } = stage()
  queue.add(prompt('message'), 0)
  queue.add(beginning, 0)
  await settled()
  queue.add(bid('bid 1'), 0)
  queue.add(bid('bid 2'), 0)
  await settled()
  expect(said).toEqual(['message', 'begins'])
  expect(captions).toEqual(['message', 'bid 1', 'bid 2'])
  await end()
  expect(said.slice(2)).toEqual(['bid 2'])
  // The caption stands already.
  expect(captions).toHaveLength(3)
  queue.add(bid('bid 3'), 0)
  await settled()
  for (let ends = 0; ends < 2; ends += 1) await end()
  expect(said.slice(3)).toEqual(['bid 3', 'message'])
  expect(captions.slice(3)).toEqual(['bid 3', 'message', null])
  expect(new Set(ids).size).toBe(ids.length)
})

test('[VOI-3] the number of bidders waits for what is being said', async () => {
  const { queue, said, end } = stage()
  queue.add(prompt('message'), 0)
  queue.add(beginning, 0)
  await settled()
  expect(said).toEqual(['message'])
  for (let ends = 0; ends < 2; ends += 1) await end()
  expect(said).toEqual(['message', 'begins'])
})

test('[VOI-3] the number of bidders is said again after an urgent prompt, under the caption of the bid', async () => {
  const { queue, said, captions, end } = stage()
  queue.add(beginning, 0)
  queue.add(bid('bid 1'), 0)
  queue.add(prompt('u', { urgent: true }), 0)
  await settled()
  for (let ends = 0; ends < 3; ends += 1) await end()
  expect(said).toEqual(['begins', 'u', 'begins', 'bid 1'])
  expect(captions).toEqual(['begins', 'bid 1', 'u', 'bid 1', null])
})

test('[VOI-4] the caption of a bid comes at once while another tab speaks', async () => {
  const { queue, said, captions, otherSpeaks, end } = stage()
  const otherEnds = otherSpeaks()
  queue.add(bid('bid 1'), 0)
  expect(captions).toEqual(['bid 1'])
  await otherEnds()
  await end()
  expect(said).toEqual(['bid 1'])
  expect(captions).toEqual(['bid 1', null])
})

test('a stale prompt is dropped, on arrival and while waiting; a series stays fresh for longer', async () => {
  const { queue, said, wait, end } = stage()
  wait(100_000)
  queue.add(prompt('old'), 60_000)
  queue.add(prompt('a'), 99_000)
  queue.add(prompt('b'), 99_000)
  queue.add(prompt('reading', { freshMs: 180_000 }), 99_000)
  wait(31_000)
  await end()
  expect(said).toEqual(['a', 'reading'])
})

test('a newer prompt replaces a waiting one of the same id', async () => {
  const { queue, said, end } = stage()
  const words = { zh: 'b2', en: 'b2' }
  for (const item of [prompt('a'), prompt('b'), prompt('c'), prompt('b', { text: words })]) queue.add(item, 0)
  for (let ends = 0; ends < 4; ends += 1) await end()
  expect(said).toEqual(['a', 'b2', 'c'])
})

test('a waiting prompt is dropped when its topic ends', async () => {
  const { queue, said, end } = stage()
  queue.add(prompt('a', { urgent: true }), 0)
  queue.add(prompt('5 minutes left', { topic: 'decryption', urgent: true }), 0)
  queue.add(prompt('other', { topic: 'signing' }), 0)
  queue.add(prompt('over', { ends: 'decryption' }), 0)
  for (let ends = 0; ends < 4; ends += 1) await end()
  expect(said).toEqual(['a', 'other', 'over'])
})

test('a failing voice does not block the next prompt', async () => {
  const { queue, said, end } = stage()
  queue.add(prompt('a'), 0)
  queue.add(prompt('b'), 0)
  await end(new Error('no voice'))
  expect(said).toEqual(['a', 'b'])
})

test('a renewable prompt is renewed when its turn comes, or dropped', async () => {
  const { queue, said, end } = stage()
  let left = '5'
  queue.add(prompt('a', { urgent: true }), 0)
  queue.add(prompt('5', { urgent: true }), 0, () => prompt(left, { urgent: true }))
  queue.add(prompt('b'), 0)
  left = '4'
  await end()
  expect(said).toEqual(['a', '4'])
  queue.add(prompt('gone'), 0, () => null)
  await end()
  await end()
  expect(said).toEqual(['a', '4', 'b'])
})

test('nothing is chosen while another tab speaks; prompts that become stale meanwhile are dropped', async () => {
  const { queue, said, captions, wait, otherSpeaks, end } = stage()
  const otherEnds = otherSpeaks()
  queue.add(prompt('a'), 0)
  queue.add(prompt('5 minutes left', { topic: 'decryption' }), 0)
  wait(31_000)
  queue.add(prompt('over', { ends: 'decryption' }), 30_000)
  expect(captions).toEqual([])
  await otherEnds()
  await end()
  expect(said).toEqual(['over'])
  expect(captions).toEqual(['over', null])
})

test('waiting prompts are discarded with their log', async () => {
  const { queue, said, end } = stage()
  for (const id of ['a', 'b']) queue.add(prompt(id), 0)
  queue.clear()
  queue.add(prompt('new'), 0)
  await end()
  expect(said).toEqual(['a', 'new'])
})

test('a speaker that fails before choosing is not retried forever', async () => {
  const captions: (string | null)[] = []
  const queue = createPromptQueue({
    now: () => 0,
    later: () => () => {},
    onCaption: (caption) => captions.push(caption?.text.zh ?? null),
    speaker: { say: () => Promise.reject(new Error('no locks')), close: () => undefined },
  })
  queue.add(prompt('a'), 0)
  await new Promise((resolve) => setImmediate(resolve))
  expect(captions).toEqual(['a', null])
})

test('nothing is said after closing', async () => {
  const { queue, said, captions, closed, end } = stage()
  queue.add(prompt('a'), 0)
  queue.add(prompt('b'), 0)
  queue.close()
  expect(closed()).toBe(true)
  await end()
  queue.add(prompt('c'), 0)
  expect(said).toEqual(['a'])
  expect(captions).toEqual(['a'])
})

test('[VOI-5] a prompt that is said seldom is said at once, and then once for all that come within ten seconds', async () => {
  const { queue, said, captions, end, wait, timers } = stage()
  const message = (at: number) => queue.add(prompt('message', { seldom: true }), at)
  message(0)
  await end()
  for (const at of [1000, 2000, 3000]) {
    wait(1000)
    message(at)
    await settled()
  }
  queue.add(prompt('a'), 3000)
  await end()
  expect(said).toEqual(['message', 'a'])
  wait(6999)
  expect(said).toEqual(['message', 'a'])
  wait(1)
  await end()
  expect(said).toEqual(['message', 'a', 'message'])
  expect(captions.at(-1)).toBeNull()
  message(10_000)
  await settled()
  expect(timers()).toBe(1)
  queue.close()
  expect(timers()).toBe(0)
})
