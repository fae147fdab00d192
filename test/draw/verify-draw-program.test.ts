import { expect, test } from 'vitest'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import { viewFor } from '#domain/session/view.ts'
import { opener } from '#test/domain/sample-actors.ts'
import { sessionId } from '#test/domain/session.ts'
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
  expect(other.output).toContain('WRONG no entry of this log has the hash')
  expect(run(text, hash.slice(1)).code).toBe(2)
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
