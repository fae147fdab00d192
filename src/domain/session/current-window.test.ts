import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { tender } from '#test/support/sample-tender.ts'
import { signedAsOrganisation } from '../ending/signer.ts'
import { biddersOf } from '../submission/bids.ts'
import { currentWindow } from './current-window.ts'
import { initial, type SessionState } from './state.ts'

const window = {
  limitMinutes: 30,
  issuedAt: '2026-01-01T00:00:00.000Z',
  deadline: '2026-01-01T00:30:00.000Z',
  closed: false,
  prolongedFor: [],
}
const decryption = {
  ...window,
  cause: null,
  closedAt: null,
  outages: null,
  extendedMinutes: 0,
}
const closed = { ...decryption, closed: true }

function session(changes: Partial<SessionState>): SessionState {
  return { ...initial(), tender: tender(), ...changes }
}

test('the deadline is that of the open window; a closed window has none', () => {
  expect(currentWindow(session({ flow: 15, decryption }))).toEqual({
    name: 'decryption',
    deadline: window.deadline,
  })
  expect(currentWindow(session({ flow: 15, decryption: closed }))).toBeNull()
  expect(currentWindow(session({ flow: 15, decryption, lot: 'paused' }))).toBeNull()
  const signing = {
    ...window,
    deadline: '2026-01-01T02:00:00.000Z',
    recordHash: '',
    extendedAt: null,
    confirmed: false,
    unsigned: [],
    statements: null,
    opener: null,
  }
  expect(currentWindow(session({ flow: 40, decryption: closed, signing }))).toEqual({
    name: 'signing',
    deadline: signing.deadline,
  })
})

test('a bidder who has signed sees no deadline any more, one who has not does', () => {
  const signing = {
    ...window,
    recordHash: '',
    extendedAt: null,
    confirmed: false,
    unsigned: [],
    statements: null,
    opener: null,
  }
  const state = session({ flow: 40, decryption: closed, signing })
  const own = biddersOf(stateAfter(histories.submitted()))[0]
  if (!own) throw new Error('a bidder expected')
  const signature = { signer: '', fingerprint: '', at: '', signedAs: signedAsOrganisation, proof: null }
  expect(currentWindow(state, own)?.name).toBe('signing')
  expect(currentWindow(state, { ...own, signature })).toBeNull()
})

test('other roles see the signing deadline until every bidder has signed', () => {
  const [one, all] = [[...histories.signing(), histories.signature(1)], histories.signed()].map(stateAfter)
  expect(one && currentWindow(one)?.name).toBe('signing')
  expect(all && currentWindow(all)).toBeNull()
})
