import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Entry, hashOf } from '#domain/log/entry.ts'
import { writtenIn } from '#protocol/socket/restored-epoch.ts'
import * as histories from '#test/domain/histories.ts'
import { platform } from '#test/domain/sample-actors.ts'
import { recorded } from '#test/domain/session.ts'
import { createLogMarks, createShortHmac, unmarkedMark } from './log-marks.ts'
import { sha256 } from './sha256.ts'

test('the short form is HMAC-SHA-256, for texts of any length', () => {
  const key = randomBytes(32)
  const hmac = createShortHmac(key)
  for (const length of [0, 1, 63, 64, 200, 257, 1000, 90]) {
    const text = 'a'.repeat(length)
    expect(hmac(text)).toBe(createHmac('sha256', key).update(text).digest('binary'))
  }
})

test('[KEY-7] a mark is the beginning of an HMAC over section, epoch and hash', () => {
  const key = createHmac('sha256', privateKey).update('log marks').digest()
  for (const epoch of ['e', 'f', '', 'e']) {
    const marked = createHmac('sha256', key).update(`entry\n${id}\n${epoch}\n${first.hash}`).digest()
    expect(createLogMarks({ ...section, epoch }, null).of(first)).toEqual(marked.subarray(0, 16))
  }
})

test.each([
  ['e', 1, 'e'],
  ['e~5~x', 5, 'e'],
  ['e~5~x', 6, 'e~5~x'],
  ['e~5~x~9~y', 5, 'e'],
  ['e~5~x~9~y', 9, 'e~5~x'],
  ['e~5~x~9~y', 10, 'e~5~x~9~y'],
  // The second backup was older than the first.
  ['e~5~x~3~y', 3, 'e'],
  ['e~5~x~3~y', 4, 'e~5~x~3~y'],
])('in the log of the epoch %s entry %i was written in %s', (epoch, seq, expected) => {
  expect(writtenIn(epoch, seq)).toBe(expected)
})

const id = randomUUID()
const privateKey = randomBytes(32)
const section = { id, epoch: 'e', privateKey }
const entries: Entry[] = []
for (const event of histories.submitted())
  entries.push(recorded(entries, event, platform, '2026-03-01T00:00:00.000Z'))
const [first, second, third] = entries as [Entry, Entry, Entry]
const rechained = (entry: Entry) => ({ ...entry, hash: hashOf(entry, sha256) })

test('[KEY-7] a mark is of one entry, section and epoch, by the section’s key', () => {
  const marks = createLogMarks(section, null)
  expect(marks.isRight(first, marks.of(first))).toBe(true)
  const others = [
    createLogMarks({ ...section, id: randomUUID() }, null),
    createLogMarks({ ...section, epoch: 'f' }, null),
    createLogMarks({ ...section, privateKey: randomBytes(32) }, null),
  ]
  for (const other of others) expect(other.isRight(first, marks.of(first))).toBe(false)
  expect(marks.isRight(second, marks.of(first))).toBe(false)
  expect(marks.isRight(first, null)).toBe(false)
  expect(marks.isRight(first, marks.of(first).subarray(1))).toBe(false)
  const altered = { ...first, actor: 'somebody else' }
  expect(marks.isRight(altered, marks.of(altered))).toBe(false)
  expect(marks.isRight(rechained(altered), marks.of(first))).toBe(false)
  // Kept when a backup was restored, and not written since.
  const restored = createLogMarks({ ...section, epoch: 'e~1~x' }, null)
  expect([first, second].map((entry) => restored.isRight(entry, marks.of(entry)))).toEqual([true, false])
})

test('[KEY-7] what a log had before there were marks is trusted up to its end then, and no further', () => {
  const place = { head: 2, hash: second.hash }
  const marks = createLogMarks(section, { ...place, mark: unmarkedMark(section, place) })
  expect(entries.slice(0, 3).map((entry) => marks.isRight(entry, null))).toEqual([true, true, false])
  expect(marks.isRight(third, marks.of(third))).toBe(true)
  expect(marks.isRight(rechained({ ...second, actor: 'somebody else' }), null)).toBe(false)
  const longer = { head: 3, hash: third.hash, mark: unmarkedMark(section, place) }
  expect(createLogMarks(section, longer).isRight(first, null)).toBe(false)
})
