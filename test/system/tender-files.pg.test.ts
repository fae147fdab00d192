import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isHidden } from '#domain/log/entry.ts'
import { type TenderDescription, writeTenderFile } from '#protocol/tender-file/write.ts'
import { fileForm } from '#simulators/client/http-client.ts'
import { type Account, enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { sampleTender } from '#simulators/fixtures/sample-tender.ts'
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
import { openDecryptionWindow } from './opening-steps.ts'
import { expectLine } from './refusal-trail.ts'
import { refusalOf } from './refusals.ts'

const sectionCode = 'HN-2026-0101-01'
const label = (zh: string, value: string) => ({ title: { zh, en: zh }, value })
const technical: TenderDescription = {
  ...{ kind: 'technical', sectionCode },
  projectInfo: [label('资金来源', '财政资金')],
  evaluationRules: [label('评标办法', '合理低价法')],
  parameters: { evaluationMethod: '合理低价法', billOfQuantities: true },
}
const price = '14142135623.73'
const pdf = new TextEncoder().encode('%PDF-1.7\n%%EOF')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let hall: Hall
let bidder: TestBidder
let stranger: TestBidder
let staff: Record<'opener' | 'supervisor', Account>
let session: string
let opensAt: string
let people: Record<'opener' | 'supervisor' | 'bidder', Participant>

beforeAll(async () => {
  hall = await openHall({ environment: { VARIANT: 'lead-30' } })
  const authority = await testAuthority()
  bidder = await bidderOf(hall, authority)
  stranger = await bidderOf(hall, authority)
  staff = {
    opener: await accountOf(hall, 'opener'),
    supervisor: await accountOf(hall, 'supervisor'),
  }
  ;({ session, opensAt } = await publishFor(hall, [bidder, stranger], 60))
  people = {
    opener: await enterSession(staff.opener, session),
    supervisor: await enterSession(staff.supervisor, session),
    bidder: await enterSession(bidder.account, session),
  }
}, 90_000)

afterAll(async () => {
  for (const person of Object.values(people ?? {})) person.close()
  await hall.close()
})

/** Imports a file, by default as the opener. */
function importFile(
  fileKind: string,
  name: string,
  file: TenderDescription | Uint8Array,
  person = people.opener,
) {
  const bytes = file instanceof Uint8Array ? file : writeTenderFile(file)
  return person.call('UploadZhaoBiaoWenJian', { body: fileForm({ fileKind }, { name, bytes }) })
}

/** What the tool downloads with the ticket in its address. */
function byTool(address: string | null): Promise<unknown> {
  const ticket = new URL(address ?? '', 'http://hall.example').searchParams.get('ticket') ?? ''
  return hall.http.call('getToolFile', { query: { ticket } })
}

const kept = async () => (await readdir(join(hall.dataDir, 'files'), { recursive: true })).sort()

test('[TEN-4] a file with the wrong extension for its kind is refused and not stored', async () => {
  const before = await kept()
  const answers: [string, string, string][] = [
    ['technical', '招标文件.docx', '.zbj、.pdf'],
    ['technical', '招标文件.zczbj', '.zbj、.pdf'],
    ['commercial', '商务标.zbj', '.zbs、.pdf'],
    ['control-price', '控制价.zbj', '.zbs、.pdf'],
  ]
  for (const [kind, name, suffixes] of answers) {
    expect(await refusalOf(importFile(kind, name, pdf))).toBe(
      `tender-file-suffix: 此类招标文件只支持${suffixes}格式！`,
    )
  }
  expect(await refusalOf(importFile('technical', '招标\u202Efdp.zbj', pdf))).toContain(
    'tender-file-malformed: ',
  )
  expect(await kept()).toEqual(before)
})

test('a file whose content does not match its name is refused and not stored', async () => {
  const before = await kept()
  expect(await refusalOf(importFile('technical', '招标文件.pdf', new Uint8Array(100)))).toBe(
    'tender-file-malformed: 招标文件内容不正确：不是PDF文件',
  )
  expect(await refusalOf(importFile('technical', '招标文件.zbj', pdf))).toBe(
    'tender-file-malformed: 招标文件内容不正确：文件已损坏，或不是招标文件',
  )
  expect(await kept()).toEqual(before)
})

test('a file of another kind or section is refused and not stored', async () => {
  const before = await kept()
  const commercial: TenderDescription = {
    ...{ kind: 'commercial', sectionCode },
    priceColumns: [{ key: 'p', title: { zh: '价', en: 'P' }, kind: 'money' }],
  }
  expect(await refusalOf(importFile('technical', 'a.zbj', commercial))).toContain('tender-file-wrong-kind: ')
  expect(await refusalOf(importFile('technical', 'a.zbj', { ...technical, sectionCode: 'X-1' }))).toBe(
    'tender-file-other-section: 招标文件属于其他标段（X-1），不能导入！',
  )
  expect(await kept()).toEqual(before)
})

test('an unknown kind and a missing file are refused', async () => {
  expect(await refusalOf(importFile('drawing', 'a.zbj', technical))).toContain('bad-request: ')
  const form = new FormData()
  form.set('fileKind', 'technical')
  expect(await refusalOf(people.opener.call('UploadZhaoBiaoWenJian', { body: form }))).toContain(
    'file-missing: ',
  )
})

test('a kind that the project does not use is refused', async () => {
  const tender = sampleTender({ agencyCode, opensAt: '2030-01-01T00:00:00.000Z', projectKind: 6 })
  const other = await hall.platform.publishTender(tender)
  for (const kind of ['commercial', 'control-price'] as const) {
    const pushed = hall.platform.importTenderFile(other, kind, { name: 'a.pdf', bytes: pdf })
    await expect(pushed).rejects.toThrow('tender-file-not-needed')
  }
  await hall.platform.importTenderFile(other, 'technical', {
    name: 'a.zczbj',
    bytes: writeTenderFile(technical),
  })
})

test('only the opener imports tender files', async () => {
  for (const person of [people.supervisor, people.bidder]) {
    expect(await refusalOf(importFile('technical', 'a.zbj', technical, person))).toContain('forbidden: ')
  }
})
test('[REST-9] a tender file that is not imported is reported as missing', async () => {
  const ask = async (call: 'getZbjUrl' | 'getZbsUrl' | 'getBdUrl', person: Participant) =>
    (await person.call(call)).ResultMessage
  expect(await ask('getZbjUrl', people.opener)).toBe('招标文件未导入，请导入后查看。')
  expect(await ask('getZbsUrl', people.bidder)).toBe('商务标文件未导入，请导入后查看。')
  expect(await ask('getBdUrl', people.supervisor)).toBe('控制价文件未导入，请导入后查看。')
  expect(await ask('getBdUrl', people.bidder)).toBe('控制价在下达解密指令后公开。')
})

test('an imported tender file fills everybody’s panels and can be downloaded unchanged', async () => {
  const bytes = writeTenderFile(technical, [{ name: '图纸.pdf', bytes: pdf }])
  const { fileId } = await importFile('technical', '招标文件.zbj', bytes)
  const info = await people.bidder.call('GetBidInfo')
  expect(info).toMatchObject({
    ...{ name: '合理低价法', IsXuYaoQingDan: true, isHaveTbj: true, isHaveTbt: false, topPriceType: 0 },
    projectInfo: technical.kind === 'technical' ? technical.projectInfo : [],
    evaluationRules: technical.kind === 'technical' ? technical.evaluationRules : [],
  })
  const address = await people.bidder.call('getZbjUrl')
  const facts = { Result: true, FILE_NAME: '招标文件.zbj', size: bytes.length, sha256: sha256(bytes) }
  expect(address).toMatchObject({ ...facts, url: `/api/KB_Local/getTenderFile?fileId=${fileId}` })
  expect(await people.bidder.call('getTenderFile', { query: { fileId } })).toEqual(new Uint8Array(bytes))
  // The tool has no login: its ticket is for this file alone.
  expect(await byTool(address.toolUrl)).toEqual(new Uint8Array(bytes))
  expect(await refusalOf(byTool(`${address.toolUrl}x`))).toContain('download-missing')
  const listed = await people.bidder.call('getTenderFileList')
  expect(listed).toMatchObject([{ fileId, FILE_NAME: '招标文件.zbj', FUJIANLEIXING: 'tender' }])
  const state = await people.bidder.until(({ tenderFiles }) => tenderFiles.technical !== null, 'the import')
  expect(state.tenderFiles.technical?.attachments).toEqual([{ name: '图纸.pdf', size: pdf.length }])
})

test('[TRL-2] a download ticket leaves a line of its login for each download, works a limited number of times, and not after its login has ended', async () => {
  const account = await accountOf(hall, 'supervisor')
  const person = await enterSession(account, session)
  const { toolUrl } = await person.call('getZbjUrl')
  for (let asked = 0; asked < 10; asked += 1) expect(await byTool(toolUrl)).toBeInstanceOf(Uint8Array)
  expect(await refusalOf(byTool(toolUrl))).toContain('too-many-requests')
  // A ticket made in another second differs.
  await sleep(1000)
  const another = (await person.call('getZbjUrl')).toolUrl
  expect(await byTool(another)).toBeInstanceOf(Uint8Array)
  const { userName } = await account.call('getSelf')
  await expectLine(account, { kind: 'export', what: 'getToolFile', account: userName })
  await account.call('logout')
  expect(await refusalOf(byTool(another))).toContain('download-missing')
  person.close()
})

test('a later tender file replaces an earlier one, is logged, and ends downloads of the earlier one', async () => {
  const before = await people.opener.call('getZbjUrl')
  const { fileId } = await importFile('technical', '招标文件（更正）.pdf', pdf)
  const lines = await people.bidder.call('getKBProgressMessage')
  const [first, last] = lines.map(({ Message }) => Message).filter((line) => line.includes('导入'))
  expect(first).toBe('已导入招标文件“招标文件.zbj”，更新了项目信息、评标办法、评标参数')
  expect(last).toBe('已重新导入招标文件“招标文件（更正）.pdf”，替换原文件')
  const earlier = before.url?.split('=')[1] ?? ''
  expect(await refusalOf(people.opener.call('getTenderFile', { query: { fileId: earlier } }))).toContain(
    'not-found',
  )
  const info = await people.opener.call('GetBidInfo')
  expect(info.name, 'a PDF is kept, and what was read before stands').toBe('合理低价法')
  expect((await importFile('technical', '招标文件（更正）.pdf', pdf)).fileId, 'the same once more').toBe(
    fileId,
  )
})

test('an import retried under the same key happens once', async () => {
  const key = randomUUID()
  const body = () => fileForm({ fileKind: 'commercial' }, { name: '商务标.pdf', bytes: pdf })
  const answers = [
    await people.opener.call('UploadZhaoBiaoWenJian', { body: body(), key }),
    await people.opener.call('UploadZhaoBiaoWenJian', { body: body(), key }),
  ]
  expect(answers.map(({ fileId }) => fileId)).toEqual([key, key])
  expect(answers[0]?.seq).toBe(answers[1]?.seq)
})

test('a tender file cannot change what a bid was sealed for', async () => {
  const bid = { figures: { price: '1.00' }, files: [], certificate: bidder.certificate.helper }
  await sealAndSubmit(bidder.account, session, bid)
  const { url, toolUrl } = await people.bidder.call('GetBidFileUrl', { query: { bidFileType: 'TBJ' } })
  const query = { BidFileId: url?.split('=')[1] ?? '' }
  expect(await byTool(toolUrl)).toEqual(await people.bidder.call('getBidFile', { query }))
  const priced: TenderDescription = {
    ...technical,
    priceColumns: [{ key: 'total', title: { zh: '总价', en: 'Total' }, kind: 'money', unit: '万元' }],
  } as TenderDescription
  expect(await refusalOf(importFile('technical', 'a.zbj', priced))).toBe(
    'columns-in-use: 已有投标人递交投标文件，报价项和投标函格式不能再改变！',
  )
  await importFile('technical', 'a.zbj', technical)
  expect((await people.bidder.call('GetBidInfo')).columns).toHaveLength(2)
})

test('the trading platform can import a tender file as the opener can', async () => {
  const { session: other } = await publishFor(hall, [], 600)
  await hall.platform.importTenderFile(other, 'technical', {
    name: '招标文件.zbj',
    bytes: writeTenderFile(technical),
  })
  const opener = await enterSession(staff.opener, other)
  expect((await opener.call('GetBidInfo')).name).toBe('合理低价法')
  expect((await opener.call('getZbjUrl')).Result).toBe(true)
  opener.close()
})
test('[PRE-1] [PRE-17] the opener prepares a section before it may be entered, also its columns', async () => {
  const { session: early } = await publishFor(hall, [bidder], 7200, { projectKind: 1 })
  const body = { bidProjGuid: early, dbGuid: early }
  const allowed = (account: Account, more: object) =>
    account.call('getProjectAuthorization', { body: { ...body, ...more } })
  expect(await refusalOf(allowed(staff.opener, {}))).toContain('opening-time-not-reached: ')
  const preparing = { Preparation: true }
  expect(await refusalOf(allowed(staff.supervisor, preparing))).toContain('forbidden: ')
  expect(await refusalOf(allowed(bidder.account, preparing))).toContain('forbidden: ')
  const foreign = await accountOf(hall, 'opener', 'another-agency')
  expect(await refusalOf(allowed(foreign, preparing))).toContain('forbidden: ')
  const { oauth2: token } = await allowed(staff.opener, preparing)
  const commercial: TenderDescription = {
    ...{ kind: 'commercial', sectionCode },
    priceColumns: [
      { key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money', unit: '元' },
      { key: 'measures', title: { zh: '措施项目费', en: 'Measures' }, kind: 'money', unit: '元' },
    ],
  }
  const file = { name: '商务标.zbs', bytes: writeTenderFile(commercial) }
  await hall.http.call('UploadZhaoBiaoWenJian', { token, body: fileForm({ fileKind: 'commercial' }, file) })
  const log = await hall.http.call('getSessionLog', { token, query: { after: 0 } })
  const types = log.entries.map((entry) => ('type' in entry ? entry.type : ''))
  expect(types).toContain('TenderFileImported')
  expect(types).not.toContain('ParticipantEntered')
  expect((await hall.http.call('GetBidInfo', { token, query: {} })).columns.length).toBeGreaterThan(1)
  const enter = hall.http.call('setKBFlowStatus', { token, body: { KBFlowStatus: 15 } })
  expect(await refusalOf(enter)).toContain('opening-step-too-early: ')
})

describe('evaluation parameters', () => {
  const set = (body: object, person = people.opener) => person.call('SetPingBiaoCanShuValue', { body })

  test('are set by the opener only', async () => {
    await set({ HangYe: 4, ChouQuCanShu: '抽取 K 值', IsXuYaoQingDan: false })
    expect(await people.bidder.call('GetBidInfo')).toMatchObject({
      ...{ HangYe: 4, hylb: null, chouQuCanShu: '抽取 K 值', IsXuYaoQingDan: false },
    })
    for (const person of [people.supervisor, people.bidder]) {
      expect(await refusalOf(set({ HangYe: 5 }, person))).toContain('forbidden: ')
    }
  })

  test('refuse a control price with the prescribed texts', async () => {
    expect(await refusalOf(set({ TopPrice: '-1' }))).toBe('amount-not-positive: 请输入正整数！')
    expect(await refusalOf(set({ TopPrice: '1.234' }))).toBe('amount-decimals: 请输入两位小数！')
    expect(await refusalOf(set({ TopPrice: '1', Secret: 'x' }))).toContain('bad-request: ')
  })
})

describe('a control price', () => {
  const everything = async (person: Participant) =>
    JSON.stringify([
      await person.call('getSessionLog', { query: {} }),
      await person.call('getSessionSnapshot'),
      await person.call('GetBidInfo'),
      await person.call('getBdUrl'),
      await person.call('getTenderFileList'),
      await person.call('getKBProgressMessage'),
      person.entries(),
    ])

  test('[TEN-13] is shown only to the agency’s side and the supervisor until decryption starts', async () => {
    await people.opener.call('SetPingBiaoCanShuValue', {
      body: { TopPrice: '99.00', TopPriceRemark: '暂定' },
    })
    const name = `控制价${price}.zbs`
    const file: TenderDescription = { kind: 'control-price', sectionCode, price, remark: '含税' }
    const { fileId } = await importFile('control-price', name, file)
    for (const person of [people.opener, people.supervisor]) {
      const info = await person.call('GetBidInfo')
      expect(info).toMatchObject({ topPrice: price, topPriceRemark: '含税', topPriceType: 2 })
      expect(await person.call('getBdUrl')).toMatchObject({ Result: true, FILE_NAME: name })
      expect(await person.call('getTenderFile', { query: { fileId } })).toEqual(
        new Uint8Array(writeTenderFile(file)),
      )
    }
    const { bidder: own } = people
    expect(await own.call('GetBidInfo')).toMatchObject({ topPrice: null, topPriceType: 0 })
    expect(await refusalOf(own.call('getTenderFile', { query: { fileId } }))).toContain('not-found')
    const seen = await everything(own)
    for (const secret of [price, '99.00', fileId, sha256(writeTenderFile(file))])
      expect(seen).not.toContain(secret)
    // Nor that there is something to hide (RIV-1).
    expect(own.entries().some(isHidden)).toBe(false)
  })

  test('is shown to everybody once decryption has started, and then nothing can be changed', async () => {
    await hall.clock.leapTo(opensAt)
    await openDecryptionWindow(people.opener, 30)
    const state = await people.bidder.until(({ controlPrice }) => controlPrice !== null, 'the disclosure')
    expect(state.tender?.ceilingPrice).toBe(price)
    expect(await people.bidder.call('GetBidInfo')).toMatchObject({ topPrice: price, topPriceType: 2 })
    const { url } = await people.bidder.call('getBdUrl')
    expect(url).toContain('/api/KB_Local/getTenderFile?fileId=')
    expect(await refusalOf(importFile('technical', 'a.zbj', technical))).toBe(
      'tender-locked: 开标已开始，招标文件和评标参数不能再修改！',
    )
    const edit = people.opener.call('SetPingBiaoCanShuValue', { body: { HangYe: 1 } })
    expect(await refusalOf(edit)).toContain('tender-locked: ')
    const pushed = hall.platform.importTenderFile(session, 'technical', { name: 'a.pdf', bytes: pdf })
    await expect(pushed).rejects.toThrow('tender-locked')
  }, 90_000)
})

test('a file that the platform adds to the file view is checked before it is stored', async () => {
  const add = async (fields: Record<string, string>) => {
    const body = fileForm(fields, { name: 'a.txt', bytes: pdf })
    return (await (await hall.platform.ask('addTenderFile', { body, key: randomUUID() })).json()).code
  }
  expect(await add({ BDGuid: 'no-uuid', FUJIANLEIXING: 'tender' })).toBe('bad-request')
  expect(await add({ FUJIANLEIXING: 'tender' })).toBe('bad-request')
  expect(await add({ BDGuid: randomUUID(), FUJIANLEIXING: 'tender' })).toBe('not-published')
  expect(await add({ BDGuid: session, FUJIANLEIXING: 'bid' })).toBe('bad-request')
  expect(await add({ BDGuid: session, FUJIANLEIXING: 'clarification', clarificationId: randomUUID() })).toBe(
    'not-found',
  )
  const pushed = hall.platform.importTenderFile('no-uuid', 'technical', { name: 'a.pdf', bytes: pdf })
  await expect(pushed).rejects.toThrow('not-published')
})
