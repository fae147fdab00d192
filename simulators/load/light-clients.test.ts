import { expect, it } from 'vitest'
import { differenceFrom } from './light-clients.ts'

const head = { epoch: 'e', seq: 7, hash: 'h' }

function held(position: Partial<typeof head>, broken: number | null = null) {
  return { unitCode: 'A', client: { position: { ...head, ...position }, brokenAt: () => broken } }
}

it('holds a light client by epoch, seq and hash, and by the chain of its entries', () => {
  expect(differenceFrom(head, held({}))).toBeNull()
  expect(differenceFrom(head, held({ seq: 6 }))).toBe('A stays at entry 6 of 7')
  expect(differenceFrom(head, held({ hash: 'x' }))).toBe('A has another entry 7')
  expect(differenceFrom(head, held({ epoch: 'f' }))).toBe('A has another epoch')
  expect(differenceFrom(head, held({}, 5))).toBe('A: the chain breaks at entry 5')
})
