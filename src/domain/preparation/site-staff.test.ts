import { describe, expect, it, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { agency, staffContact, staffMemberId } from '#test/domain/sample-actors.ts'
import { rules } from '#test/support/sample-tender.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import {
  type ContactRule,
  emptyFields,
  isContact,
  type StaffKind,
  type StaffRow,
  staffKinds,
} from './site-staff.ts'

const row: StaffRow = {
  kind: 'agency-staff',
  name: '张代理',
  unit: '代理公司',
  contact: staffContact,
}

function add(changes: Partial<StaffRow> = {}): Command {
  return { type: 'AddWorker', payload: { workerId: staffMemberId(9), ...row, ...changes } }
}

const edit = (changes: { name?: string; unit?: string; contact?: string }, n = 1): Command => ({
  type: 'EditWorker',
  payload: { workerId: staffMemberId(n), ...changes },
})

describe('AddWorker', () => {
  it.each(staffKinds)('[PRE-7] adds a row to the table of %s and keeps its contact private', (kind) => {
    const { contact, ...open } = { ...row, kind }
    given(...histories.submitted())
      .when(add({ kind, name: ' 张代理 ' }))
      .then(event('WorkerAdded', { workerId: staffMemberId(9), ...open, importedFrom: null }, { contact }))
  })

  it('[PRE-8] needs name, unit and, except for a project owner, contact', () => {
    for (const missing of [{ name: '' }, { name: '  ' }, { unit: '' }, { contact: ' ' }]) {
      given(...histories.submitted())
        .when(add(missing))
        .thenRejected('worker-incomplete')
    }
    given(...histories.submitted())
      .when(add({ kind: 'owner', unit: '' }))
      .thenRejected('worker-incomplete')
    const { contact, ...open } = { ...row, kind: 'owner' as const, contact: '' }
    given(...histories.submitted())
      .when(add({ kind: 'owner', contact: '' }))
      .then(event('WorkerAdded', { workerId: staffMemberId(9), ...open, importedFrom: null }, { contact }))
  })

  it('[PRE-8] accepts names of at most 20 characters', () => {
    given(...histories.submitted())
      .when(add({ name: '名'.repeat(21) }))
      .thenRejected('worker-name-too-long', { maximum: 20 })
    const name = `${'名'.repeat(19)}𠮷`
    const { contact, ...open } = { ...row, name }
    given(...histories.submitted())
      .when(add({ name }))
      .then(event('WorkerAdded', { workerId: staffMemberId(9), ...open, importedFrom: null }, { contact }))
  })

  it('[PRE-9] accepts only well-formed contacts in every table', () => {
    for (const kind of staffKinds) {
      given(...histories.submitted())
        .when(add({ kind, contact: '12345' }))
        .thenRejected('worker-contact-malformed')
    }
  })

  it('[PRE-10] is accepted during the opening, and refused between the envelopes and after the end', () => {
    const { contact, ...open } = row
    given(...histories.decrypting())
      .when(add())
      .then(event('WorkerAdded', { workerId: staffMemberId(9), ...open, importedFrom: null }, { contact }))
    given(...histories.firstEnvelopeEnded())
      .when(add())
      .thenRejected('wrong-status', { status: 'to-be-opened' })
    given(...histories.ended())
      .when(add())
      .thenRejected('opening-ended')
  })
})

describe('EditWorker', () => {
  const staffed = [...histories.submitted(), histories.staffMember(1), histories.staffMember(2, 'owner')]
  const first = {
    workerId: staffMemberId(1),
    kind: 'agency-staff',
    name: '现场人员1',
    unit: '代理公司',
  } as const

  it('changes the given fields and keeps the others', () => {
    given(...staffed)
      .when(edit({ name: '李四 ' }))
      .then(event('WorkerEdited', { ...first, name: '李四' }, { contact: staffContact }))
    given(...staffed)
      .when(edit({ contact: '13912345678' }))
      .then(event('WorkerEdited', first, { contact: '13912345678' }))
  })

  it('[PRE-8] checks the changed row like a new one', () => {
    given(...staffed)
      .when(edit({ contact: '139' }))
      .thenRejected('worker-contact-malformed')
    given(...staffed)
      .when(edit({ contact: '' }))
      .thenRejected('worker-incomplete')
    given(...staffed)
      .when(edit({ unit: '' }))
      .thenRejected('worker-incomplete')
    given(...staffed)
      .when(edit({ name: '名'.repeat(21) }))
      .thenRejected('worker-name-too-long', { maximum: 20 })
    const owner = { workerId: staffMemberId(2), kind: 'owner', name: '现场人员2', unit: '代理公司' } as const
    given(...staffed)
      .when(edit({ contact: '' }, 2))
      .then(event('WorkerEdited', owner, { contact: '' }))
  })

  it('ignores an edit without changes, and refuses an unknown row', () => {
    given(...staffed)
      .when(edit({ name: '现场人员1' }))
      .then()
    given(...staffed)
      .when(edit({ name: '张三' }, 7))
      .thenRejected('unknown-worker')
  })
})

describe('RemoveWorker', () => {
  const remove: Command = { type: 'RemoveWorker', payload: { workerId: staffMemberId(1) } }

  it('removes a row once', () => {
    const removed = event('WorkerRemoved', {
      ...{ workerId: staffMemberId(1), kind: 'agency-staff', name: '现场人员1' },
    })
    given(...histories.submitted(), histories.staffMember(1))
      .when(remove)
      .then(removed)
    given(...histories.submitted(), histories.staffMember(1), removed)
      .when(remove)
      .thenRejected('unknown-worker')
    expect(stateAfter([...histories.submitted(), histories.staffMember(1), removed]).workerOrder).toEqual([])
  })
})

describe('ImportWorkers', () => {
  const source = { sectionCode: 'HN-2026-0101-02', agencyCode: agency.unitCode ?? '' }
  const rows = [
    { workerId: staffMemberId(11), ...row, name: '现场人员1', contact: '/' },
    { workerId: staffMemberId(12), ...row, kind: 'owner' as StaffKind, name: '法人', contact: '' },
  ]
  const fetch = (workers = rows, from = source): Command => ({
    type: 'ImportWorkers',
    payload: { source: from, workers },
  })

  it('[PRE-11] adds people who are not in the tables yet, with their section', () => {
    const { contact, ...open } = rows[1] ?? { contact: '' }
    const added = event('WorkerAdded', { ...open, importedFrom: source.sectionCode } as never, { contact })
    given(...histories.submitted(), histories.staffMember(1))
      .when(fetch())
      .then(added)
    given(...histories.submitted(), histories.staffMember(1))
      .when(fetch(rows.slice(0, 1)))
      .thenRejected('no-workers-to-import')
    given(...histories.submitted())
      .when(fetch([]))
      .thenRejected('no-workers-to-import')
  })

  it('[PRE-11] refuses a section of another agency', () => {
    given(...histories.submitted())
      .when(fetch(rows, { ...source, agencyCode: 'another' }))
      .thenRejected('unknown-section')
  })

  it('[PRE-11] is refused where the variant does not have it', () => {
    given(...histories.submitted())
      .when(fetch(), { rules: { personnelFromOtherSections: false } })
      .thenRejected('personnel-import-off')
  })
})

test.each([
  ...['025-83210001', '25-8321000', '0371-65890001', '371-65890001', '13912345678', '14700000000'],
  ...['15000000000', '18800000000', '/', '025-83210001/13912345678'],
])('[PRE-9] %s is a contact', (contact) => {
  expect(isContact(contact, rules.contacts)).toBe(true)
})

test.each([
  ...['', '12345', '12912345678', '17012345678', '19912345678', '1391234567', '139123456789'],
  ...['0-83210001', '02555-8321000', '025-832100', '025-832100011', '02583210001', '025-8321000x'],
  ...['13912345678/', '//', '13912345678 ', '139-12345678/x', '１３９１２３４５６７８'],
])('[PRE-9] %j is not a contact', (contact) => {
  expect(isContact(contact, rules.contacts)).toBe(false)
})

describe('where the region takes newer mobile and service numbers', () => {
  const contacts: ContactRule = { mobilePrefixes: ['13', '16', '17', '19'], serviceNumbers: true }
  const { contact: _, ...open } = row
  const newer = ['16612345678', '17012345678', '19912345678', '400-000-0000', '8001234567']

  test.each([...newer, '400-1234567/19912345678'])('[PRE-9] %s is a contact', (contact) => {
    expect(isContact(contact, contacts)).toBe(true)
    given(...histories.submitted())
      .when(add({ contact }), { rules: { contacts } })
      .then(event('WorkerAdded', { ...open, workerId: staffMemberId(9), importedFrom: null }, { contact }))
  })

  test.each(['18012345678', '400-123', '5001234567', '400--1234567'])('[PRE-9] %s is none', (contact) => {
    expect(isContact(contact, contacts)).toBe(false)
  })

  test.each(newer)('[PRE-9] elsewhere %s is refused', (contact) => {
    given(...histories.submitted())
      .when(add({ contact }))
      .thenRejected('worker-contact-malformed')
  })
})

test('missing fields of a row are named in the order of its fields', () => {
  const empty = { name: '', unit: ' ', contact: '' }
  expect(emptyFields({ kind: 'supervisor', ...empty })).toEqual(['name', 'unit', 'contact'])
  expect(emptyFields({ kind: 'owner', ...empty })).toEqual(['name', 'unit'])
  expect(emptyFields(row)).toEqual([])
})
