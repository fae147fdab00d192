import { expect, it } from 'vitest'
import { frameReader, isMessage } from './shared-frames.ts'

const packet = (kind: string, body: unknown) => Buffer.from(`42${JSON.stringify([kind, body])}`)

it('reads the same bytes once, and other bytes of the same length anew', () => {
  const read = frameReader()
  const first = read(packet('events', { head: 1 }))
  expect(first).toEqual({ kind: 'events', body: { head: 1 } })
  expect(read(packet('events', { head: 1 }))).toBe(first)
  expect(read(packet('events', { head: 2 }))).toEqual({ kind: 'events', body: { head: 2 } })
})

it('keeps its own copy: a socket may reuse its buffer', () => {
  const read = frameReader()
  const bytes = packet('hb', { head: 1 })
  read(bytes)
  bytes.write('2', bytes.length - 3)
  expect(read(bytes)).toEqual({ kind: 'hb', body: { head: 2 } })
})

it('tells events from other packets', () => {
  expect(isMessage(packet('hb', {}))).toBe(true)
  expect(isMessage(Buffer.from('40{"sid":"x"}'))).toBe(false)
  expect(isMessage(Buffer.from('2'))).toBe(false)
})
