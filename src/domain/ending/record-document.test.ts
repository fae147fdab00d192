import { describe, expect, test } from 'vitest'
import { isoTime } from '#lib/time.ts'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  bidder,
  bidderCode,
  documentHash,
  documentId,
  minute,
  signatureOf,
} from '#test/domain/sample-actors.ts'
import { recordKey } from '../documents/document.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { recordDocument } from './record.ts'
import { signedAsOrganisation } from './signer.ts'

const stored = { documentId: documentId(1), basis: 20, sha256: documentHash(1), size: 4000 }
const recordHash = histories.recordOf(histories.confirmed())
const filed = event('DocumentFiled', {
  ...{ ...recordKey('opening-record', 1), ...stored },
  ...{ version: 1, reason: '', by: '' },
})
const frozen = [
  ...histories.confirmed(),
  filed,
  event('SigningStarted', histories.signingStarted(isoTime(histories.signingDeadline), recordHash)),
]
const at = histories.signingDeadline - 15 * minute

describe('StartSigning with the record’s PDF', () => {
  const command = (hash: string): Command => ({
    type: 'StartSigning',
    payload: { limitMinutes: 15, frozen: { ...stored, recordHash: hash } },
  })

  test('[REC-1] files the PDF before the signing starts', () => {
    const deadline = isoTime(histories.signingDeadline)
    given(...histories.confirmed())
      .when(command(recordHash), { at })
      .then(filed, event('SigningStarted', histories.signingStarted(deadline, recordHash)))
    expect(recordDocument(stateAfter(frozen))?.sha256).toBe(documentHash(1))
  })

  test('[REC-1] is refused when the PDF was made of another record', () => {
    given(...histories.confirmed())
      .when(command('0'.repeat(64)), { at })
      .thenRejected('stale-document')
  })
})

describe('SignRecord with the record’s PDF', () => {
  const signing = (pdf: string | null, cms: string | null = null): Command => ({
    type: 'SignRecord',
    payload: { signature: signatureOf(1), recordHash, pdf, cms },
  })
  const signed = histories.signature(1)

  test('[REC-2] records the signature over the PDF with that of the record', () => {
    given(...frozen)
      .when(signing(documentHash(1), 'MIIC'), { at, as: bidder(1) })
      .then(histories.recordSigned(1, signedAsOrganisation, 'MIIC'))
    given(...frozen)
      .when(signing(documentHash(1)), { at, as: bidder(1) })
      .then(signed)
  })

  test('[REC-2] that a log of before has in an entry of its own belongs to the same signature', () => {
    const after = stateAfter([
      ...frozen,
      signed,
      event('RecordPdfSigned', { bidderCode: bidderCode(1), cms: 'MIIC' }),
    ])
    expect(after.bidders[bidderCode(1)]?.signature?.proof).toEqual({ jws: signatureOf(1).jws, cms: 'MIIC' })
  })

  test('[REC-2] is refused when it names another PDF, or none', () => {
    for (const pdf of [documentHash(2), null]) {
      given(...frozen)
        .when(signing(pdf), { at, as: bidder(1) })
        .thenRejected('stale-document')
    }
  })

  test('of a log without a PDF it names none', () => {
    given(...histories.signing())
      .when(signing(null), { at, as: bidder(1) })
      .then(signed)
  })
})

describe('SealRecord', () => {
  const command: Command = {
    type: 'SealRecord',
    payload: { envelope: 1, ...stored, documentId: documentId(2), sha256: documentHash(2) },
  }
  const confirmed = [...frozen, event('SigningConfirmed', { unsigned: [bidderCode(1), bidderCode(2)] })]
  const sealed = event('DocumentFiled', {
    ...{ ...recordKey('sealed-record', 1), ...stored, version: 1, reason: '', by: '' },
    ...{ documentId: documentId(2), sha256: documentHash(2) },
  })

  test('[REC-3] files the sealed record once, also after the end', () => {
    given(...confirmed)
      .when(command)
      .then(sealed)
    given(...confirmed, event('OpeningEnded', {}))
      .when(command)
      .then(sealed)
    given(...confirmed, sealed)
      .when(command)
      .then()
  })

  test('[REC-3] is refused before the signing is confirmed, and without a record to seal', () => {
    given(...frozen)
      .when(command)
      .thenRejected('confirm-signing-first')
    given(...histories.signingConfirmed())
      .when(command)
      .thenRejected('unknown-document')
  })
})
