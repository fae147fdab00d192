import { expect, test } from 'vitest'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import { viewFor } from '#domain/session/view.ts'
import { opener } from '#test/domain/sample-actors.ts'
import { sessionId } from '#test/domain/session.ts'
import { openingLog, session as openingSession } from '#test/support/opening-log.ts'
import { drawn, drawSession } from './draw-session.ts'
import { exportOf, run } from './exported-log.ts'

test('[REP-13] an export tells which entry has the hash in the foot of a PDF, copied with blanks or without', () => {
  const session = drawSession()
  drawn(session)
  const viewer = { role: 'opener', unitCode: opener.unitCode, seesSupervisor: true } as const
  const text = exportOf(sessionId, session.entries, viewer)
  const { seq, hash } = viewFor(viewer, session.entries[4] as (typeof session.entries)[number])
  const groups = hash.toUpperCase().match(/.{8}/g) ?? []
  for (const given of [[hash], groups, [groups.join(' ')]])
    expect(run(text, ...given).output).toContain(`PROVED entry ${seq} has the hash that you gave`)
  const other = run(text, sha256Hex('another log'))
  expect(other.code).toBe(1)
  expect(other.output).toContain('WRONG no entry of this log has or names the hash')
  expect(run(text, hash.slice(1)).code).toBe(2)
})

test('a hash that an entry names is found in it, and one that somebody only wrote is not', () => {
  const entries = openingLog('named')
  const reader = { role: 'opener', unitCode: 'AG', seesSupervisor: true } as const
  const text = exportOf(openingSession, entries, reader)
  const started = entries.find(({ type }) => type === 'SigningStarted')
  if (!started) throw new Error('no signing')
  const { seq, payload } = started
  const { recordHash } = payload as { recordHash: string }
  const found = `PROVED entry ${seq}, SigningStarted, names the hash that you gave (recordHash)`
  expect(run(text, recordHash).output).toContain(found)

  const session = drawSession()
  const message = sha256Hex('a forged record')
  expect(session.say({ type: 'PostMessage', payload: { message } })).toBeNull()
  const other = run(exportOf(sessionId, session.entries, { ...reader, unitCode: opener.unitCode }), message)
  expect(other.output).toContain('WRONG no entry of this log has or names the hash')
})

test('what a file says cannot write another verdict to the terminal', () => {
  const session = 'x\n\u001b[2KPROVED everything\u202e'
  const text = exportOf(session, drawSession().entries, {
    role: 'opener',
    unitCode: opener.unitCode,
    seesSupervisor: true,
  })
  const { code, output } = run(text)
  expect(code).toBe(1)
  expect(output).toContain('section x\\u{a}\\u{1b}[2KPROVED everything\\u{202e}, ')
  expect(output).not.toMatch(/[\p{Cf}]|^PROVED everything/mu)
  expect(output).not.toContain('\u001b')
})
