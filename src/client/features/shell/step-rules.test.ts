import { describe, expect, test } from 'vitest'
import { isStepReached } from '#client/session/steps.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { sessionStep } from '#domain/session/under-way.ts'
import { tender } from '#test/support/sample-tender.ts'
import {
  currentStep,
  denialOf,
  enteringCommand,
  followsSession,
  routeOfStep,
  stepOfRoute,
  stepsShown,
} from './step-rules.ts'

const window = {
  limitMinutes: 30,
  issuedAt: '2026-01-01T00:00:00.000Z',
  deadline: '2026-01-01T00:30:00.000Z',
  closed: false,
}
const decryption = {
  ...window,
  cause: null,
  closedAt: null,
  outages: null,
  extendedMinutes: 0,
  prolongedFor: [],
}
const closed = { ...decryption, closed: true }
const allSteps = ['preparation', 'opening', 'announcement', 'end'] as const

function session(changes: Partial<SessionState>): SessionState {
  return { ...initial(), tender: tender(), ...changes }
}

const waiting = (text: string) => ({ by: 'waiting', text })
const rule = (code: string) => ({ by: 'rule', rejection: expect.objectContaining({ code }) })

describe('a bidder', () => {
  test('[SHL-3] [SHL-4] waits in preparation until the decryption command, even if the opener is in step 2', () => {
    const entered = session({ flow: 15 })
    expect(currentStep(entered, 'bidder')).toBe('preparation')
    expect(sessionStep(entered)).toBe('opening')
    expect(denialOf('opening', entered, 'bidder')).toEqual(waiting('waitDecryption'))
    expect(currentStep(session({ flow: 15, decryption }), 'bidder')).toBe('opening')
  })

  test('[SHL-3] has a message each while waiting for the announcement and for the end', () => {
    const decrypting = session({ flow: 15, decryption })
    expect(denialOf('announcement', decrypting, 'bidder')).toEqual(waiting('waitAnnouncement'))
    expect(denialOf('end', session({ flow: 25, decryption }), 'bidder')).toEqual(waiting('waitEnd'))
  })

  test('moves with the session from every screen; a supervisor from a step, not from the log’s screen', () => {
    expect(followsSession('bidder', 'file-view')).toBe(true)
    expect(followsSession('supervisor', 'bidcall')).toBe(true)
    expect(followsSession('supervisor', 'progress')).toBe(false)
    expect(followsSession('opener', 'bidready')).toBe(false)
  })
})

describe('an opener', () => {
  test('[SHL-5] is in step 2 as soon as it is entered, on the decryption page after the command', () => {
    expect(currentStep(session({ flow: 15 }), 'opener')).toBe('opening')
    expect(routeOfStep('opening', session({ flow: 15 }))).toBe('bidbegin')
    expect(routeOfStep('opening', session({ flow: 15, decryption }))).toBe('declassifiedstatus')
  })

  test('[SHL-1] can always go back', () => {
    const ended = session({ flow: 45, decryption })
    for (const step of allSteps) expect(isStepReached(step, ended, 'opener')).toBe(true)
  })

  test.each([
    ['announcement', { flow: 0 }, 'enter-opening-first'],
    ['announcement', { flow: 15 }, 'decryption-not-issued'],
    ['announcement', { flow: 15, decryption }, 'imports-pending'],
    ['end', { flow: 0 }, 'enter-announcement-first'],
    ['end', { flow: 15, decryption: closed }, 'announce-first'],
  ] as const)('going to the %s from %o meets %s', (step, changes, code) => {
    expect(denialOf(step, session(changes), 'opener')).toEqual(rule(code))
  })

  test('meets no refusal when the rules allow the step', () => {
    expect(denialOf('opening', session({ flow: 0 }), 'opener')).toBeNull()
    expect(denialOf('announcement', session({ flow: 15, decryption: closed }), 'opener')).toBeNull()
    expect(denialOf('end', session({ flow: 25, decryption: closed }), 'opener')).toBeNull()
  })
})

describe('a halted lot', () => {
  test.each([
    ['failure-pending', 'failure-pending'],
    ['failed', 'flow-terminated'],
    ['stopped', 'flow-terminated'],
  ] as const)('[SHL-2] %s: the steps ahead are closed to all, the finished ones open', (lot, code) => {
    const halted = session({ flow: 15, decryption: closed, lot })
    for (const role of ['opener', 'bidder', 'supervisor'] as const) {
      expect(denialOf('announcement', halted, role)).toEqual(rule(code))
      expect(denialOf('end', halted, role)).toEqual(rule(code))
      expect(isStepReached('opening', halted, role)).toBe(true)
      expect(denialOf('preparation', session({ flow: 0, lot }), role)).toBeNull()
    }
  })
})

describe('the steps', () => {
  test.each([4, 0] as const)('omit the announcement for bidStyle %d', (bidStyle) => {
    const without = session({ tender: tender({ bidStyle }), flow: 15, decryption: closed })
    expect(stepsShown(without)).toEqual(['preparation', 'opening', 'end'])
    expect(enteringCommand('end', without)).toBe('EnterAnnouncement')
    expect(denialOf('end', without, 'opener')).toBeNull()
  })

  test.each([
    ['encryption off', { encrypted: false }],
    ['mode YS', { openingMode: 'YS' }],
  ])('[SHL-5] %s: step 2 is shown on the decryption page from its beginning', (_name, changes) => {
    const state = session({ tender: tender(changes), flow: 15 })
    expect(routeOfStep('opening', state)).toBe('declassifiedstatus')
    expect(denialOf('opening', state, 'bidder')).toEqual(waiting('waitDecryption'))
  })

  test('the file view belongs to no step', () => {
    expect(stepOfRoute('file-view')).toBeNull()
    expect(stepOfRoute('bidcall')).toBe('announcement')
  })
})
