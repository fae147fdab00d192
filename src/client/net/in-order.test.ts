import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

/** A promise and what fulfils it. */
function awaited() {
  let come = (_: string) => {}
  const promise = new Promise<string>((resolve) => {
    come = resolve
  })
  return { promise, come: (value: string) => come(value) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('work is done at once, unless something before it waits', async () => {
  const done: string[] = []
  const queue = inOrder()
  const [first, second] = [awaited(), awaited()]
  queue.next(() => done.push('a'))
  queue.after(first.promise, (value) => done.push(value))
  queue.next(() => done.push('c'))
  queue.after(second.promise, (value) => done.push(value))
  queue.next(() => done.push('e'))
  expect(done).toEqual(['a'])
  second.come('d')
  await settled()
  expect(done).toEqual(['a'])
  first.come('b')
  await settled()
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('what was forgotten is not done, and does not hold up what follows', async () => {
  const done: string[] = []
  const queue = inOrder()
  const first = awaited()
  queue.after(first.promise, (value) => done.push(value))
  queue.next(() => done.push('b'))
  queue.clear()
  queue.next(() => done.push('c'))
  first.come('a')
  await settled()
  expect(done).toEqual(['c'])
})
