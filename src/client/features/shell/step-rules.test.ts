import { describe, expect, test } from 'vitest'
import { initial, type SessionState } from '#domain/state.ts'
import { currentStep, currentWindow, routeOfStep, stepOfRoute, waitingFor } from './step-rules.ts'

const window = {
  limitMinutes: 30,
  issuedAt: '2026-01-01T00:00:00.000Z',
  deadline: '2026-01-01T00:30:00.000Z',
  closed: false,
}
const decryption = { ...window, cause: null, closedAt: null }

function session(changes: Partial<SessionState>): SessionState {
  return { ...initial(), ...changes }
}

describe('a bidder', () => {
  test('waits in preparation until the decryption command, though the opener is in step 2', () => {
    const entered = session({ flow: 15 })
    expect(currentStep(entered, 'bidder')).toBe('preparation')
    expect(waitingFor('opening', entered, 'bidder')).toBe('waitDecryption')
    expect(currentStep(session({ flow: 15, decryption }), 'bidder')).toBe('opening')
  })

  test('waits for the announcement and for the end by their own messages', () => {
    const decrypting = session({ flow: 15, decryption })
    expect(waitingFor('announcement', decrypting, 'bidder')).toBe('waitAnnouncement')
    expect(waitingFor('end', session({ flow: 25, decryption }), 'bidder')).toBe('waitEnd')
  })
})

describe('an opener', () => {
  test('stands in step 2 as soon as it is entered, on the decryption page once the command is given', () => {
    expect(currentStep(session({ flow: 15 }), 'opener')).toBe('opening')
    expect(routeOfStep('opening', session({ flow: 15 }))).toBe('bidbegin')
    expect(routeOfStep('opening', session({ flow: 15, decryption }))).toBe('declassifiedstatus')
  })

  test('may always go back', () => {
    const ended = session({ flow: 45, decryption })
    for (const step of ['preparation', 'opening', 'announcement', 'end'] as const) {
      expect(waitingFor(step, ended, 'opener')).toBeNull()
    }
  })
})

test('the file view belongs to no step', () => {
  expect(stepOfRoute('file-view')).toBeNull()
  expect(stepOfRoute('bidcall')).toBe('announcement')
})

test('the open window with the nearest act names the deadline; a closed one does not', () => {
  expect(currentWindow(session({ flow: 15, decryption }))).toEqual({
    name: 'decryption',
    deadline: window.deadline,
  })
  expect(currentWindow(session({ flow: 15, decryption: { ...decryption, closed: true } }))).toBeNull()
  const signing = {
    ...window,
    deadline: '2026-01-01T02:00:00.000Z',
    recordHash: '',
    extendedAt: null,
    confirmed: false,
    unsigned: [],
  }
  expect(currentWindow(session({ flow: 40, decryption: { ...decryption, closed: true }, signing }))).toEqual({
    name: 'signing',
    deadline: signing.deadline,
  })
})
