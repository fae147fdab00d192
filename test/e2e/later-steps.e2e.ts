import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { basePrice } from '#client/texts/zh-CN/base-price.ts'
import { halting } from '#client/texts/zh-CN/halting.ts'
import { inquiry } from '#client/texts/zh-CN/inquiry.ts'
import { sealing } from '#client/texts/zh-CN/sealing.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { runningDraw } from '#domain/draw/draw-state.ts'
import { shortestJoining } from '#domain/draw/phase-lengths.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { Column, TenderInput } from '#domain/tender/tender.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { type Authority, createAuthority, issueCertificate } from '#simulators/certificates/test-authority.ts'
import { httpClient } from '#simulators/client/http-client.ts'
import { contactOf, persons } from '#simulators/fixtures/personal-data.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
import { createPhone } from '#simulators/phone/phone.ts'
import { closePages, keepScreenshots, sharedBrowser } from './browser.ts'
import { actInTabs, actOnDocuments, foldsTasks, isInSight, readsEveryTab, show } from './end-tab-acts.ts'
import { type EvaluationServer, startEvaluationServer } from './evaluation-server.ts'
import { openSection, pageIn, type Section } from './extra-section.ts'
import { haltIn } from './halting-acts.ts'
import { enterAs, logInAs } from './logged-in.ts'
import { openCertificate, pressAndConfirm, sees, signInDialog } from './page-actions.ts'
import { holdsAtEverySize, isAccessible, printsWhole, sizes } from './page-checks.ts'
import { readCodeOf } from './read-code.ts'
import { leadReading, priceWithUnit, replyToDispute, type Screens } from './reading-acts.ts'
import { bidderIsKeptOut, fillsRoom, roomOf } from './room-checks.ts'
import {
  createSectionFixture,
  type Person,
  password,
  type SectionFixture,
  tenderOf,
} from './section-fixture.ts'

/*
 * Steps three and four of one section in the region that has everything, on five screens: opener, two bidders, supervisor
 * and room. Of each tab the opener's page is checked on a laptop in the light theme, the bidder's on a phone in the dark
 * one.
 */

const names = ['江河水利建设集团有限公司', '华东路桥工程有限责任公司', '中部建工', '南方市政'] as const

const item = (key: string, zh: string, sheet: string): TenderInput['columns'][number] => ({
  ...{ key, title: { zh, en: zh }, kind: 'money' as Column['kind'], unit: '元' },
  item: { sheet, measure: 'm³', quantity: '12850.5' },
})
const columns: TenderInput['columns'] = [
  ...tenderOf('', '', '').columns,
  item('earth', '挖一般土方（三类土，人工配合机械）', '土石方工程'),
  item('fill', '回填方', '土石方工程'),
  item('concrete', '现浇混凝土垫层', '道路工程'),
]
const unitPrices = { earth: '27.18', fill: '3.14', concrete: '1618.03' }
const evaluation: TenderInput['evaluation'] = {
  basePriceMethod: 3,
  basePrice: {
    ...{ trimmed: true, lowerRate: 'municipal', theoryCost: [{ item: 'total', column: 'price' }] },
    steps: [{ kind: 'lower', by: { fixed: '3', unit: 'percent' } }],
  },
}

const [large, , phone] = sizes

let browser: Browser
let fixture: SectionFixture
let section: Section
let authority: Authority
let evaluations: EvaluationServer
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-later-steps-'))

beforeAll(async () => {
  browser = await sharedBrowser()
  evaluations = await startEvaluationServer()
  authority = await createAuthority({ now: Date.now })
  // The opener's certificate has to be trusted, and the phone's.
  const TRUST_ROOTS = join(folder, 'roots.pem')
  writeFileSync(TRUST_ROOTS, authority.certificatePem)
  const environment = { VARIANT: 'full', EVALUATION_URL: evaluations.url, TRUST_ROOTS }
  const options = { opensInSeconds: 36_000, tender: { columns }, environment, authority }
  fixture = await createSectionFixture(names, options)
  evaluations.serves(fixture)
})
// Each try needs a section of its own.
beforeEach(async () => {
  const name = `逐家唱标标段${Date.now()}`
  section = await openSection(fixture, name, { columns, evaluation }, unitPrices)
  const { platform, bidders } = fixture
  const deposits = bidders.map(({ unitCode }) => ({ EntprsCode: unitCode, Bzj: '50000.00', BzjStatus: '' }))
  await platform.recordDeposits(section.id, deposits)
  await platform.recordContacts(
    section.id,
    bidders.map(({ unitCode }) => contactOf(unitCode)),
  )
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
  section?.close()
  await closePages(browser)
})
afterAll(async () => {
  await fixture?.stop()
  evaluations?.close()
  rmSync(folder, { recursive: true })
})

test('a bidder’s form reads a file of unit prices, and says what is missing in it', async () => {
  const page = await logInAs(browser, fixture, bidderAt(0))
  await page.goto(`${fixture.url}/seal/${fixture.session}`)
  const field = page.getByLabel(sealing['sheets.upload'])
  const csv = (text: string) => ({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await field.setInputFiles(csv('编号,单价\nearth,27.18\nfill,3.14\n'))
  await sees(page, '还有 1 项没有单价：现浇混凝土垫层')
  await field.setInputFiles(csv('earth,27.18\nfill,3.14\nconcrete,1618.03\n'))
  await sees(page, '已读取 3 / 3 项单价。')
  await sees(page, '合计 389,627.16 元')
  await holdsAtEverySize(page)
})

test('[ANN-8] [ANN-10] [ANN-11] [ANN-12] [BAS-7] [END-21] steps three and four on the screens of opener, bidders, supervisor and room', {
  timeout: 480_000,
}, async () => {
  const opener = await pageIn(browser, fixture, 'opener', section)
  const screen = await roomOf(opener)
  await showsDraw(screen)
  await openBids(screen)
  const bidder = await pageIn(browser, fixture, 'bidder', section)
  const supervisor = await pageIn(browser, fixture, 'supervisor', section)
  const screens = { opener, bidder, supervisor, screen }
  await leadReading({
    ...{ screens, names, late: lateBidder },
    setPace: (pace) => section.opener.send({ type: 'SetReadingPace', payload: { pace } }),
  })
  await printsWhole(bidder, /逐家唱标标段/, names.length)
  await bidderIsKeptOut(bidder, priceWithUnit)
  await sees(bidder, names[0])
  await askForObjections(screens)
  await saveBasePrice(screens)
  await replyToDispute(screens, names[0])

  await endButton(opener).click()
  await opener.waitForURL(/bidend/)
  await fillsRoom(screen, 'end')
  await sees(bidder, '请稍后查看')
  await bidder.emulateMedia({ colorScheme: 'dark' })
  await section.raiseObjection('唱标金额与投标函不一致。')
  await foldsTasks(opener, phone)
  await actInTabs(opener, names[0])
  await confirmExpiredRow(screens)
  await sign(screens)

  await show(opener, '开标结果')
  await opener.getByRole('button', { name: `显示${names[0]}的联系电话` }).click()
  await sees(opener, /^1380000\d{4}$/)
  await isAccessible(opener)
  await actOnDocuments(opener)
  await isAskedToEvaluate(bidder)
  await readsEveryTab(bidder, {
    ...{ size: phone, names: [names[0], names[1]], knowsOthers: false },
    look: async (page, tab) => {
      if (tab === '开标一览表' || tab === '清单单价') await sees(page, '请稍后查看')
      else await isAccessible(page)
    },
  })
  await isInSight(bidder, phone)
  await readsEveryTab(supervisor, {
    ...{ size: large, names: [names[0], names[1]], knowsOthers: true },
    look: (page) => isAccessible(page),
  })
})

function bidderAt(place: number): Person {
  const person = fixture.bidders[place]
  if (!person) throw new Error(`no bidder ${place}`)
  return person
}

async function lateBidder(): Promise<Page> {
  const page = await enterAs(browser, fixture, bidderAt(2), section.id)
  await page.waitForURL(/bidcall/)
  return page
}

/** The room sees a draw while it runs, and its result, but not who bids. */
async function showsDraw(screen: Page): Promise<void> {
  await fillsRoom(screen, 'preparation')
  const { opener } = section
  const parts = [{ drawer: '刘抽取', range: { start: '1', end: '5', interval: '1' } }]
  const payload = { kind: 'random-index', subject: '抽取投标单位', parts } as const
  await opener.send({ type: 'DeclareDraw', payload })
  await sees(screen, '抽取人：刘抽取')
  await fillsRoom(screen, 'drawing')
  // The opener's page contributes.
  const draw = await opener.until(
    (state) => Object.keys(runningDraw(state)?.joined ?? {}).length > 0,
    'a contribution',
  )
  await fixture.clock.leap(shortestJoining)
  await opener.send({ type: 'StopDraw', payload: { drawId: draw.drawOrder.at(-1) ?? '' } })
  await sees(screen, /^[1-5]$/)
  await fillsRoom(screen, 'preparation')
  for (const name of names) expect(await screen.getByText(name).count()).toBe(0)
}

/** Steps one and two, as the room sees them. */
async function openBids(screen: Page): Promise<void> {
  const row = { kind: 'agency-staff', name: '周现场', unit: '代理公司', contact: '/' } as const
  await section.opener.send({ type: 'AddWorker', payload: row })
  await section.enterOpening()
  await fillsRoom(screen, 'beforeCommand')
  await section.startDecryption()
  await fillsRoom(screen, 'decrypting')
  await section.decrypt()
  await fillsRoom(screen, 'opened')
}

/** [INQ-1] to [INQ-9]: the opener asks, a bidder objects in their page, the others do not, and the opener replies. */
async function askForObjections(screens: Screens): Promise<void> {
  const { opener, bidder, supervisor, screen } = screens
  const goOn = opener.getByRole('button', { name: steps['announcement.enterEnd'], exact: true })
  await sees(opener, steps['announcement.openerAsks'])
  expect(await goOn.count()).toBe(0)
  await refusesEnd(opener, '请先下达异议询问指令')
  await pressAndConfirm(opener, inquiry.start)
  await sees(bidder, steps['announcement.inquiryBidder'])
  await fillsRoom(screen, 'inquiring')
  await refusesEnd(opener, '异议询问还未结束，请稍候...')
  await pauseAndResume(screens)
  await bidder.getByRole('button', { name: inquiry.yes, exact: true }).click()
  await bidder.getByLabel(inquiry.text).fill('第二家投标文件未当众拆封。')
  await isAccessible(bidder)
  await bidder.getByRole('button', { name: inquiry.submit }).click()
  await sees(bidder, inquiry.saidYes)
  // Everybody has answered.
  await sees(supervisor, '异议询问已结束，全部投标人已答复：1 家有异议。')
  await fillsRoom(screen, 'inquired')
  await opener.getByRole('button', { name: `回复 ${names[0]} 的开标异议` }).click()
  await opener.getByLabel(inquiry.replyContent).fill('已当众核对，拆封过程有录像。')
  await isAccessible(opener)
  await opener.getByRole('button', { name: inquiry.submitReply }).click()
  await sees(bidder, inquiry.repliedToYou)
}

/** The step bar does not lead to step four, and says why. */
async function refusesEnd(page: Page, message: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: shell.steps })
  await bar.getByRole('button', { name: /开标结束/ }).click()
  await sees(page, message)
  expect(page.url()).toContain('bidcall')
}

/** [HLT-9]: while the lot is paused no clock runs on any screen. */
async function pauseAndResume({ opener, bidder, supervisor, screen }: Screens): Promise<void> {
  await haltIn(opener, 'paused')
  for (const page of [opener, bidder, supervisor]) await sees(page, '标段已暂停，暂时无法继续！')
  await sees(screen, /^标段已暂停（/)
  await sees(screen, '原因：现场停电')
  const clocks = [opener, bidder, supervisor, screen].map((page) =>
    page.getByRole('timer').filter({ hasText: /^\d+:\d\d$/ }),
  )
  for (const clock of clocks) expect(await clock.count()).toBe(0)
  await pressAndConfirm(opener, halting['act.resume'])
  for (const clock of clocks) await clock.first().waitFor()
}

/** [BAS-7] The base price is calculated and saved in front of everybody before step four. */
async function saveBasePrice({ opener, bidder, supervisor }: Screens): Promise<void> {
  await opener.getByRole('button', { name: `${basePrice.leaveBid} ${names[0]}` }).click()
  await opener.getByRole('alertdialog').getByLabel(/^原因/).fill('报价存疑')
  await opener.getByRole('alertdialog').getByRole('button', { name: basePrice.leaveTitle }).click()
  await sees(bidder, '开标人设定：报价存疑')
  await endButton(opener).click()
  await sees(opener, '评标基准价未保存，请先保存！')
  expect(opener.url()).toContain('bidcall')
  // Led to where it is saved.
  await opener.locator('#part-basePrice:focus').waitFor()

  await opener.getByRole('button', { name: basePrice.calculate, exact: true }).click()
  await sees(bidder, '124,495,308.53 元')
  await sees(bidder, '128,345,678.9 × (1 − 3%) = 124,495,308.533')
  await holdsAtEverySize(opener)
  await pressAndConfirm(opener, basePrice.save)
  await asksForReplies(opener)
  await sees(bidder, basePrice.reviewGroup)
  await bidder.getByRole('button', { name: basePrice.update }).click()
  await sees(bidder, /^已于 .* 更新$/)
  for (const page of [bidder, supervisor]) await isAccessible(page)
  const download = opener.waitForEvent('download')
  await opener.getByRole('button', { name: basePrice.report }).click()
  expect((await download).suggestedFilename()).toMatch(/-评标基准价计算表\.pdf$/)
}

const endButton = (page: Page) =>
  page.getByRole('button', { name: steps['announcement.enterEnd'], exact: true }).first()

/** A dialog says first whose dispute has no reply. */
async function asksForReplies(opener: Page): Promise<void> {
  await endButton(opener).click()
  const dialog = opener.getByRole('alertdialog')
  await dialog.getByText(`以下投标人对唱标内容的异议尚未回复：${names[0]}。`).waitFor()
  await opener.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** Only the bidder of the page does not confirm in time; the opener confirms that row afterwards (ConfirmKBYLB_Admin). */
async function confirmExpiredRow({ opener, bidder, screen }: Screens): Promise<void> {
  await show(opener, '开标一览表')
  await pressAndConfirm(opener, steps['ending.confirmation.start'])
  await section.opener.until(
    ({ bidders }) => Object.values(bidders).filter(({ confirmed }) => confirmed === 'bidder').length === 3,
    'the other confirmations',
  )
  await fillsRoom(screen, 'confirming')
  await sees(bidder, steps['ending.bar.bidderConfirm'])
  await isAccessible(bidder)
  await fixture.clock.leap(10 * 60_000)
  await sees(opener, steps['ending.confirmation.closedTimeOut'])
  await isAccessible(opener)
  await pressAndConfirm(opener, steps['ending.confirmation.confirmRest'])
  await sees(bidder, steps['overview.confirmedBy.time-out'])
  const bidders = Object.values(section.opener.state().bidders)
  expect(bidders.map(({ confirmed }) => confirmed).toSorted()).toEqual([
    'bidder',
    'bidder',
    'bidder',
    'time-out',
  ])
}

/** The record is signed by the opener's certificate and by the bidder's phone, which scans the code on the page. */
async function sign({ opener, bidder, screen }: Screens): Promise<void> {
  const lead = section.opener
  await lead.send({ type: 'RecordRemarks', payload: { remarks: '无' } })
  await lead.send({ type: 'StartSigning', payload: { limitMinutes: 15 } })
  await show(opener, '电子签名')
  await fillsRoom(screen, 'signing')
  await signInDialog(opener, async (page) =>
    openCertificate(page, { ...fixture.opener, p12: await openersCertificate() }),
  )
  await sees(opener, '开标记录表已签名！')
  await isAccessible(opener)
  await scanToSign(bidder)
  const hasSigned = ({ bidders }: SessionState) => Object.values(bidders).every(({ signature }) => signature)
  await lead.until(hasSigned, 'the last signature')
  await lead.send({ type: 'ConfirmSigning', payload: {} })
  await fillsRoom(screen, 'signed')
  await leadOpening(lead, { ...persons(), remarks: '', pause: async () => {}, road: 'socket' })
  await fillsRoom(screen, 'ended')
}

async function openersCertificate(): Promise<string> {
  const { unitCode, name } = fixture.opener
  const issued = await issueCertificate(authority, { unitCode, name, password, now: Date.now })
  const p12 = join(folder, 'opener.p12')
  writeFileSync(p12, issued.p12)
  return p12
}

async function scanToSign(bidder: Page): Promise<void> {
  await bidder.getByRole('button', { name: steps['ending.signing.sign'], exact: true }).click()
  const dialog = bidder.getByRole('dialog', { name: steps['ending.signing.open'] })
  await dialog.getByRole('tab', { name: steps['ending.signing.tabs.scan'] }).click()
  const text = await readCodeOf(bidder)
  await isAccessible(bidder)
  const certificate = await softwareCertificate(readFileSync(bidderAt(0).p12), password)
  if (!certificate.ok) throw new Error(certificate.error)
  const owner = createPhone(httpClient({ url: fixture.url }), certificate.value)
  const scanned = await owner.scan(text)
  if (!scanned.ok) throw new Error(scanned.error)
  expect(await owner.answer(scanned.value, 'confirm')).toEqual({ ok: true, value: undefined })
  await dialog.waitFor({ state: 'detached' })
  await sees(bidder, steps['ending.signing.success'])
}

/** A bidder is asked once, may evaluate later, and only once. */
async function isAskedToEvaluate(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: steps['ending.evaluation.title'] })
  await dialog.waitFor()
  await isAccessible(page)
  await dialog.getByRole('button', { name: steps['ending.evaluation.not'] }).click()
  await dialog.waitFor({ state: 'detached' })
  evaluations.isEvaluated()
  await page.getByRole('button', { name: steps['ending.evaluation.act'], exact: true }).click()
  await sees(page, '该项目已参与评价！')
}
