import { expect, test } from 'vitest'
import { overviewHash, recordHash } from '#domain/ending/record.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { signedDocumentType } from '#protocol/wire-command.ts'
import { verifyDocument } from '#seal/signed-document.ts'
import { firstBidder } from '#seal/test-certificates.ts'
import { helperOf, must } from '#seal/test-helpers.ts'
import { signOverview, signRecord } from './sign-document.ts'

const session = '0b6f2c1e-6a44-4c7b-9f0b-6f1f5d0a7a11'

function issued(hash: (state: SessionState) => string): SessionState {
  const state = { ...initial(), remarks: '开标过程正常。' }
  const window = {
    limitMinutes: 15,
    issuedAt: '',
    deadline: '',
    closed: false,
    extendedAt: null,
    confirmed: false,
    unsigned: [],
  }
  return { ...state, signing: { ...window, recordHash: hash(state) } }
}

test('the record is signed when it is the issued one', async () => {
  const state = issued(recordHash)
  const jws = await signRecord(await helperOf(firstBidder), session, state)
  expect(must(await verifyDocument(jws ?? '', signedDocumentType)).payload).toEqual({
    document: 'opening-record',
    session,
    hash: state.signing?.recordHash,
  })
})

test('nothing is signed when another record was issued', async () => {
  const state = issued(() => 'f'.repeat(64))
  expect(await signRecord(await helperOf(firstBidder), session, state)).toBeNull()
})

test('nothing is signed before the record is issued', async () => {
  expect(await signRecord(await helperOf(firstBidder), session, initial())).toBeNull()
})

test('confirming the overview signs its hash', async () => {
  const jws = await signOverview(await helperOf(firstBidder), session, initial())
  const { payload } = must(await verifyDocument(jws, signedDocumentType))
  expect(payload).toEqual({ document: 'overview', session, hash: overviewHash(initial()) })
})
