import { describe, expect, it } from 'vitest'
import { epochOf } from '#lib/time.ts'
import { given, past, present, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, decryption, letterHash, signatureOf } from '#test/domain/sample-actors.ts'
import { rules } from '#test/support/sample-tender.ts'
import type { Command } from '../session/command.ts'
import { decide } from '../session/decide.ts'
import { letterStatus } from './commitment-letter.ts'

const create = (hash = letterHash(1)): Command => ({
  type: 'CreateCommitmentLetter',
  payload: { letterHash: hash },
})
const sign = (hash = letterHash(1)): Command => ({
  type: 'SignCommitmentLetter',
  payload: { signature: signatureOf(1, 'commitment-letter'), letterHash: hash },
})
const decline: Command = { type: 'DeclineCommitmentLetter', payload: {} }
const off = { rules: { commitmentLetter: false } }

const shown = [...histories.submitted(), histories.letter(1)]
const signed = [...shown, histories.signedLetter(1)]
const declined = [...shown, histories.declinedLetter(1)]
const statusAfter = (history: Parameters<typeof stateAfter>[0]) =>
  letterStatus(stateAfter(history).letters[bidderCode(1)])

describe('CreateCommitmentLetter', () => {
  it('[PRE-13] records the file that the bidder is shown, and no later one', () => {
    given(...histories.submitted())
      .when(create())
      .then(histories.letter(1))
    given(...shown)
      .when(create())
      .then()
    given(...shown)
      .when(create('f'.repeat(64)))
      .then()
    expect([histories.submitted(), shown].map(statusAfter)).toEqual(['none', 'shown'])
  })

  it('leaves a signed letter as it is', () => {
    given(...signed)
      .when(create('f'.repeat(64)))
      .then()
  })

  it('[PRE-13] is refused where the variant asks for no letter', () => {
    given(...histories.submitted())
      .when(create(), off)
      .thenRejected('letter-not-asked-for')
    given(...shown)
      .when(sign(), off)
      .thenRejected('letter-not-asked-for')
    given(...shown)
      .when(decline, off)
      .thenRejected('letter-not-asked-for')
  })

  it('is refused after the opening', () => {
    given(...histories.ended())
      .when(create())
      .thenRejected('opening-ended')
  })
})

describe('SignCommitmentLetter', () => {
  it('[PRE-13] records the bidder’s signature over the file that they were shown', () => {
    given(...shown)
      .when(sign())
      .then(histories.signedLetter(1))
    expect(statusAfter(signed)).toBe('signed')
  })

  it('[PRE-14] is refused in the first ten seconds', () => {
    const created = epochOf(past)
    given(...shown)
      .when(sign(), { at: created + 9_999 })
      .thenRejected('letter-not-read', { seconds: 10 })
    given(...shown)
      .when(sign(), { at: created + 10_000 })
      .then(histories.signedLetter(1))
  })

  it('[PRE-13] refuses another file, a letter that was not made, and a second signature', () => {
    given(...shown)
      .when(sign(letterHash(2)))
      .thenRejected('stale-document')
    given(...histories.submitted())
      .when(sign())
      .thenRejected('letter-not-created')
    given(...shown)
      .when(sign(), { as: bidder(2) })
      .thenRejected('letter-not-created')
    given(...signed)
      .when(sign())
      .thenRejected('letter-already-signed')
  })

  it('[PRE-15] is accepted after the letter was declined', () => {
    given(...declined)
      .when(sign())
      .then(histories.signedLetter(1))
    expect(statusAfter([...declined, histories.signedLetter(1)])).toBe('signed')
  })
})

describe('DeclineCommitmentLetter', () => {
  it('is recorded once, and refused after the signature', () => {
    given(...shown)
      .when(decline)
      .then(histories.declinedLetter(1))
    given(...declined)
      .when(decline)
      .then()
    given(...signed)
      .when(decline)
      .thenRejected('letter-already-signed')
    given(...histories.submitted())
      .when(decline)
      .thenRejected('letter-not-created')
    expect(statusAfter(declined)).toBe('declined')
  })

  it('[PRE-15] does not keep the bidder from decrypting', () => {
    const before = [...histories.submitted(), histories.letter(1), histories.declinedLetter(1)]
    const rest = histories.decrypting().slice(histories.submitted().length)
    const context = { now: present, actor: bidder(1), rules }
    expect(decide(stateAfter([...before, ...rest]), decryption(1), context)).toEqual(
      decide(stateAfter(histories.decrypting()), decryption(1), context),
    )
    expect(decide(stateAfter([...before, ...rest]), decryption(1), context).ok).toBe(true)
  })
})
