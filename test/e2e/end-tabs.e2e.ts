import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { objections } from '#client/texts/zh-CN/objections.ts'
import { sealing } from '#client/texts/zh-CN/sealing.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { runningDraw } from '#domain/draw/draw-state.ts'
import { shortestJoining } from '#domain/draw/phase-lengths.ts'
import type { Column, TenderInput } from '#domain/tender/tender.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { type Authority, createAuthority, issueCertificate } from '#simulators/certificates/test-authority.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { contactOf, persons } from '#simulators/fixtures/personal-data.ts'
import { takePart } from '#simulators/participants/bidder.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { createEvaluationSystem, type EvaluationSystem } from '#simulators/platform/evaluations.ts'
import { pdf } from '#test/support/attachment-files.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { enterAs, logInAs } from './logged-in.ts'
import { openCertificate, pressAndConfirm, recordPersons, sees, signInDialog } from './page-actions.ts'
import { fits, holdsAtEverySize, isAccessible, sizes } from './page-checks.ts'
import { createSectionFixture, type Person, password, type SectionFixture } from './section-fixture.ts'

const item = (key: string, zh: string, sheet: string): TenderInput['columns'][number] => ({
  ...{ key, title: { zh, en: zh }, kind: 'money' as Column['kind'], unit: '元' },
  item: { sheet, measure: 'm³', quantity: '12850.5' },
})
const columns = [
  { key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money' as const, unit: '元' },
  item('earth', '挖一般土方（三类土，人工配合机械）', '土石方工程'),
  item('fill', '回填方', '土石方工程'),
  item('concrete', '现浇混凝土垫层', '道路工程'),
]
const figures = { price: '8641975.50', earth: '27.18', fill: '3.14', concrete: '1618.03' }

const [, laptop, phone] = sizes
// Fewer the region refuses.
const names = ['江河水利建设集团有限公司', '华东路桥工程有限责任公司', '中部建工']
const reason = '现场核对后更正'

let browser: Browser
let fixture: SectionFixture
let evaluations: Server
let authority: Authority
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-end-tabs-'))

beforeAll(async () => {
  browser = await sharedBrowser()
  let system: EvaluationSystem | null = null
  evaluations = createServer(async (request, response) => {
    const answer = await system?.answer(request, 'https://evaluation.example.org/')
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => evaluations.once('listening', resolve))
  const { port } = evaluations.address() as AddressInfo
  // A region with every tab.
  authority = await createAuthority({ now: Date.now })
  // The opener's certificate has to be trusted.
  const TRUST_ROOTS = join(folder, 'roots.pem')
  writeFileSync(TRUST_ROOTS, authority.certificatePem)
  const environment = { VARIANT: 'full', EVALUATION_URL: `http://127.0.0.1:${port}/`, TRUST_ROOTS }
  fixture = await createSectionFixture(names, { tender: { columns }, environment, authority })
  system = createEvaluationSystem(fixture.url, { clock: fixture.clock.now })
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
  evaluations?.close()
  rmSync(folder, { recursive: true })
})

test('every tab of step 4 for its three readers, each with its act', { timeout: 300_000 }, async () => {
  const [bidder] = fixture.bidders
  if (!bidder) throw new Error('a bidder expected')
  await readPricesOf(bidder)
  const bids = await Promise.all(fixture.bidders.map(submitBidOf))
  const { platform, session, bidders } = fixture
  const deposits = bidders.map(({ unitCode }) => ({ EntprsCode: unitCode, Bzj: '50000.00', BzjStatus: '' }))
  await platform.recordDeposits(session, deposits)
  await platform.recordContacts(
    session,
    bidders.map(({ unitCode }) => contactOf(unitCode)),
  )
  await fixture.clock.leapTo(fixture.opensAt)

  const opener = await enterAs(browser, fixture, fixture.opener, fixture.session)
  await recordPersons(opener)
  await sees(opener, /已保存：\d{6}\*{8}\d{3}[\dX]/)
  const lead = await enterSession(await fixture.account(fixture.opener), fixture.session)
  await drawIndex(lead)
  const early = await Promise.all(bids.map(({ account }) => enterSession(account, session)))
  // They decrypt, and do not confirm.
  const pause = async () => {
    if (lead.state().confirmation) await new Promise(() => {})
  }
  // The call to confirm comes late, or never when the test fails.
  for (const [i, place] of early.entries())
    void takePart(place, { ...partOf(bids, i), pause }).catch(() => {})
  const leading = { ...persons(), remarks: '无', pause: pauses(null), road: 'socket' } as const
  await leadOpening(lead, { ...leading, until: 'decrypted' })
  await announce(lead)

  await enterInformation(opener)
  await showsPrices(opener)
  await early[0]?.send({ type: 'RaiseObjection', payload: { content: '唱标金额与投标函不一致。' } })
  await actInTabs(opener)
  await lead.send({ type: 'StartConfirmation', payload: { limitMinutes: 10 } })
  await endConfirmation(opener)
  await lead.send({ type: 'RecordRemarks', payload: { remarks: '无' } })
  await lead.send({ type: 'StartSigning', payload: { limitMinutes: 15 } })
  await signAsOpener(opener)
  for (const place of early) place.close()
  const late = await Promise.all(bids.map(({ account }) => enterSession(account, session)))
  const plays = late.map((place, i) => takePart(place, { ...partOf(bids, i), pause: pauses(null) }))
  await Promise.all([leadOpening(lead, leading), ...plays])

  await show(opener, 'result')
  await opener.getByRole('button', { name: `显示${bidder.name}的联系电话` }).click()
  await sees(opener, /^1380000\d{4}$/)
  await holdsAtEverySize(opener)
  await actOnDocuments(opener)
  await isInSightOnAPhone(opener, 'reports')
  const own = await enterAs(browser, fixture, bidder, fixture.session, { over: true })
  await isAskedToEvaluate(own)
  await own.emulateMedia({ colorScheme: 'dark' })
  await opensEveryTab(own, phone)
  await own.close()
  const supervisor = await enterAs(browser, fixture, fixture.supervisor, fixture.session, { over: true })
  await opensEveryTab(supervisor, laptop)
  for (const person of [lead, ...late]) person.close()
})

/** Step 3, as short as it may be. */
async function announce(lead: Participant): Promise<void> {
  await lead.send({ type: 'EnterAnnouncement', payload: {} })
  await lead.send({ type: 'StartReading', payload: { pace: null } })
  await lead.send({ type: 'CutReadingShort', payload: { reason: '测试' } })
  await lead.send({ type: 'StartInquiry', payload: {} })
  await lead.until(({ inquiry }) => inquiry?.closed === true, 'the answers to the inquiry')
  await lead.send({ type: 'EnterEnd', payload: {} })
}

type Bid = Awaited<ReturnType<typeof submitBidOf>>

async function submitBidOf(person: Person) {
  const certificate = await certificateOf(person)
  const account = await fixture.account(person)
  const { fileKeys } = await sealAndSubmit(account, fixture.session, { figures, files: [], certificate })
  return { account, certificate, fileKeys }
}

function partOf(bids: readonly Bid[], place: number) {
  const bid = bids[place]
  if (!bid) throw new Error(`no bid ${place}`)
  return { certificate: bid.certificate, fileKeys: bid.fileKeys, figures, road: 'socket' } as const
}

/** A draw by which bidders are selected, to which the opener's page contributes. */
async function drawIndex(lead: Participant): Promise<void> {
  const parts = [{ drawer: '刘抽取', range: { start: '1', end: '5', interval: '1' } }]
  await lead.send({ type: 'DeclareDraw', payload: { kind: 'random-index', subject: '抽取投标单位', parts } })
  const joined = await lead.until(
    (state) => Object.keys(runningDraw(state)?.joined ?? {}).length > 0,
    'a contribution',
  )
  await fixture.clock.leap(shortestJoining)
  await lead.send({ type: 'StopDraw', payload: { drawId: joined.drawOrder.at(-1) ?? '' } })
  await lead.until((state) => runningDraw(state) === null, 'the result')
}

/** What the opener does in the tabs before the record is signed. */
async function actInTabs(opener: Page): Promise<void> {
  await show(opener, 'deposits')
  await opener.getByRole('button', { name: `编辑保证金：${names[0]}` }).click()
  const dialog = opener.getByRole('alertdialog')
  await dialog.getByLabel(shell.depositReceipt).fill('HZ-2026-0001')
  await holdsAtEverySize(opener)
  await dialog.getByRole('button', { name: shell.depositSave }).click()
  await sees(opener, 'HZ-2026-0001')
  await addFile(opener, '到账核对.pdf')
  await holdsAtEverySize(opener)

  await show(opener, 'problems')
  await addFile(opener, '开标问题.pdf')
  await addFile(opener, '重复上传.pdf')
  await holdsAtEverySize(opener)
  await pressAndConfirm(opener, '删除 重复上传.pdf', steps['ending.files.delete'], isAccessible)
  await opener.getByRole('button', { name: '下载 重复上传.pdf' }).waitFor({ state: 'detached' })

  await show(opener, 'signIn')
  await opener.getByRole('button', { name: steps['ending.indexDraws.title'] }).click()
  await sees(opener, '抽取投标单位')
  await holdsAtEverySize(opener)
  await opener.keyboard.press('Escape')
  await opener.getByRole('dialog').waitFor({ state: 'detached' })
  await makeSheet(opener)
  await show(opener, 'certificates')
  await makeSheet(opener)

  await show(opener, 'objections')
  await opener.getByRole('button', { name: `回复 ${names[0]} 的异议` }).click()
  await opener.getByLabel(objections.replyContent).fill('以投标函为准。')
  await holdsAtEverySize(opener)
  await opener.getByRole('button', { name: objections.submitReply }).click()
  await sees(opener, objections.answered)
}

async function addFile(page: Page, name: string): Promise<void> {
  const file = { name, mimeType: 'application/pdf', buffer: Buffer.from(await pdf(name, 1)) }
  await page.getByLabel(steps['ending.files.add']).setInputFiles(file)
  await page.getByRole('button', { name: `下载 ${name}` }).waitFor()
}

/** Makes a sheet, and again for a reason. */
async function makeSheet(page: Page): Promise<void> {
  await holdsAtEverySize(page)
  await page.getByRole('button', { name: steps['ending.sheet.make'], exact: true }).click()
  await page.getByRole('button', { name: steps['ending.sheet.again'] }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel(/^原因/).fill(reason)
  await isAccessible(page)
  await dialog.getByRole('button', { name: steps['ending.sheet.again'] }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The confirmation is ended before its deadline, for a reason. */
async function endConfirmation(opener: Page): Promise<void> {
  await show(opener, 'overview')
  await opener.getByRole('button', { name: steps['ending.confirmation.end'], exact: true }).click()
  const dialog = opener.getByRole('alertdialog')
  await dialog.getByLabel(/^原因/).fill(reason)
  await isAccessible(opener)
  await dialog.getByRole('button', { name: steps['ending.confirmation.end'], exact: true }).click()
  await sees(opener, steps['ending.confirmation.endedEarly'].replace('{{reason}}', reason))
  await isAccessible(opener)
}

/** The opener signs the record with the agency's certificate. */
async function signAsOpener(opener: Page): Promise<void> {
  const { unitCode, name } = fixture.opener
  const now = Date.now
  const certificate = await issueCertificate(authority, {
    unitCode,
    name,
    password,
    now,
  })
  const p12 = join(folder, 'opener.p12')
  writeFileSync(p12, certificate.p12)
  await show(opener, 'signing')
  await signInDialog(opener, async (page) => {
    await openCertificate(page, { ...fixture.opener, p12 })
    await isAccessible(page)
  })
  await sees(opener, '开标记录表已签名！')
  await holdsAtEverySize(opener)
}

/** A report is made again, printed, and taken out of the list. */
async function actOnDocuments(opener: Page): Promise<void> {
  await show(opener, 'reports')
  await opener.getByRole('button', { name: /^重新生成 开标一览表（PDF）/ }).click()
  const dialog = opener.getByRole('alertdialog')
  await dialog.getByLabel(/^原因/).fill(reason)
  await dialog.getByRole('button', { name: steps['ending.documents.again'] }).click()
  await dialog.waitFor({ state: 'detached' })
  const [printed] = await Promise.all([
    opener.waitForEvent('popup'),
    opener
      .getByRole('button', { name: /^打印 开标一览表（PDF）/ })
      .first()
      .click(),
  ])
  expect(printed.url()).toMatch(/^blob:/)
  await printed.close()
  await opener
    .getByRole('button', { name: /^删除 开标一览表（PDF）/ })
    .last()
    .click()
  await dialog.getByLabel(/^原因/).fill(reason)
  await isAccessible(opener)
  await dialog.getByRole('button', { name: steps['ending.documents.withdraw'] }).click()
  await sees(opener, new RegExp(`删除：${reason}`))
  await holdsAtEverySize(opener)
}

/** A bidder is asked once, and may evaluate later. */
async function isAskedToEvaluate(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: steps['ending.evaluation.title'] })
  await dialog.waitFor()
  await holdsAtEverySize(page)
  await dialog.getByRole('button', { name: steps['ending.evaluation.not'] }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: steps['ending.evaluation.act'], exact: true }).waitFor()
}

const tabsOfFull = [
  ...['开标结果', '开标一览表', '清单单价', '签到表', '电子签名', '人员与备注', '投标保证金'],
  ...['异议与回复', 'CA 报告', '开标问题', '报表', '现场直播'],
] as const

/** Whoever reads opens each tab by its name: it fits the screen, and breaks no rule. */
async function opensEveryTab(page: Page, size: (typeof sizes)[number]): Promise<void> {
  await page.setViewportSize(size)
  await page.getByRole('tab').first().waitFor()
  const names = await page.getByRole('tab').allTextContents()
  expect(names).toEqual(tabsOfFull)
  for (const name of names) {
    await page.getByRole('tab', { name, exact: true }).click()
    await page.getByRole('tabpanel', { name, exact: true }).waitFor()
    await fits(page, size)
    await isAccessible(page)
  }
}

/** The bidder's form reads a file of unit prices, and says what is missing in it. */
async function readPricesOf(bidder: Person): Promise<void> {
  const page = await logInAs(browser, fixture, bidder)
  await page.goto(`${fixture.url}/seal/${fixture.session}`)
  const field = page.getByLabel(sealing['sheets.upload'])
  const csv = (text: string) => ({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await field.setInputFiles(csv('编号,单价\nearth,27.18\nfill,3.14\n'))
  await sees(page, '还有 1 项没有单价：现浇混凝土垫层')
  await field.setInputFiles(csv('earth,27.18\nfill,3.14\nconcrete,1618.03\n'))
  await sees(page, '已读取 3 / 3 项单价。')
  await sees(page, '合计 389,627.16 元')
  await holdsAtEverySize(page)
}

async function showsPrices(page: Page): Promise<void> {
  await show(page, 'sheets')
  await sees(page, '27.18')
  await holdsAtEverySize(page)
  await page.getByRole('button', { name: '道路工程' }).click()
  await sees(page, '1,618.03')
}

async function enterInformation(page: Page): Promise<void> {
  await show(page, 'persons')
  await page.getByRole('button', { name: '录入开标信息' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: '保存开标信息' }).click()
  await dialog.getByText('请填写招标人代表').waitFor()
  await isAccessible(page)
  await dialog.getByLabel(/^招标人代表/).fill('赵代表')
  await dialog.getByLabel(/^其他事项/).fill('无')
  await dialog.getByRole('button', { name: '保存开标信息' }).click()
  await dialog.waitFor({ state: 'detached' })
  await sees(page, '赵代表')
  await holdsAtEverySize(page)
}

async function show(page: Page, tab: string): Promise<void> {
  await page.goto(`${fixture.url}/bid/${fixture.session}/bidend?tab=${tab}`)
  await page.getByRole('tab', { selected: true }).waitFor()
  expect(page.url()).toContain(tab)
}

/** The last tabs stand outside a phone's screen until their strip is scrolled. */
async function isInSightOnAPhone(page: Page, tab: string): Promise<void> {
  const { width } = phone
  await page.setViewportSize(phone)
  await show(page, tab)
  const box = await page.getByRole('tab', { selected: true }).boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box)).toBe(true)
}

async function certificateOf({ p12 }: Person) {
  const certificate = await softwareCertificate(readFileSync(p12), password)
  if (!certificate.ok) throw new Error(certificate.error)
  return certificate.value
}
