import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isHidden } from '#domain/log/entry.ts'
import { letterWaitSeconds } from '#domain/preparation/commitment-letter.ts'
import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import { signDocument } from '#seal/signed-document.ts'
import type { CallFailure, CallInput } from '#simulators/client/http-client.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { opensIn } from '#simulators/fixtures/opening-time.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { sampleTender } from '#simulators/fixtures/sample-tender.ts'
import {
  accountOf,
  bidderOf,
  type Hall,
  openHall,
  publishFor,
  type TestBidder,
  testAuthority,
} from './hall.ts'

/* A region with entry an hour ahead, required on-site staff, staff of other sections, and commitment letters. */

const foreignAgency = '91320100MA1XTEST02'
const contact = '025-83210001'

let hall: Hall
let opener: Participant
let supervisor: Participant
let bidders: Participant[] = []
let tests: TestBidder[] = []
let opensAt: string
let sameAgency: string
let foreign: string
const others: Participant[] = []

beforeAll(async () => {
  hall = await openHall({ environment: { VARIANT: 'full' } })
  const authority = await testAuthority()
  tests = await Promise.all([1, 2, 3].map(() => bidderOf(hall, authority)))
  const published = await publishFor(hall, tests, 60)
  opensAt = published.opensAt
  const { session } = published
  for (const { account, certificate } of tests) {
    const bid = { figures: { price: '1.00' }, files: [], certificate: certificate.helper }
    await sealAndSubmit(account, session, bid)
  }
  const leader = await accountOf(hall, 'opener')
  opener = await enterSession(leader, session)
  supervisor = await enterSession(await accountOf(hall, 'supervisor'), session)
  bidders = await Promise.all(tests.map(({ account }) => enterSession(account, session)))

  sameAgency = (await publishFor(hall, [], 3000)).session
  const beside = await enterSession(leader, sameAgency)
  await add(beside, { userName: '外标段人员', contact: '13900000001' })
  await add(beside, { userName: '业主', userType: 4, contact: '' })
  const later = await opensIn(hall.http, 3000)
  foreign = await hall.platform.publishTender(sampleTender({ agencyCode: foreignAgency, opensAt: later }))
  const stranger = await enterSession(await accountOf(hall, 'opener', foreignAgency), foreign)
  await add(stranger, { userName: '别家的人', contact: '13911112222' })
  others.push(beside, stranger)
}, 120_000)

afterAll(async () => {
  for (const person of [opener, supervisor, ...bidders, ...others]) person?.close()
  await hall?.close()
})

function add(person: Participant, changes: Partial<CallInput<'AddProjectWorker'>['body']> = {}) {
  const body = { userName: '张代理', unitName: '代理公司', contact, userType: 1 as const, ...changes }
  return person.call('AddProjectWorker', { body })
}

const rowsOf = async (person: Participant, userType?: 1 | 2 | 3 | 4) =>
  (await person.call('GetProjectWorker', { body: userType === undefined ? {} : { userType } })).rows

/** The text and the code that a refused call is answered with. */
async function refused(asked: Promise<unknown>): Promise<readonly [text?: string, code?: string]> {
  return asked.then(
    () => [],
    (error: unknown) => {
      const { message, code } = (error instanceof Error ? error.cause : {}) as Partial<CallFailure>
      return [message, code].filter((said) => said !== undefined) as [string?, string?]
    },
  )
}

test('a row of site staff is refused with the prescribed texts', async () => {
  expect(await refused(add(opener, { userName: '' }))).toEqual(['请先完善信息', 'worker-incomplete'])
  expect(await refused(add(opener, { unitName: ' ' }))).toEqual(['请先完善信息', 'worker-incomplete'])
  expect(await refused(add(opener, { contact: '' }))).toEqual(['请先完善信息', 'worker-incomplete'])
  const [text] = await refused(add(opener, { contact: '12345' }))
  expect(text).toBe('联系方式格式不正确')
  const [, code] = await refused(add(opener, { userName: '名'.repeat(21) }))
  expect(code).toBe('worker-name-too-long')
  expect(await rowsOf(opener)).toEqual([])
})

test('[PRE-7] rows of site staff are saved, edited field by field, deleted, and read by those entitled', async () => {
  for (const userType of [1, 2, 3] as const) await add(opener, { userType, userName: `人员${userType}` })
  await add(opener, { userType: 4, userName: '建设单位', unitName: '法人代表', contact: '' })
  const rows = await rowsOf(opener)
  expect(rows.map(({ userName, userType }) => [userName, userType])).toEqual([
    ['人员1', 1],
    ['人员2', 2],
    ['人员3', 3],
    ['建设单位', 4],
  ])
  const [first, second] = rows
  const edit = (fieldName: 'userName' | 'unitName' | 'contact' | 'contract', fieldValue: string) =>
    opener.call('EditProjectWorker', { body: { id: first?.id ?? '', fieldName, fieldValue } })
  expect(await refused(edit('contact', '139'))).toEqual(['联系方式格式不正确', 'worker-contact-malformed'])
  await edit('userName', '新姓名')
  await edit('contract', '/')
  await opener.call('DeleteProjectWorker', { body: { id: second?.id ?? '' } })
  const again = opener.call('DeleteProjectWorker', { body: { id: second?.id ?? '' } })
  expect((await refused(again))[1]).toBe('unknown-worker')
  expect(await rowsOf(opener, 1)).toEqual([{ ...first, userName: '新姓名', contact: '/' }])
  expect(await rowsOf(opener, 2)).toEqual([])
})

test('staff read contacts, a supervisor only names, a bidder nothing', async () => {
  expect((await rowsOf(supervisor)).map((row) => [row.userName, row.contact])).toEqual([
    ['新姓名', null],
    ['人员3', null],
    ['建设单位', null],
  ])
  for (const bidder of bidders) expect((await refused(rowsOf(bidder)))[1]).toBe('forbidden')
  const seen = JSON.stringify(await supervisor.call('getSessionLog', { query: { after: 0 } }))
  expect(seen).toContain('新姓名')
  expect(seen).not.toContain(contact)
  const [bidder] = bidders
  const { entries } = (await bidder?.call('getSessionLog', { query: { after: 0 } })) ?? { entries: [] }
  expect(JSON.stringify(entries)).not.toContain('新姓名')
  // Nor that there is something to hide (RIV-1).
  expect(entries.some((entry) => isHidden(entry as never))).toBe(false)
})

test('only the section’s opener changes site staff', async () => {
  for (const person of [supervisor, ...bidders]) expect((await refused(add(person)))[1]).toBe('forbidden')
  const account = await accountOf(hall, 'opener', foreignAgency)
  const body = { bidProjGuid: opener.session, dbGuid: opener.session }
  expect((await refused(account.call('getProjectAuthorization', { body })))[1]).toBe('forbidden')
})

test('[PRE-11] people of the same agency’s other sections can be added once, and nobody else', async () => {
  const sections = await opener.call('GetOtherProject')
  expect(sections).toMatchObject([{ bidProjId: sameAgency, workerCount: 2 }])
  const fetch = (source: string) => opener.call('ImportOtherProject', { body: { bidProjId: source } })
  expect(await refused(fetch(foreign))).toEqual(['标段不存在！', 'unknown-section'])
  expect(await refused(fetch(crypto.randomUUID()))).toEqual(['标段不存在！', 'unknown-section'])
  expect((await refused(fetch(opener.session)))[1]).toBe('unknown-section')
  expect(JSON.stringify(await rowsOf(opener))).not.toContain('别家')

  const before = await rowsOf(opener)
  await fetch(sameAgency)
  const added = (await rowsOf(opener)).slice(before.length)
  expect(added.map(({ id: _id, ...row }) => row)).toEqual([
    { userName: '外标段人员', unitName: '代理公司', contact: '13900000001', userType: 1 },
    { userName: '业主', unitName: '代理公司', contact: '', userType: 4 },
  ])
  const twice = opener.call('ImportOtherProject', { body: { sourceBidProjID: sameAgency } })
  expect((await refused(twice))[1]).toBe('no-workers-to-import')
  expect((await refused(supervisor.call('GetOtherProject')))[1]).toBe('forbidden')
})
const signLetter = async (n: number, change: Partial<SignedDocument> = {}) => {
  const { certificate } = tests[n] as TestBidder
  const { letterHash: hash = '' } = bidders[n]?.state().letters[tests[n]?.account.unitCode ?? ''] ?? {}
  const document: SignedDocument = {
    document: 'commitment-letter',
    session: opener.session,
    hash,
    ...change,
  }
  return Buffer.from(await signDocument(certificate.helper, signedDocumentType, document)).toString('base64')
}
const bidderOfTest = (n: number) => bidders[n] as Participant
const codeOf = (n: number) => tests[n]?.account.unitCode ?? ''
const letters = () => opener.call('GetTBCnsFileList')

test('the commitment letter is neither made nor stored while the lot is paused', async () => {
  const kept = async () => (await readdir(join(hall.dataDir, 'files'), { recursive: true })).sort()
  const before = await kept()
  await hall.platform.changeLotStatus(opener.session, 'paused')
  expect((await refused(bidderOfTest(2).call('CreateCNS')))[1]).toBe('lot-paused')
  expect(await kept()).toEqual(before)
  await hall.platform.changeLotStatus(opener.session, 'open')
  await bidderOfTest(2).call('CreateCNS')
  expect(await kept()).not.toEqual(before)
})

test('the commitment letter is made once and read by its bidder and staff, not by other bidders', async () => {
  const [own, other] = [bidderOfTest(0), bidderOfTest(1)]
  expect(await own.call('GetCNSUrl')).toEqual({ Result: false, ResultMessage: '下载地址为空！' })
  expect((await letters()).map(({ status }) => status)).toEqual(['none', 'none', 'shown'])
  await own.call('CreateCNS')
  const state = await own.until((now) => now.letters[codeOf(0)] !== undefined, 'the letter')
  await own.call('CreateCNS')
  const { ResultMessage } = await own.call('GetCNSUrl')
  expect(ResultMessage).toBe(`/api/KB_Local/GetCNS?EntprsCode=${codeOf(0)}`)
  const hashOf = (pdf: unknown) =>
    createHash('sha256')
      .update(pdf as Uint8Array)
      .digest('hex')
  const pdf = await own.call('GetCNS', { query: {} })
  expect(hashOf(pdf)).toBe(state.letters[codeOf(0)]?.letterHash)
  for (const person of [opener, supervisor]) {
    const same = await person.call('GetCNS', { query: { EntprsCode: codeOf(0) } })
    expect(hashOf(same)).toBe(hashOf(pdf))
  }
  const prying = other.call('GetCNS', { query: { EntprsCode: codeOf(0) } })
  expect((await refused(prying))[1]).toBe('not-found')
  expect(Object.keys(other.state().letters)).toEqual([])
  expect((await refused(other.call('GetTBCnsFileList')))[1]).toBe('forbidden')
  expect((await refused(opener.call('CreateCNS')))[1]).toBe('forbidden')
})

test('the commitment letter is signed once, with the bidder’s own certificate, over the file shown', async () => {
  const own = bidderOfTest(0)
  const save = (base64: string) => own.call('SaveCNS', { body: { base64 } })
  expect((await refused(save(await signLetter(1, { hash: 'a'.repeat(64) }))))[1]).toBe('certificate-mismatch')
  expect((await refused(save(await signLetter(0, { hash: 'a'.repeat(64) }))))[1]).toBe('stale-document')
  expect((await refused(save(await signLetter(0, { document: 'overview' }))))[1]).toBe('stale-document')
  expect((await refused(save(await signLetter(0, { session: sameAgency }))))[1]).toBe('stale-document')
  expect((await refused(bidderOfTest(1).call('SaveCNS', { body: { base64: await signLetter(1) } })))[1]).toBe(
    'bad-request',
  )
  await own.call('DeclineCNS')
  expect((await letters()).map(({ status }) => status)).toContain('declined')
  expect((await own.call('getBidProj')).IsSaveKbCns).toBe(0)
  const early = await save(await signLetter(0)).then(
    () => null,
    (error: Error) => error.message,
  )
  if (early !== null) {
    // Made less than ten seconds ago.
    expect(early).toContain('letter-not-read')
    await hall.clock.leap(letterWaitSeconds * 1000)
    await save(await signLetter(0))
  }
  expect((await own.call('getBidProj')).IsSaveKbCns).toBe(1)
  expect((await refused(save(await signLetter(0))))[1]).toBe('letter-already-signed')
  expect((await refused(own.call('DeclineCNS')))[1]).toBe('letter-already-signed')
  const row = (await letters()).find(({ EntprsCode }) => EntprsCode === codeOf(0))
  expect(row).toMatchObject({ IsSaveKbCns: 1, status: 'signed', EntprsName: tests[0]?.name })
  expect(row?.jws.split('.')).toHaveLength(3)
})
describe('the entry check', () => {
  const check = (person = opener) => person.call('checkIntoTBCondition')
  const missing = '请先填写人员录入信息!'

  test('[REST-2] [PRE-2] names each missing item until none is left', async () => {
    const [beside] = others
    expect(await check(beside)).toMatchObject({ Status: false, code: 'opening-step-too-early' })
    await hall.clock.leapTo(opensAt)
    expect(await check()).toMatchObject({ Status: false, message: missing, code: 'person-info-missing' })
    await opener.send({ type: 'RecordPersonInfo', payload: persons() })
    const staff = (await rowsOf(opener, 1)).map(({ id }) => id)
    for (const id of staff) await opener.call('DeleteProjectWorker', { body: { id } })
    expect(await check()).toMatchObject({ Status: false, message: missing, code: 'workers-missing' })
    expect(await refused(opener.call('setKBFlowStatus', { body: { KBFlowStatus: 15 } }))).toEqual([
      missing,
      'workers-missing',
    ])
    await add(opener)
    expect(await check()).toMatchObject({ Status: true, message: '' })
    await opener.call('setKBFlowStatus', { body: { KBFlowStatus: 15 } })
    expect((await opener.call('getKBFlowStatus')).kbFlowStatus).toBe(15)
  }, 60_000)
})
