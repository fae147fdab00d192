import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, opener, signatureOf } from '#test/domain/sample-actors.ts'
import { agencyCode } from '#test/support/sample-tender.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { openingRecord, recordHash } from './record.ts'
import type { SignedAs } from './signer.ts'
import { signersOf } from './signers.ts'

const hash = histories.recordOf(histories.confirmed())
const at = histories.signingDeadline - 1
const person: SignedAs = { name: '张三', kind: 'person', envelopeFlag: 1, way: 'scan' }

function signing(n: number, signedAs?: SignedAs, cms: string | null = null): Command {
  return {
    type: 'SignRecord',
    payload: { signature: signatureOf(n), recordHash: hash, cms, ...(signedAs ? { signedAs } : {}) },
  }
}
const openerSigned = histories.openerSignature

describe('SignRecord by the opener', () => {
  test('[END-22] records the opener’s signature of the same record and of its PDF', () => {
    given(...histories.signing())
      .when(signing(9, undefined, 'MIIC'), { at, as: opener })
      .then(openerSigned)
    const state = stateAfter([...histories.signing(), openerSigned])
    expect(signersOf(state)[0]).toMatchObject({
      isOpener: true,
      unitCode: agencyCode,
      signature: { signer: signatureOf(9).signer, proof: { cms: 'MIIC' } },
    })
    expect(recordHash(state)).toBe(hash)
    expect(openingRecord(state)).toEqual(openingRecord(stateAfter(histories.signing())))
  })

  test('[END-22] is accepted once, after the command and until the signing is confirmed', () => {
    given(...histories.confirmed())
      .when(signing(9), { at, as: opener })
      .thenRejected('signing-not-issued')
    given(...histories.signing(), openerSigned)
      .when(signing(9), { at, as: opener })
      .thenRejected('already-signed')
    given(...histories.signed(), event('SigningClosed', {}))
      .when(signing(9, undefined, 'MIIC'), { at: histories.signingDeadline + 1, as: opener })
      .then(openerSigned)
    given(...histories.signingConfirmed())
      .when(signing(9), { at, as: opener })
      .thenRejected('signing-already-confirmed')
  })

  test('[END-22] is over the record that was fixed', () => {
    const command: Command = {
      type: 'SignRecord',
      payload: { signature: signatureOf(9), recordHash: 'f'.repeat(64) },
    }
    given(...histories.signing())
      .when(command, { at, as: opener })
      .thenRejected('stale-document')
  })

  test('[END-22] is not needed to confirm the signing', () => {
    given(...histories.signed())
      .when({ type: 'ConfirmSigning', payload: {} })
      .then(event('SigningConfirmed', { unsigned: [] }))
  })
})

describe('SignRecord for a unit', () => {
  test('[END-23] keeps who signed, as what, and the envelope’s flag', () => {
    given(...histories.signing())
      .when(signing(1, person), { at })
      .then(histories.recordSigned(1, person))
  })

  test('[END-23] is refused for a person without a name', () => {
    given(...histories.signing())
      .when(signing(1, { ...person, name: '' }), { at })
      .thenRejected('signer-missing')
  })

  test.each(['certificate', 'scan'] as const)(
    '[END-24] is refused by a way that the region does not offer: %s',
    (way) => {
      const signingWays = way === 'scan' ? (['certificate'] as const) : (['scan'] as const)
      given(...histories.signing())
        .when(signing(1, { ...person, way }), { at, rules: { signingWays } })
        .thenRejected('signing-way-not-offered')
    },
  )

  test('[END-7] is refused for a bidder who takes no part', () => {
    given(...histories.signing())
      .when(signing(3), { at, as: bidder(3) })
      .thenRejected('signer-unknown')
  })
})
