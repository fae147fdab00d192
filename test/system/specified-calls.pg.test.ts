import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureHash } from '#domain/halting/failure.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { signedDocumentType } from '#protocol/wire-command.ts'
import { signDocument } from '#seal/signed-document.ts'
import { type IssuedCertificate, issueCertificate } from '#simulators/certificates/test-authority.ts'
import { enterSession, logIn, type Participant } from '#simulators/client/session-client.ts'
import { newAccount } from '#simulators/fixtures/accounts.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { type SpecifiedCall, specifiedCalls } from '#test/contract/specified-calls.ts'
import { pdf } from '#test/support/attachment-files.ts'
import { agencyCode, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'
import { openDecryptionWindow } from './opening-steps.ts'

/*
 * Every specified call with its fields as they are written, against a server with an opening in step 2. Rules may
 * refuse it; the server must know the call, take its fields, and not fail. Calls that order something are then given
 * once more, each at the moment at which it is accepted.
 */

const minute = 60_000
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-specified-'))

/** With an inquiry, a bill of quantities and a rule for the base price. */
const tender: Partial<TenderInput> = {
  invitesSuppliers: true,
  columns: [
    { key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money', unit: '元' },
    {
      ...{ key: 'earth', title: { zh: '挖一般土方', en: 'Excavation' }, kind: 'money', unit: '元' },
      item: { sheet: '土石方工程', measure: 'm³', quantity: '120' },
    },
  ],
  evaluation: { basePriceMethod: 3, basePrice: { steps: [] } },
}

let hall: Hall
let section = ''
let fileId = ''
let fileKey = ''
const tokens: Record<string, string> = {}
const sectionTokens: Record<string, string> = {}
const people: Participant[] = []
let leader: Participant
let bidder: Awaited<ReturnType<typeof bidderOf>>
let agency: IssuedCertificate

beforeAll(async () => {
  const authority = await testAuthority()
  const roots = join(folder, 'roots.pem')
  writeFileSync(roots, authority.certificatePem)
  hall = await openHall({ environment: { TRUST_ROOTS: roots } })
  const issued = { unitCode: agencyCode, name: '测试招标代理', password: 'x', now: Date.now } as const
  agency = await issueCertificate(authority, { ...issued, keyType: 'P-256' })
  bidder = await bidderOf(hall, authority)
  const published = await publishFor(hall, [bidder], 60, tender)
  section = published.session
  const bid = {
    figures: { price: '1.00', earth: '27.18' },
    files: [],
    certificate: bidder.certificate.helper,
  }
  fileKey = (await sealAndSubmit(bidder.account, section, bid)).fileKey
  await hall.clock.leapTo(published.opensAt)
  const staff = { opener: 'opener-1', bidder: bidder.account.unitCode }
  const account = {
    userCode: staff.opener,
    password: crypto.randomUUID(),
    name: '王主持',
    unitCode: agencyCode,
  }
  await newAccount(hall.platform, hall.http, { ...account, role: 'opener' })
  for (const [role, UserCode] of Object.entries(staff)) {
    const { token } = await hall.http.call('testLogin', { body: { UserCode } })
    const body = { bidProjGuid: section, dbGuid: section }
    tokens[role] = token
    sectionTokens[role] = (await hall.http.call('getProjectAuthorization', { token, body })).oauth2
    people.push(await enterSession(await logIn(hall.http, { userCode: UserCode }), section))
  }
  const [first] = people
  if (!first) throw new Error('nobody has entered')
  leader = first
  await openDecryptionWindow(leader, 30)
  const state = await leader.until(({ decryption }) => decryption !== null, 'the decryption command')
  fileId = state.bidders[bidder.account.unitCode]?.files.technical?.submission.fileId ?? ''
}, 120_000)

afterAll(async () => {
  for (const person of people) person.close()
  await hall.close()
  rmSync(folder, { recursive: true })
})

/** The value of a field as a caller of the protocol writes it. */
function valueIn(field: string): unknown {
  const own: Readonly<Record<string, unknown>> = {
    ...{ BDGuid: section, BidProjGuid: section, bidProjId: section },
    ...{ BidFileId: fileId, bidFileId: fileId, BidFileGuid: fileId, TBWJ_Guid: fileId, ids: fileId },
    ...{ ObjectionGuid: crypto.randomUUID(), objectionGuid: crypto.randomUUID(), id: crypto.randomUUID() },
    ...{ fileId: crypto.randomUUID(), fileID: crypto.randomUUID(), FileFullName: crypto.randomUUID() },
    ...{ EntprsCode: bidder.account.unitCode, Qybh: bidder.account.unitCode, qybh: bidder.account.unitCode },
    ...{ KBFlowStatus: 15, KaiBiao_ChangDi_AnPai_Guid: 'X', base64: 'eA==', bidFileType: 'TBJ' },
    ...{ EditValueJson: '[]', BaseTotalPrice: '1.00', Is_BadBid_Open: 0, IsAttend: 1, IsCalculate: true },
    ...{
      ShiFouYouYiYi: 0,
      isGetData: 1,
      IsGetJieMiStatus: 'true',
      returnIsConfirmKBYLB: 1,
      IsXuYaoQingDan: 0,
    },
    ...{ userType: 1, fieldName: 'userName', startTime: '2026-01-01T00:00:00Z', TBWJ_CA_Type: 1 },
    ...{ StartTime: '2026-01-01T00:00:00Z', EndTime: '2030-01-01T00:00:00Z', SignerType: 1, BS_Key: fileKey },
    ...{ SheetID: 1, Pagesize: 8 },
    ...{ reprint: 1, Reprint: 1, HangYe: 1, Hangye: 0, PageSize: 8, PageIndex: 1, Page: 1, LimitJmTime: 30 },
    ...{ EnumUserType: 4, jyUserType: 2, UserType: 4, LoginType: 5, GCLX: 1, PBType: 16, PbType: 16 },
    ...{ HangYeLeiBie: 1, GCLeiXing: 100, isGuDinFaBao: 0, zsfs: 2, TopPrice: '1.00', ShuangXinFengFlag: 1 },
  }
  if (['BidStage', 'StageOrd', 'activeStageOrd'].includes(field)) return 1
  return own[field] ?? 'X'
}

const bidders = [
  ...['jyptDecryptFile', 'jyptDecryptFile_BS', 'GetBidFileUrl', 'getFileInfo', 'ConfirmKBYLB', 'createYiYi'],
  ...['setYiYiIsRead', 'EditKaiBiaoQianMingConfirm', 'CreateCNS', 'SaveCNS', 'undisList', 'evaluate'],
  'queRenYiYiJieGuo',
]
/** They take a form with a file. */
const uploads = ['UploadBidOpenFuJian', 'UploadBaoZhengJinHeDuiWenJian']
/** They stop the opening, in which nothing else would be accepted: asked at their moment only. */
const endings = ['StopKB', 'xiaDaLiuBiaoZhiLing']
/** A field beside the specified ones, which name none of what the call is about. */
const besides: Readonly<Record<string, object>> = {
  createYiYi: { objectionContent: 'X' },
  DeleteReportFileInfo: { fileId: crypto.randomUUID() },
}

interface Manner {
  /** The path in small letters. */
  readonly small?: boolean
  readonly role?: 'opener' | 'bidder'
  /** Where it is specified with both. */
  readonly method?: 'GET' | 'POST'
  /** Values beside those of every call. */
  readonly values?: Readonly<Record<string, unknown>>
}

async function ask([method, path, ...fields]: SpecifiedCall, manner: Manner = {}) {
  const { small = false, values = {} } = manner
  const name = path.split('/')[1] ?? ''
  const role = manner.role ?? (bidders.includes(name) ? 'bidder' : 'opener')
  const isUsers = [
    'getJYPTGongChengLieBiao',
    'getBidProjKBEnd',
    'getJYPTGongCheng',
    'GetGongChengLieBiao_LocalImport',
  ].includes(name)
  const token = isUsers ? tokens[role] : sectionTokens[role]
  const input = Object.fromEntries(fields.map((field) => [field, valueIn(field)]))
  if (name === 'createYiYi') input.ENTPRSNAME = undefined
  Object.assign(input, method === 'POST' ? besides[name] : {}, values)
  const query = new URLSearchParams(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )
  const hasBody = method === 'POST' && Object.keys(input).length > 0
  const url = `${hall.http.url}/api/${small ? path.toLowerCase() : path}`
  const response = await fetch(method === 'GET' ? `${url}?${query}` : url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(input) } : {}),
  })
  return answerOf(response)
}

async function answerOf(response: Response) {
  const text = await response.text()
  const code = /"code":"([a-z-]+)"/.exec(text)?.[1] ?? ''
  return { status: response.status, code, text: text.slice(0, 200) }
}

const atTheirMoment = [...uploads, ...endings]
const askedCalls = specifiedCalls.filter(([, path]) => !atTheirMoment.includes(path.split('/')[1] ?? ''))

/** Makes a specified call with its own fields, which the rules must accept. */
async function accepted(name: string, manner: Manner = {}): Promise<void> {
  const call = specifiedCalls.find(
    ([method, path]) =>
      (path === name || path.endsWith(`/${name}`)) &&
      (manner.method === undefined || method === manner.method),
  )
  if (!call) throw new Error(`${name} is not specified`)
  const { status, text } = await ask(call, manner)
  expect({ name, status, text }).toEqual({ name, status: 200, text })
  expect(text, name).not.toContain('"Result":false')
}

test.each(askedCalls.map((call) => [`${call[0]} ${call[1]}`, call] as const))(
  '[REST-1] %s is known, takes its fields as written, and does not fail',
  async (_, call) => {
    const { status, code, text } = await ask(call)
    const isKnown = code !== 'unknown-call' && code !== 'bad-request' && code !== 'forbidden'
    expect({ isKnown, failed: status >= 500, text }).toEqual({ isKnown: true, failed: false, text })
  },
)

test('[REST-13] paths and fields are taken in small letters, and a refusal names the field in Chinese', async () => {
  expect((await ask(['GET', 'KB_Local/getBidProj', 'BidStage'], { small: true })).status).toBe(200)
  expect((await ask(['GET', 'KB_Local/getBidProj', 'StageOrd'])).status).toBe(200)
  const refused = await ask(['POST', 'KB_Local/setBadBidStatus', 'BadBidNote'])
  expect(refused.code).toBe('bad-request')
  expect(refused.text).toContain('请填写投标文件！')
})

test('[REST-12] a call that is written with both methods is answered by both', async () => {
  for (const method of ['GET', 'POST'] as const) {
    const sent = await ask([method, 'KB_Local/addKBProgressMessage', 'Message', 'CreateTime'])
    expect(sent).toMatchObject({ status: 200, code: '' })
    expect((await ask([method, 'KB_Local/getKBProgressMessage'])).text).toContain('[{"seq":')
  }
})

test('[REST-14] DownFile gives a bidder their own file and nobody else', async () => {
  const url = `${hall.http.url}/api/KB/DownFile?BidProjGuid=${section}&IResultType=1&FileShowName=own.tbj&FileFullName=`
  const get = (role: string, name: string) =>
    fetch(url + encodeURIComponent(name), { headers: { authorization: `Bearer ${sectionTokens[role]}` } })
  for (const name of [fileId, `/api/KB_Local/getBidFile?BidFileId=${fileId}`]) {
    const own = await get('bidder', name)
    expect(own.status).toBe(200)
    expect(own.headers.get('content-disposition')).toContain('own.tbj')
    expect(new TextDecoder().decode(await own.arrayBuffer())).toContain('age-encryption.org')
    expect((await get('opener', name)).status).toBeGreaterThanOrEqual(400)
  }
  for (const path of ['../../etc/passwd', '/etc/passwd', 'files/00/00', crypto.randomUUID()])
    expect((await get('bidder', path)).status).toBe(404)
})

test.each(uploads)('[REST-1] [FIL-1] [FIL-2] %s takes its form', async (name) => {
  const form = new FormData()
  const [, , ...fields] = specifiedCalls.find(([, path]) => path.endsWith(`/${name}`)) ?? []
  for (const field of fields.filter((one) => one !== 'FormCollection')) form.set(field, '说明.pdf')
  form.set('FormCollection', new Blob([(await pdf('说明', 1)).slice()]), 'a.pdf')
  const headers = { authorization: `Bearer ${sectionTokens.opener}` }
  const response = await fetch(`${hall.http.url}/api/KB_Local/${name}`, {
    method: 'POST',
    headers,
    body: form,
  })
  expect(await answerOf(response)).toMatchObject({ status: 200, code: '' })
})

describe('[REST-1] at their moment, once figures are public, are accepted', () => {
  test('the calls of the announcement and the base price', async () => {
    await leader.until(({ decryption }) => decryption?.closed === true, 'the end of the decryption')
    await leader.send({ type: 'EnterAnnouncement', payload: {} })
    await accepted('checkShowPriceCondition')
    await accepted('startShowTBPriceTime')
    await leader.send({ type: 'FinishReading', payload: {} })
    await accepted('CreateReport_Json')
    for (const name of ['EditBaseTotalPrice', 'SetBenchmarkPriceCalculation']) await accepted(name)
    await accepted('CalBaseTotalPrice')
    await accepted('CalculateJiZhunJia')
    await accepted('SetBaseTotalPrice')
    await accepted('CreateReport_BaseTotalPrice')
  })

  test('the calls of the bill of quantities', async () => {
    for (const role of ['opener', 'bidder'] as const)
      for (const name of ['CheckIsHaveSheetList', 'GetSheetList', 'GetZongHeDanJiaBaoJia_Json'])
        await accepted(name, { role })
    expect(await ask(['GET', 'ZTBQD/CreateReport_Json', 'Page', 'PageSize', 'BidStage'])).toMatchObject({
      status: 200,
    })
    await accepted('CreateZongHeDanJiaBaoJiaReport')
  })

  test('[REP-5] the reports, made again by the fields of the specifications alone', async () => {
    const reports = specifiedCalls.filter(([, path]) => /\/createReport$/.test(path))
    expect(reports).toHaveLength(3)
    for (const call of reports) {
      const { status, text } = await ask(call)
      expect({ call, status, text }).toEqual({ call, status: 200, text })
    }
    const row = { BidFileID: fileId, BzjJiaoNaQingKuang: '已到账' }
    await accepted('CreateReport_Edit', { values: { EditValueJson: JSON.stringify([row]) } })
    await accepted('CreateTouBiaoBaoZhengJinReport_Edit')
    const filed = await hall.http.call('GetReportFileInfo', { token: sectionTokens.opener ?? '' })
    const again = filed.filter(({ reason }) => reason === '重新生成')
    expect(again.map(({ kind }) => kind)).toEqual(['overview', 'unit-prices'])
  })

  test('the other reports', async () => {
    for (const name of ['GetReportPDF', 'GetReportExcel', 'createCaReport', 'CreateReportExcel'])
      await accepted(name)
    for (const name of ['CreateObjectionAndReplyReport', 'GetKaiBiaoYiLanBiaoUrl', 'DownloadReport'])
      await accepted(name)
    await accepted('DownloadTouBiaoBaoZhengJinReport')
    await accepted('GetTouBiaoBaoZhengJinReport_EditInfo')
  })
})

describe('[REST-1] at their moment are accepted', () => {
  test('the calls of the objection inquiry', async () => {
    await accepted('xiaDaYiYiXunWenZhiLing')
    await accepted('xiaDaYiYiXunWenZhiLingTime', { role: 'bidder' })
    await accepted('checkShiFouXiaDaYiYiXunWenZhiLing')
    await accepted('queRenYiYiJieGuo')
    await accepted('getYiYiXunWenJieGuo', { role: 'bidder' })
    await hall.clock.leap(3 * minute)
    await leader.until(({ inquiry }) => inquiry?.closed === true, 'the end of the inquiry')
    await accepted('checkIs3minAfterXiaDaYiYiXunWenZhiLing')
  })

  test('the calls of the base price', async () => {
    for (const name of ['EditBaseTotalPrice', 'SetBenchmarkPriceCalculation', 'CalculateJiZhunJia'])
      await accepted(name)
    await leader.until(({ basePrice }) => basePrice !== null, 'the base price')
    for (const name of ['CalBaseTotalPrice', 'SetBaseTotalPrice', 'CreateReport_BaseTotalPrice'])
      await accepted(name)
    await accepted('getBidFileByCondition', { role: 'bidder' })
  })

  test('the calls of the unit prices', async () => {
    for (const name of ['GetSheetList', 'CheckIsHaveSheetList', 'GetZongHeDanJiaBaoJia_Json'])
      await accepted(`ZTBQD/${name}`)
    for (const name of ['CreateReport_Json', 'createReport', 'CreateZongHeDanJiaBaoJiaReport'])
      await accepted(`ZTBQD/${name}`)
  })

  test('the calls of the confirmation', async () => {
    await accepted('setKBFlowStatus', { values: { KBFlowStatus: 40 } })
    await accepted('StartConfirmKBYLBTime', { values: { LimitJmTime: 5 } })
    await accepted('GetIsConfirmKBYLB', { role: 'bidder' })
    await hall.clock.leap(5 * minute)
    await leader.until(({ confirmation }) => confirmation?.closed === true, 'the end of the confirmation')
    await accepted('ConfirmKBYLB_Admin')
    await accepted('saveReportData')
  })
})

describe('[REST-1] at their moment in step 4 are accepted', () => {
  test('the calls of the signing', async () => {
    await leader.send({ type: 'StartSigning', payload: { limitMinutes: 15 } })
    await accepted('getSignQrImg', { role: 'bidder' })
    await accepted('getSignQrImg')
    for (const role of ['opener', 'bidder'] as const) await accepted('getTbwjFileSignInfo', { role })
  })

  test('the calls of the reports', async () => {
    for (const method of ['POST', 'GET'] as const) await accepted('KB_Local/createReport', { method })
    for (const name of ['DownloadReport', 'GetReportPDF', 'CreateReportExcel', 'GetReportExcel'])
      await accepted(name)
    for (const name of ['createCaReport', 'CreateBidOpeningReport', 'CreateObjectionAndReplyReport'])
      await accepted(name)
    await accepted('GetTouBiaoBaoZhengJinReport_EditInfo')
    await accepted('DownloadTouBiaoBaoZhengJinReport')
    for (const name of ['CreateReport_Edit', 'CreateTouBiaoBaoZhengJinReport_Edit']) await accepted(name)
    await accepted('KB_Local/CreateReport_Json', { role: 'bidder' })
    await accepted('GetReportFileInfo')
    const [file] = (await leader.call('GetReportFileInfo')).filter(({ kind }) => kind === 'certificates')
    await accepted('DeleteReportFileInfo', { values: { fileId: file?.fileId, reason: 'X' } })
  })

  test('the pause and the failure', async () => {
    await accepted('StopKB')
    await leader.until(({ lot }) => lot === 'paused', 'the pause')
    await leader.send({ type: 'ResumeOpening', payload: {} })
    const form = { reason: 'X', recorder: 'X', agent: 'X' }
    const hash = failureHash(leader.state(), form)
    const document = { document: 'failure', session: section, hash } as const
    const SignInfo = await signDocument(agency.helper, signedDocumentType, document)
    await accepted('xiaDaLiuBiaoZhiLing', { values: { SignInfo } })
  })
})
