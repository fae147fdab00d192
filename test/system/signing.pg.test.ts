import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentDocument, recordKey } from '#domain/documents/document.ts'
import { recordDocument } from '#domain/ending/record.ts'
import { mainFile } from '#domain/submission/bids.ts'
import { qrText } from '#protocol/qr-code.ts'
import { signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { signDetached } from '#seal/cms.ts'
import { signDocument } from '#seal/signed-document.ts'
import { type IssuedCertificate, issueCertificate } from '#simulators/certificates/test-authority.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { takePart } from '#simulators/participants/bidder.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { createPhone } from '#simulators/phone/phone.ts'
import {
  accountOf,
  agencyCode,
  bidderOf,
  type Hall,
  openHall,
  publishFor,
  type TestBidder,
  testAuthority,
} from './hall.ts'
import { exportedTrail } from './refusal-trail.ts'
import { codeOf } from './refusals.ts'

/*
 * One opening's confirmation and signing by the calls: ended early, signed by the opener and a bidder at their computers
 * and by another with a phone. The tests build on each other.
 */

const folder = mkdtempSync(join(tmpdir(), 'kaibiao-signing-'))
const pdfsig = ['/usr/bin/pdfsig', '/usr/local/bin/pdfsig', '/opt/homebrew/bin/pdfsig'].find(existsSync)

let hall: Hall
let opener: Participant
let openerCertificate: IssuedCertificate
let bidders: readonly TestBidder[]
let places: readonly Participant[]

beforeAll(async () => {
  const authority = await testAuthority()
  const roots = join(folder, 'roots.pem')
  writeFileSync(roots, authority.certificatePem)
  hall = await openHall({ environment: { TRUST_ROOTS: roots } })
  bidders = await Promise.all((['P-256', 'RSA'] as const).map((type) => bidderOf(hall, authority, type)))
  const name = '测试招标代理'
  const issued = { unitCode: agencyCode, name, password: 'x', now: Date.now, keyType: 'RSA' } as const
  openerCertificate = await issueCertificate(authority, issued)
  const { session, opensAt } = await publishFor(hall, bidders, 60)
  for (const [i, { account, certificate }] of bidders.entries()) {
    const bid = { figures: { price: `${i + 1}.00` }, files: [], certificate: certificate.helper }
    await sealAndSubmit(account, session, bid)
  }
  await hall.clock.leapTo(opensAt)
  opener = await enterSession(await accountOf(hall, 'opener'), session)
  places = await Promise.all(bidders.map(({ account }) => enterSession(account, session)))
  const manner = { pause: pauses(null), road: 'socket' } as const
  const plays = places.map((place, i) => {
    const { helper } = certificateOf(i)
    const pause = async () => {
      await place.until((state) => state.decryption?.closed !== true, 'nothing after the decryption')
    }
    return takePart(place, { certificate: helper, fileKeys: null, figures: null, ...manner, pause })
  })
  // They would go on to confirm and sign; they are closed before.
  for (const play of plays) play.catch(() => undefined)
  await leadOpening(opener, { ...persons(), remarks: '', ...manner, until: 'decrypted' })
  await opener.send({ type: 'EnterAnnouncement', payload: {} })
  await opener.send({ type: 'EnterEnd', payload: { cutShortReason: '投标人均已知悉' } })
}, 120_000)

afterAll(async () => {
  for (const person of [opener, ...(places ?? [])]) person?.close()
  await hall?.close()
  rmSync(folder, { recursive: true })
})

function certificateOf(index: number): IssuedCertificate {
  const found = bidders[index]?.certificate
  if (!found) throw new Error(`no bidder ${index}`)
  return found
}

function placeOf(index: number): Participant {
  const found = places[index]
  if (!found) throw new Error(`no bidder ${index}`)
  return found
}

test('[END-20] [END-21] the opener ends the confirmation early; whoever has not answered gets state 2', async () => {
  expect(await opener.call('StartConfirmKBYLBTime', { body: { LimitJmTime: 10 } })).toMatchObject({
    Result: true,
  })
  const { confirmKBYLB_Time, confirmKBYLBLimitJmTime } = await opener.call('getBidProj', { query: {} })
  const { confirmation } = await opener.until((state) => state.confirmation !== null, 'the confirmation')
  expect([confirmKBYLB_Time, confirmKBYLBLimitJmTime]).toEqual([confirmation?.issuedAt, 10])
  expect(await placeOf(0).call('GetIsConfirmKBYLB')).toMatchObject({ IsConfirmKBYLB: 0, isClosed: false })
  expect(await codeOf(opener.call('EndConfirmKBYLB', { body: { Reason: ' ' } }))).toBe(
    'confirmation-reason-missing',
  )
  await opener.call('EndConfirmKBYLB', { body: { Reason: '均已口头确认' } })
  const told = await placeOf(0).call('GetIsConfirmKBYLB')
  expect(told).toMatchObject({ IsConfirmKBYLB: 2, isClosed: true, Reason: '均已口头确认' })
  expect(told.rows.map(({ IsConfirmKBYLB }) => IsConfirmKBYLB)).toEqual([2, 2])
  const ids = told.rows.map(({ bidFileId }) => bidFileId).join(',')
  for (let n = 0; n < 2; n += 1) {
    const again = await opener.call('ConfirmKBYLB_Admin', { body: { ids } })
    expect(again.Result).toBe(true)
  }
})

test('[END-26] a bidder reads who signed their own files', async () => {
  const [first, second] = bidders
  const BidFileId = mainFile(ownOf(0))?.submission.fileId ?? ''
  const EntprsCode = first?.account.unitCode ?? ''
  const [told] = await placeOf(0).call('getTbwjFileSignInfo', { query: { EntprsCode, BidFileId } })
  expect(told).toMatchObject({ BidFileId, EntprsCode, Signer: first?.name, IsValid: true })
  const other = { query: { EntprsCode: second?.account.unitCode ?? '' } }
  expect(await codeOf(placeOf(0).call('getTbwjFileSignInfo', other))).toBe('forbidden')
  const nobody = { query: { EntprsCode: 'X' } }
  expect(await codeOf(opener.call('getTbwjFileSignInfo', nobody))).toBe('signer-unknown')
})

function ownOf(index: number) {
  const own = placeOf(index).state().bidders[bidders[index]?.account.unitCode ?? '']
  if (!own) throw new Error('not enrolled')
  return own
}

async function signatureBy({ helper }: { helper: CertificateHelper }, place: Participant) {
  const state = await place.until((known) => recordDocument(known) !== null, 'the record')
  const hash = state.signing?.recordHash ?? ''
  const pdf = recordDocument(state)?.sha256 ?? ''
  const document = { document: 'opening-record', session: place.session, hash, pdf } as const
  const Sign_Result = await signDocument(helper, signedDocumentType, document)
  const Sign_Pdf = (await signDetached(helper, pdf)) ?? ''
  return { Sign_Source: hash, Sign_Result, Sign_Pdf }
}

test('[END-22] [END-23] the opener and a bidder sign by certificate, and what they say of themselves is kept', async () => {
  expect(await codeOf(placeOf(0).call('getSignQrImg'))).toBe('signing-not-issued')
  const StartTime = new Date(hall.clock.now()).toISOString()
  const EndTime = new Date(Date.parse(StartTime) + 15 * 60_000).toISOString()
  await opener.call('BeginKaiBiaoQianMing', { body: { StartTime, EndTime, KBFlowStatus: 40 } })
  const { signing } = await opener.until((state) => state.signing !== null, 'the signing')
  expect(signing?.limitMinutes).toBe(15)
  const created = await opener.call('GetKaiBiaoQianMingCreateStatus')
  expect(created).toMatchObject({ Is_begin: true, Is_Create: true, Is_Sealed: false })

  const asOpener = await signatureBy(openerCertificate, opener)
  const foreign = await signatureBy(certificateOf(0), opener)
  const body = { EntprsCode: agencyCode, Signer: '王主持', ShuangXinFengFlag: 1 }
  expect(await codeOf(opener.call('EditKaiBiaoQianMingConfirm', { body: { ...body, ...foreign } }))).toBe(
    'certificate-mismatch',
  )
  await opener.call('EditKaiBiaoQianMingConfirm', { body: { ...body, ...asOpener } })
  expect(await codeOf(opener.call('EditKaiBiaoQianMingConfirm', { body: { ...body, ...asOpener } }))).toBe(
    'already-signed',
  )
  const code = bidders[0]?.account.unitCode ?? ''
  const own = await signatureBy(certificateOf(0), placeOf(0))
  const nameless = { EntprsCode: code, SignerType: 2, ...own } as const
  expect(await codeOf(placeOf(0).call('EditKaiBiaoQianMingConfirm', { body: nameless }))).toBe(
    'signer-missing',
  )
  await placeOf(0).call('EditKaiBiaoQianMingConfirm', { body: { EntprsCode: code, ...own } })
  const listed = await placeOf(0).call('GetKaiBiaoQianMingList')
  expect(
    listed.map(({ Is_Sign, Signer, SignerType, ShuangXinFengFlag }) => [
      ...[Is_Sign, Signer, SignerType, ShuangXinFengFlag],
    ]),
  ).toEqual([
    ['True', '王主持', 2, 1],
    ['True', '', 1, null],
    ['False', '', 1, null],
  ])
  const query = { EntprsCode: agencyCode }
  expect(await opener.call('GetKaiBiaoQianMingByEntprsCode', { query })).toEqual(listed[0])
  const unknown = { query: { EntprsCode: 'X' } }
  expect(await codeOf(opener.call('GetKaiBiaoQianMingByEntprsCode', unknown))).toBe('signer-unknown')
})

test('[TRL-2] the trail says who took which document, and nothing of the record that is read to be signed', async () => {
  const fileId = recordDocument(opener.state())?.documentId ?? ''
  await placeOf(1).call('getReportFile', { query: { fileId, toSign: true } })
  await placeOf(1).call('getOpeningRecord', { query: {} })
  // The opener has signed.
  await opener.call('getReportFile', { query: { fileId, toSign: true } })
  await opener.call('GetReportExcel', { query: {} })
  const lines = await exportedTrail(await accountOf(hall, 'supervisor'))
  const taken = lines.filter(({ kind, section }) => kind === 'export' && section === opener.session)
  expect(taken.map(({ role, what, detail }) => [role, what, detail])).toEqual([
    ['bidder', 'getOpeningRecord', 'opening-record json'],
    ['opener', 'getReportFile', 'opening-record v1 zh-CN pdf'],
    ['opener', 'GetReportExcel', 'overview preliminary zh-CN xlsx'],
  ])
})

test('[END-25] a phone signs the record for the bidder who asked, and for nobody else', async () => {
  const place = placeOf(1)
  const declined = await place.call('getSignQrImg')
  expect(declined).toMatchObject({ QRCodeStatus: 0, CertInfo: '', QRIntervalTime: 2000 })
  const phone = createPhone(hall.http, certificateOf(1).helper)
  const seen = await phone.scan(qrText('sign', declined.QRID))
  if (!seen.ok) throw new Error(seen.error)
  const { signing } = await place.until((state) => state.signing !== null, 'the signing')
  expect(seen.value.signs?.document.hash).toBe(signing?.recordHash)
  const wrong = createPhone(hall.http, certificateOf(0).helper)
  expect((await wrong.answer(seen.value, 'confirm')).ok).toBe(false)
  const asked = { query: { QRID: declined.QRID } }
  expect(await place.call('getSignQrStatus', asked)).toMatchObject({ QRCodeStatus: 1, Sign_Result: '' })
  expect(await codeOf(placeOf(0).call('getSignQrStatus', asked))).toBe('qr-expired')
  expect((await phone.answer(seen.value, 'decline')).ok).toBe(true)
  expect(await codeOf(place.call('getSignQrStatus', asked))).toBe('qr-declined')

  const { QRID } = await place.call('getSignQrImg')
  const scanned = await phone.scan(qrText('sign', QRID))
  if (!scanned.ok) throw new Error(scanned.error)
  expect(await phone.answer(scanned.value, 'confirm')).toEqual({ ok: true })
  const signed = await place.call('getSignQrStatus', { query: { QRID } })
  expect(signed).toMatchObject({ QRCodeStatus: 2, CertInfo: expect.stringContaining('BEGIN CERTIFICATE') })
  const { Sign_Source, Sign_Result, Sign_Pdf } = signed
  const body = { EntprsCode: bidders[1]?.account.unitCode ?? '', Sign_Source, Sign_Result, Sign_Pdf }
  const foreign = { ...body, QRID: declined.QRID }
  expect(await codeOf(place.call('EditKaiBiaoQianMingConfirm', { body: foreign }))).toBe('qr-expired')
  await place.call('EditKaiBiaoQianMingConfirm', { body: { ...body, QRID } })
  await place.until(() => ownOf(1).signature?.signedAs.way === 'scan', 'the signature by a phone')
})

test('[END-22] [REC-3] the sealed record has the opener’s PDF signature beside the bidders’', async () => {
  await opener.call('ConfirmKaiBiaoQianMing')
  await opener.call('setOpenBidStatus')
  await opener.until((state) => currentDocument(state, recordKey('sealed-record', 1)) !== null, 'the seal')
  const { ResultMessage } = await opener.call('CreateBidOpeningReport', { query: {} })
  const fileId = new URLSearchParams(ResultMessage.split('?')[1]).get('fileId') ?? ''
  const sealed = (await opener.call('getReportFile', { query: { fileId } })) as Uint8Array
  const path = join(process.env.KEEP_SEALED ?? folder, 'sealed.pdf')
  writeFileSync(path, sealed)
  if (!pdfsig) return console.warn('pdfsig is not installed: its verdict was not asked for')
  const told = execFileSync(pdfsig, ['-nocert', path], { encoding: 'utf8' })
  expect(told.match(/Signature is Valid/g)).toHaveLength(4)
  expect(told.match(/Total document signed/g)).toHaveLength(1)
  expect(told).toContain('测试招标代理')
})
