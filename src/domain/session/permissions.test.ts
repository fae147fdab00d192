import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  agency,
  bidder,
  bidderCode,
  opener,
  platform,
  supervisor,
  tenderer,
} from '#test/domain/sample-actors.ts'
import { type Actor, type Role, roles, systemActor } from './actor.ts'
import { type CommandType, commandTypes, wireSchemas } from './command.ts'
import { bidStatuses } from './flow.ts'
import { type Action, permissions, refusal } from './permissions.ts'

const actors: Readonly<Record<Actor['role'], Actor>> = {
  opener,
  bidder: bidder(1),
  supervisor,
  agency,
  tenderer,
  platform,
  system: systemActor,
}

const session = stateAfter(histories.submitted())

describe.each(Object.keys(permissions) as Action[])('%s', (action) => {
  const row = permissions[action]

  test.each(bidStatuses)('[SES-4] is allowed to its roles and refused to all others while %s', (status) => {
    for (const role of roles) {
      const refused = refusal({ ...session, status }, actors[role], action)
      if (!row.roles.includes(role)) expect(refused).toEqual({ code: 'forbidden', params: {} })
      else if (row.statuses.includes(status)) expect(refused).toBeNull()
      else if (row.otherwise) expect(refused).toEqual({ code: row.otherwise, params: {} })
      else if (status === 'opened')
        expect(refused).toEqual({ code: row.afterEnd ?? 'opening-ended', params: {} })
      else if (status === 'failed') expect(refused).toEqual({ code: 'flow-terminated', params: {} })
      else expect(refused).toEqual({ code: 'wrong-status', params: { status } })
    }
  })
})

function commandsOf(role: Role): CommandType[] {
  return commandTypes.filter((type) => permissions[type].roles.includes(role))
}

describe('for all rows of the table', () => {
  const forAnybodyPresent = ['EnterSession', 'JoinDraw', 'PostMessage', 'RevealDraw']

  test('a supervisor, an agency and a tenderer watch and ask for contacts; a supervisor writes, the agency may halt', () => {
    expect(commandsOf('supervisor').sort()).toEqual([...forAnybodyPresent, 'ShowContact'].sort())
    expect(commandsOf('tenderer').sort()).toEqual(['EnterSession', 'ShowContact'])
    const halting = ['DeclareFailure', 'EnterSession', 'HaltOpening', 'ResumeOpening', 'ShowContact']
    expect(commandsOf('agency').sort()).toEqual(halting)
  })

  test('only bidders give bidders’ commands, and no others; the opener signs, too', () => {
    for (const type of commandsOf('bidder')) {
      const others = type === 'SignRecord' ? ['opener'] : []
      if (!forAnybodyPresent.includes(type)) expect(permissions[type].roles).toEqual(['bidder', ...others])
    }
  })

  test('no client can give the clock’s commands', () => {
    for (const type of commandsOf('system')) {
      expect(permissions[type].roles).toEqual(['system'])
      expect(wireSchemas).not.toHaveProperty(type)
    }
  })

  test('after the end only entering, reading a reply, documents, contacts and the evaluation’s status are accepted', () => {
    const all = ['EnterSession', 'FileDocument', 'MarkObjectionRead', 'SealRecord', 'WithdrawDocument']
    for (const status of ['opened', 'failed'] as const) {
      const possible = commandTypes.filter((type) => permissions[type].statuses.includes(status))
      const ended = status === 'opened' ? ['ChangeEvaluationStatus', 'ShowContact'] : []
      expect(possible.toSorted()).toEqual([...ended, ...all].sort())
    }
  })

  test('bids are submitted only before the opening', () => {
    for (const type of ['SubmitBid', 'EnrolBidder'] as const) {
      expect(permissions[type].statuses).toEqual(['not-opened'])
    }
  })

  test('[PRE-17] only the section’s own opener may prepare it, before the opening of files', () => {
    expect(refusal(session, opener, 'PrepareSection')).toBeNull()
    for (const actor of [bidder(1), supervisor, agency, { ...opener, unitCode: 'another unit' }]) {
      expect(refusal(session, actor, 'PrepareSection')?.code).toBe('forbidden')
    }
    const begun = stateAfter(histories.decrypting())
    expect(refusal(begun, opener, 'PrepareSection')?.code).toBe('wrong-status')
  })

  test('bidders read nothing of the site staff, of others’ letters or of addresses', () => {
    for (const read of ['ReadWorkers', 'ReadCommitmentLetters', 'ReadAddresses'] as const) {
      expect(permissions[read].roles).not.toContain('bidder')
    }
  })
})

test('[SES-5] staff of another agency are refused', () => {
  for (const actor of [opener, agency, tenderer]) {
    const stranger = { ...actor, unitCode: 'another unit' }
    expect(refusal(session, stranger, 'EnterSession')?.code).toBe('forbidden')
    expect(refusal(session, { ...actor, unitCode: null }, 'ReadLog')?.code).toBe('forbidden')
  }
})

test('[SES-5] a bidder who is not enrolled is refused', () => {
  expect(refusal(session, bidder(9), 'ReadLog')?.code).toBe('not-enrolled')
  expect(refusal(session, { ...bidder(1), unitCode: null }, 'ReadLog')?.code).toBe('not-enrolled')
  expect(refusal(session, { ...bidder(1), unitCode: 'constructor' }, 'ReadLog')?.code).toBe('not-enrolled')
  expect(refusal(session, { ...bidder(9), unitCode: bidderCode(3) }, 'ReadLog')).toBeNull()
})

test('every bidder is refused the opener’s commands', () => {
  given(...histories.entered())
    .when({ type: 'StartDecryption', payload: { limitMinutes: 30 } }, { as: bidder(1) })
    .thenRejected('forbidden')
})
