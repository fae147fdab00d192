import { expect, test } from 'vitest'
import { recordKey } from '#domain/documents/document.ts'
import { overviewHash, recordHash } from '#domain/ending/record.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { signedDocumentType } from '#protocol/wire-command.ts'
import { digestHex } from '#seal/bytes.ts'
import { verifyDetached } from '#seal/cms.ts'
import { verifyDocument } from '#seal/signed-document.ts'
import { firstBidder } from '#seal/test-certificates.ts'
import { helperOf, must } from '#seal/test-helpers.ts'
import { overviewVersion } from '#test/domain/histories.ts'
import { signOverview, signRecord } from './sign-document.ts'

const noDocument = async () => null
const session = '0b6f2c1e-6a44-4c7b-9f0b-6f1f5d0a7a11'

function issued(hash: (state: SessionState) => string): SessionState {
  const state = { ...initial(), remarks: '开标过程正常。' }
  const window = {
    limitMinutes: 15,
    issuedAt: '',
    deadline: '',
    closed: false,
    prolongedFor: [],
    extendedAt: null,
    confirmed: false,
    unsigned: [],
    statements: null,
    opener: null,
  }
  return { ...state, signing: { ...window, recordHash: hash(state) } }
}

test('the record is signed when it is the issued one', async () => {
  const state = issued(recordHash)
  const signed = await signRecord(await helperOf(firstBidder), session, state, noDocument)
  expect(must(await verifyDocument(signed?.jws ?? '', signedDocumentType)).payload).toEqual({
    document: 'opening-record',
    session,
    hash: state.signing?.recordHash,
  })
})

test('nothing is signed when another record was issued', async () => {
  const state = issued(() => 'f'.repeat(64))
  expect(await signRecord(await helperOf(firstBidder), session, state, noDocument)).toBeNull()
})

test('[REC-2] the record’s PDF is signed with it, and nothing when the PDF is not the one that was filed', async () => {
  const pdf = new Blob(['the record'])
  const sha256 = await digestHex(new Uint8Array(await pdf.arrayBuffer()))
  const record = { ...overviewVersion(1), ...recordKey('opening-record', 1), sha256 }
  const documents = [{ ...record, at: '', withdrawn: null }]
  const state = { ...issued(recordHash), documents }
  const helper = await helperOf(firstBidder)
  const signed = await signRecord(helper, session, state, async () => pdf)
  expect(must(await verifyDocument(signed?.jws ?? '', signedDocumentType)).payload).toMatchObject({
    pdf: sha256,
  })
  expect(await verifyDetached(signed?.cms ?? '', helper.certificatePem, sha256)).toBe(true)
  expect(await signRecord(helper, session, state, async () => new Blob(['another']))).toBeNull()
  expect(await signRecord(helper, session, state, noDocument)).toBeNull()
  const phone = { ...helper, asksEachTime: true as const }
  expect((await signRecord(phone, session, state, async () => pdf))?.cms).toBeUndefined()
})

test('nothing is signed before the record is issued', async () => {
  expect(await signRecord(await helperOf(firstBidder), session, initial(), noDocument)).toBeNull()
})

test('confirming the overview signs its hash', async () => {
  const jws = await signOverview(await helperOf(firstBidder), session, initial())
  const { payload } = must(await verifyDocument(jws, signedDocumentType))
  expect(payload).toEqual({ document: 'overview', session, hash: overviewHash(initial()) })
})
