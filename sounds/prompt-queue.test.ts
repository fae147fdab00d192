import { expect, test } from 'vitest'
import { type Caption, createPromptQueue } from './prompt-queue.ts'
import type { Prompt } from './prompts.ts'

function prompt(id: string, urgent = false): Prompt {
  return { id, urgent, text: { zh: id, en: id }, clips: [] }
}

/** A queue whose speaker ends only when told to. */
function stage() {
  const said: string[] = []
  const captions: (string | null)[] = []
  let end: (how?: Error) => void = () => undefined
  let time = 0
  const queue = createPromptQueue({
    now: () => time,
    onCaption: (caption: Caption | null) => captions.push(caption?.text.zh ?? null),
    speaker: {
      say(spoken) {
        said.push(spoken.id)
        return new Promise((resolve, reject) => {
          end = (how) => (how ? reject(how) : resolve())
        })
      },
    },
  })
  return {
    queue,
    said,
    captions,
    wait: (ms: number) => {
      time += ms
    },
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

test('an urgent one goes first among those that wait', async () => {
  const { queue, said, end } = stage()
  queue.add(prompt('a'), 0)
  queue.add(prompt('b'), 0)
  queue.add(prompt('u', true), 0)
  await end()
  await end()
  expect(said).toEqual(['a', 'u', 'b'])
})

test('what has become stale is dropped, on arrival and while it waits', async () => {
  const { queue, said, wait, end } = stage()
  wait(100_000)
  queue.add(prompt('old'), 60_000)
  queue.add(prompt('a'), 99_000)
  queue.add(prompt('b'), 99_000)
  wait(31_000)
  await end()
  expect(said).toEqual(['a'])
})

test('the same prompt waits once', async () => {
  const { queue, said, end } = stage()
  for (const id of ['a', 'b', 'b', 'b']) queue.add(prompt(id), 0)
  await end()
  await end()
  expect(said).toEqual(['a', 'b'])
})

test('a voice that fails does not silence the next', async () => {
  const { queue, said, end } = stage()
  queue.add(prompt('a'), 0)
  queue.add(prompt('b'), 0)
  await end(new Error('no voice'))
  expect(said).toEqual(['a', 'b'])
})

test('nothing is said after closing', async () => {
  const { queue, said, captions, end } = stage()
  queue.add(prompt('a'), 0)
  queue.add(prompt('b'), 0)
  queue.close()
  await end()
  queue.add(prompt('c'), 0)
  expect(said).toEqual(['a'])
  expect(captions).toEqual(['a'])
})
