import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inquiry } from '#client/texts/zh-CN/inquiry.ts'
import { reading } from '#client/texts/zh-CN/reading.ts'
import { room } from '#client/texts/zh-CN/room.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { runningDraw } from '#domain/draw/draw-state.ts'
import { shortestJoining } from '#domain/draw/phase-lengths.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
import { closePages, keepScreenshots, sharedBrowser } from './browser.ts'
import { openSection, pageIn, type Section } from './extra-section.ts'
import { enterAs } from './logged-in.ts'
import { pressAndConfirm, sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { areTogether, isCaptioned, type Moment, recordReading } from './recorded-reading.ts'
import { fillsRoom, roomOf, walls } from './room-checks.ts'
import { createSectionFixture, type SectionFixture } from './section-fixture.ts'

const names = ['江河水利建设集团有限公司', '华东路桥工程有限责任公司', '中部建工', '南方市政']
const price = /^128,?345,?678\.90$/
const withUnit = /128,?345,?678\.90 元/
const said = {
  paused: '唱标暂停',
  resumed: '唱标继续',
  cutShort: '唱标提前结束',
} as const
const cutShortReason = '第四家投标人申请提前结束'

let browser: Browser
let fixture: SectionFixture
let section: Section

beforeAll(async () => {
  browser = await sharedBrowser()
  // A region whose rows become public as they are read.
  fixture = await createSectionFixture(names, { opensInSeconds: 36_000, environment: { VARIANT: 'full' } })
})
// Each try needs a section of its own.
beforeEach(async () => {
  section = await openSection(fixture, `逐家唱标标段${Date.now()}`)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
  section?.close()
  await closePages(browser)
})
afterAll(async () => {
  await fixture?.stop()
})

test('[ANN-8] [ANN-10] [ANN-11] [ANN-12] all screens follow the opener’s reading, from the middle and after a reload', async () => {
  const opener = await pageIn(browser, fixture, 'opener', section)
  const screen = await roomOf(opener)
  await showsDraw(screen)
  const bids = await openBids(screen)
  const bidder = await pageIn(browser, fixture, 'bidder', section)
  const supervisor = await pageIn(browser, fixture, 'supervisor', section)
  const screens = { opener, bidder, supervisor, screen }
  await beginReading(screens)
  const press = (name: string) => opener.getByRole('button', { name, exact: true }).click()
  await readFirst(screens, press)

  const late = await lateBidder()
  await isRead([late], 2)
  await sees(late, reading.nextIsYou)
  await recordReading(late)
  const all = [opener, bidder, supervisor, screen, late]
  const saidByAll = (words: string) => Promise.all(all.map((page) => isCaptioned(page, words)))
  await press(reading.pause)
  await saidByAll(said.paused)
  for (const page of [opener, bidder, supervisor]) await sees(page, reading.paused)
  expect(await opener.getByRole('button', { name: reading.next, exact: true }).isDisabled()).toBe(true)
  await press(reading.resume)
  await saidByAll(said.resumed)
  await press(reading.repeat)
  await saidByAll(`${names[1]}，`)
  await reloadInTheMiddle(supervisor)

  // The server's clock reads the third bid. The opener leads again, and ends before the fourth.
  await section.opener.send({ type: 'SetReadingPace', payload: { pace: 3 } })
  await isRead([opener, bidder, supervisor, late], 3)
  await opener.getByLabel(reading.pace).selectOption('')
  await sees(late, reading.youNow)
  await roomShows(screen, 3)
  await endEarly(opener)
  await saidByAll(said.cutShort)
  for (const page of [opener, bidder, supervisor, late]) {
    await sees(page, `唱标提前结束，原因：${cutShortReason}`)
    expect(await page.getByRole('row').getByText(price).count()).toBe(4)
  }
  await areTogether(all, moments)
  await late.close()
  await fillsRoom(screen, 'read')
  await printsWhole(bidder)
  expect(await bidderIsKeptOut(bidder)).toBe(true)
  await askForObjections(opener, bidder, supervisor, screen)
  await opener.getByRole('button', { name: steps['announcement.enterEnd'], exact: true }).click()
  await opener.waitForURL(/bidend/)
  await endsInRoom(screen, bids)
}, 300_000)

type Screens = Readonly<Record<'opener' | 'bidder' | 'supervisor' | 'screen', Page>>

/** Before the first bid is read nothing of a bid is on any screen. */
async function beginReading({ opener, bidder, supervisor, screen }: Screens): Promise<void> {
  await opener.getByRole('button', { name: steps['common.goStep.opening'] }).click()
  await pressAndConfirm(opener, steps['opening.enterAnnouncement'], shell.enterAnnouncement)
  for (const page of [opener, bidder, supervisor]) {
    await page.waitForURL(/bidcall/)
    await sees(page, steps['common.notEntered'])
    expect(await page.getByText(price).count()).toBe(0)
  }
  await sees(bidder, reading.nextIsYou)
  await holdsAtEverySize(opener)
  await fillsRoom(screen, 'beforeReading')
  expect(await screen.getByText(withUnit).count()).toBe(0)
  for (const page of [opener, bidder, supervisor, screen]) await recordReading(page)
}

/** The first bid, which its bidder calls right and then disputes, and the second. */
async function readFirst(screens: Screens, press: (name: string) => Promise<void>): Promise<void> {
  const { opener, bidder, supervisor, screen } = screens
  const present = [opener, bidder, supervisor]
  await press(reading.start)
  await isRead(present, 1)
  await roomShows(screen, 1)
  await fillsRoom(screen, 'reading')
  await sees(bidder, reading.youNow)
  for (const page of present) expect(await page.getByRole('row').getByText(price).count()).toBe(1)
  await holdsAtEverySize(bidder)
  for (const page of [opener, bidder]) await isAccessible(page)
  await bidder.getByRole('button', { name: reading.ownRight }).click()
  await sees(bidder, reading.ownSaidRight)
  await sees(opener, reading['check.right'])
  await disputes(bidder)
  await sees(opener, reading['check.disputed'].replace('{{text}}', disputed))
  await press(reading.next)
  await isRead(present, 2)
  await roomShows(screen, 2)
}

/** What the reading shows, in order. */
const moments: readonly Moment[] = [
  { bid: '1', caption: `${names[0]}，` },
  { bid: '2', caption: `${names[1]}，` },
  { bid: `2 ${reading.paused}`, caption: said.paused },
  { bid: '2', caption: said.resumed },
  { bid: null, caption: `${names[1]}，` },
  { bid: '3', caption: `${names[2]}，` },
  { bid: '', caption: said.cutShort },
]

const disputed = '工期应为 700 日历天'

/** A bidder may still dispute the row that they called right. */
async function disputes(bidder: Page): Promise<void> {
  await bidder.getByLabel(reading.ownDisputeText).fill(disputed)
  await bidder.getByRole('button', { name: reading.ownDispute, exact: true }).click()
  await sees(bidder, reading.ownSaidDisputed.replace('{{text}}', disputed))
}

/** A page that was away starts at the bid being read, with its caption. */
async function reloadInTheMiddle(page: Page): Promise<void> {
  await page.reload()
  await isRead([page], 2)
  await isCaptioned(page, `${names[1]}，`)
  await recordReading(page)
}

/** Without a reason nothing happens; with one the dialog closes. */
async function endEarly(opener: Page): Promise<void> {
  await opener.getByRole('button', { name: reading.cutShort, exact: true }).click()
  const dialog = opener.getByRole('alertdialog')
  const confirm = dialog.getByRole('button', { name: reading.cutShort, exact: true })
  await confirm.click()
  await dialog.getByText(/请填写.*原因/).waitFor()
  await isAccessible(opener)
  await dialog.getByLabel(new RegExp(`^${reading.reason}`)).fill(cutShortReason)
  await confirm.click()
  await dialog.waitFor({ state: 'detached' })
}

/** [INQ-1] to [INQ-9]: the opener asks, a bidder objects in their page, the others do not, and the opener replies. */
async function askForObjections(opener: Page, bidder: Page, supervisor: Page, screen: Page): Promise<void> {
  const goOn = opener.getByRole('button', { name: steps['announcement.enterEnd'], exact: true })
  await sees(opener, steps['announcement.openerAsks'])
  expect(await goOn.count()).toBe(0)
  await pressAndConfirm(opener, inquiry.start)
  await sees(bidder, steps['announcement.inquiryBidder'])
  await fillsRoom(screen, 'inquiring')
  await bidder.getByRole('button', { name: inquiry.yes, exact: true }).click()
  await bidder.getByLabel(inquiry.text).fill('第二家投标文件未当众拆封。')
  await isAccessible(bidder)
  await bidder.getByRole('button', { name: inquiry.submit }).click()
  await sees(bidder, inquiry.saidYes)
  await holdsAtEverySize(bidder)
  // Everybody has answered.
  await sees(supervisor, '异议询问已结束，全部投标人已答复：1 家有异议。')
  await fillsRoom(screen, 'inquired')
  await opener.getByRole('button', { name: `答复 ${names[0]} 的开标异议` }).click()
  await opener.getByLabel(inquiry.replyContent).fill('已当众核对，拆封过程有录像。')
  await holdsAtEverySize(opener)
  await opener.getByRole('button', { name: inquiry.submitReply }).click()
  await sees(bidder, inquiry.repliedToYou)
  await isAccessible(supervisor)
}

/** The room sees a draw while it runs, and its result, but not who bids. */
async function showsDraw(screen: Page): Promise<void> {
  await fillsRoom(screen, 'preparation')
  const { opener } = section
  const parts = [{ drawer: '刘抽取', range: { start: '8', end: '12', interval: '0.5' } }]
  await opener.send({ type: 'DeclareDraw', payload: { kind: 'f-value', subject: '', parts } })
  await sees(screen, '抽取人：刘抽取')
  await fillsRoom(screen, 'drawing')
  // The opener's page contributes.
  const draw = await opener.until(
    (state) => Object.keys(runningDraw(state)?.joined ?? {}).length > 0,
    'a contribution',
  )
  await fixture.clock.leap(shortestJoining)
  await opener.send({ type: 'StopDraw', payload: { drawId: draw.drawOrder.at(-1) ?? '' } })
  await sees(screen, /^F = \d+(\.5)?%$/)
  await fillsRoom(screen, 'preparation')
  await holdsAtEverySize(screen)
  await screen.setViewportSize(walls[0])
  for (const name of names) expect(await screen.getByText(name).count()).toBe(0)
}

/** The bid is large, marked in the list and captioned; the page has no control. */
async function roomShows(screen: Page, position: number): Promise<void> {
  const large = screen.locator(`[data-room-reading="${position}"]`)
  await large.waitFor()
  await large.getByText(withUnit).waitFor()
  const name = names[position - 1] ?? ''
  await screen.locator('li[aria-current]').filter({ hasText: name }).waitFor()
  const caption = screen.locator('[data-room-caption]').filter({ hasText: name })
  await caption.waitFor()
  expect(
    await caption.evaluate((strip) => Number.parseFloat(getComputedStyle(strip).fontSize)),
  ).toBeGreaterThanOrEqual(36)
  expect(
    await screen.getByRole('main').locator('button, a, input, select').filter({ visible: true }).count(),
  ).toBe(0)
}

/** On paper: every row under its heads, the section and the time, no control, and white in the dark theme too. */
async function printsWhole(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.setViewportSize({ width: 680, height: 900 })
  await page
    .locator('[data-print-head]')
    .filter({ hasText: /逐家唱标标段/, visible: true })
    .waitFor()
  await page.getByRole('columnheader').first().waitFor()
  expect(await page.getByRole('row').filter({ visible: true }).count()).toBe(names.length + 1)
  const controls = page.getByRole('main').locator('button, input, select').filter({ visible: true })
  expect(await controls.locator('xpath=self::*[not(ancestor::th)]').count()).toBe(0)
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  expect(ground).toBe('rgb(255, 255, 255)')
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await page.setViewportSize({ width: 1366, height: 768 })
}

/** A bidder who knows the address sees nothing of the section there. */
async function bidderIsKeptOut(page: Page): Promise<boolean> {
  const before = page.url()
  await page.goto(before.replace(/\/bid\/([^/]+).*/, '/screen/$1'))
  await sees(page, room.notForYou)
  const rows = await page.getByText(withUnit).count()
  await page.goto(before)
  await sees(page, names[0] ?? '')
  return rows === 0
}

/** Lets the bidders go on. */
interface Bids {
  confirm(): void
  sign(): void
}

/** Steps 1 and 2, as the room sees them. The bidders decrypt; they confirm and sign when they are let. */
async function openBids(screen: Page): Promise<Bids> {
  const row = { kind: 'agency-staff', name: '周现场', unit: '代理公司', contact: '/' } as const
  await section.opener.send({ type: 'AddWorker', payload: row })
  await section.enterOpening()
  await fillsRoom(screen, 'beforeCommand')
  await section.startDecryption()
  await fillsRoom(screen, 'decrypting')
  const bids = { confirm: () => {}, sign: () => {} }
  const confirmation = new Promise<void>((resolve) => {
    bids.confirm = resolve
  })
  const signing = new Promise<void>((resolve) => {
    bids.sign = resolve
  })
  await section.decrypt(async (state) => {
    if (state.confirmation) await confirmation
    if (state.signing) await signing
  })
  await fillsRoom(screen, 'opened')
  return bids
}

/** Step 4, as the room sees it. */
async function endsInRoom(screen: Page, bids: Bids): Promise<void> {
  const { opener } = section
  await fillsRoom(screen, 'end')
  await opener.send({ type: 'StartConfirmation', payload: { limitMinutes: 10 } })
  await fillsRoom(screen, 'confirming')
  bids.confirm()
  await opener.until(({ confirmation }) => confirmation?.closed === true, 'the last confirmation')
  await opener.send({ type: 'RecordRemarks', payload: { remarks: '无' } })
  await opener.send({ type: 'StartSigning', payload: { limitMinutes: 15 } })
  await fillsRoom(screen, 'signing')
  bids.sign()
  const manner = { ...persons(), remarks: '', pause: async () => {}, road: 'socket' } as const
  await leadOpening(opener, manner)
  await fillsRoom(screen, 'ended')
}

async function lateBidder(): Promise<Page> {
  const person = fixture.bidders[2]
  if (!person) throw new Error('no third bidder')
  const page = await enterAs(browser, fixture, person, section.id)
  await page.waitForURL(/bidcall/)
  return page
}

const isRead = (pages: readonly Page[], position: number) =>
  Promise.all(pages.map((page) => page.locator(`[data-reading="${position}"]`).waitFor()))
