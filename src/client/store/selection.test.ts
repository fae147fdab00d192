import { expect, test } from 'vitest'
import { createSelection } from './selection.ts'

interface Snapshot {
  readonly state: { readonly bidders: number }
  readonly offset: number
  readonly deadline: { readonly seq: number } | null
}

const snapshot: Snapshot = { state: { bidders: 3 }, offset: 0, deadline: null }

test('a selector runs again only if a field has changed that it looked at', () => {
  const select = createSelection<Snapshot, number>()
  let runs = 0
  const bidders = ({ state }: Snapshot) => {
    runs += 1
    return state.bidders
  }
  expect(select(snapshot, bidders)).toBe(3)
  expect(select({ ...snapshot, offset: 5 }, bidders)).toBe(3)
  expect(runs).toBe(1)
  expect(select({ ...snapshot, offset: 5, state: { bidders: 4 } }, bidders)).toBe(4)
  expect(runs).toBe(2)
})

test('a field counts from when the selector looks at it', () => {
  const select = createSelection<Snapshot, number>()
  const later = (now: Snapshot) => (now.offset > 0 ? (now.deadline?.seq ?? -1) : 0)
  expect(select(snapshot, later)).toBe(0)
  expect(select({ ...snapshot, deadline: { seq: 7 } }, later)).toBe(0)
  expect(select({ ...snapshot, deadline: { seq: 7 }, offset: 1 }, later)).toBe(7)
  expect(select({ ...snapshot, deadline: { seq: 8 }, offset: 1 }, later)).toBe(8)
})

test('another selector runs, and what has the same fields keeps its identity', () => {
  const select = createSelection<Snapshot, object>()
  const first = select(snapshot, ({ offset }) => ({ offset }))
  expect(select(snapshot, ({ offset }) => ({ offset }))).toBe(first)
  expect(select({ ...snapshot, offset: 1 }, ({ offset }) => ({ offset }))).toEqual({ offset: 1 })
})
