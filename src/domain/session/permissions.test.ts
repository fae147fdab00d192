import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/story.ts'
import { agency, bidder, bidderCode, opener, platform, supervisor, tenderer } from '#test/domain/world.ts'
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

const session = stateAfter(story.submitted())

describe.each(Object.keys(permissions) as Action[])('%s', (action) => {
  const row = permissions[action]

  test.each(bidStatuses)('is allowed to its roles and refused to all others while %s', (status) => {
    for (const role of roles) {
      const refused = refusal({ ...session, status }, actors[role], action)
      if (!row.roles.includes(role)) expect(refused).toEqual({ code: 'forbidden', params: {} })
      else if (row.statuses.includes(status)) expect(refused).toBeNull()
      else if (row.otherwise) expect(refused).toEqual({ code: row.otherwise, params: {} })
      else if (status === 'opened') expect(refused).toEqual({ code: 'opening-ended', params: {} })
      else if (status === 'failed') expect(refused).toEqual({ code: 'flow-terminated', params: {} })
      else expect(refused).toEqual({ code: 'wrong-status', params: { status } })
    }
  })
})

function commandsOf(role: Role): CommandType[] {
  return commandTypes.filter((type) => permissions[type].roles.includes(role))
}

describe('whatever rows are added', () => {
  const forAnybodyPresent = ['EnterSession', 'JoinDraw', 'RevealDraw']

  test('a supervisor, an agency and a tenderer only watch', () => {
    expect(commandsOf('supervisor').sort()).toEqual(forAnybodyPresent)
    for (const role of ['agency', 'tenderer'] as const) expect(commandsOf(role)).toEqual(['EnterSession'])
  })

  test('nobody acts for a bidder, and no bidder for anybody else', () => {
    for (const type of commandsOf('bidder')) {
      if (!forAnybodyPresent.includes(type)) expect(permissions[type].roles).toEqual(['bidder'])
    }
  })

  test('no client can send what the clock decides', () => {
    for (const type of commandsOf('system')) {
      expect(permissions[type].roles).toEqual(['system'])
      expect(wireSchemas).not.toHaveProperty(type)
    }
  })

  test('once the opening has ended nothing is decided but that somebody entered or read a reply', () => {
    for (const status of ['opened', 'failed'] as const) {
      const possible = commandTypes.filter((type) => permissions[type].statuses.includes(status))
      expect(possible).toEqual(['EnterSession', 'MarkObjectionRead'])
    }
  })

  test('bids are handed in and objections raised before the opening alone', () => {
    for (const type of ['SubmitBid', 'EnrolBidder', 'RaiseObjection', 'ReplyObjection'] as const) {
      expect(permissions[type].statuses).toEqual(['not-opened'])
    }
  })

  test('bidders read nothing of the site staff, of others’ letters or of addresses', () => {
    for (const read of ['ReadWorkers', 'ReadCommitmentLetters', 'ReadAddresses'] as const) {
      expect(permissions[read].roles).not.toContain('bidder')
    }
  })
})

test('the staff of another agency has no part in a section', () => {
  for (const actor of [opener, agency, tenderer]) {
    const stranger = { ...actor, unitCode: 'another unit' }
    expect(refusal(session, stranger, 'EnterSession')?.code).toBe('forbidden')
    expect(refusal(session, { ...actor, unitCode: null }, 'ReadLog')?.code).toBe('forbidden')
  }
})

test('a bidder has no part in a section they are not enrolled in', () => {
  expect(refusal(session, bidder(9), 'ReadLog')?.code).toBe('not-enrolled')
  expect(refusal(session, { ...bidder(1), unitCode: null }, 'ReadLog')?.code).toBe('not-enrolled')
  expect(refusal(session, { ...bidder(1), unitCode: 'constructor' }, 'ReadLog')?.code).toBe('not-enrolled')
  expect(refusal(session, { ...bidder(9), unitCode: bidderCode(3) }, 'ReadLog')).toBeNull()
})

test('a bidder cannot lead: the opener’s commands are refused whoever the bidder is', () => {
  given(...story.entered())
    .when({ type: 'StartDecryption', payload: { limitMinutes: 30 } }, { as: bidder(1) })
    .thenRejected('forbidden')
})
