import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inquiry } from '#client/texts/zh-CN/inquiry.ts'
import { reading } from '#client/texts/zh-CN/reading.ts'
import { room } from '#client/texts/zh-CN/room.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { closePages, keepScreenshots, sharedBrowser } from './browser.ts'
import { openSection, pageIn, type Section } from './extra-section.ts'
import { enterAs } from './logged-in.ts'
import { pressAndConfirm, sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { createSectionFixture, type SectionFixture } from './section-fixture.ts'

const names = ['江河水利建设集团有限公司', '华东路桥工程有限责任公司', '中部建工', '南方市政']
const price = /^128,?345,?678\.90$/
const withUnit = /128,?345,?678\.90 元/
/** How far apart the screens may be. */
const togetherMs = 300

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

test('[ANN-8] [ANN-10] [ANN-11] four screens follow the opener’s reading, one of them from the middle', async () => {
  await openBids()
  const opener = await pageIn(browser, fixture, 'opener', section)
  const bidder = await pageIn(browser, fixture, 'bidder', section)
  const supervisor = await pageIn(browser, fixture, 'supervisor', section)
  await pressAndConfirm(opener, steps['opening.enterAnnouncement'], shell.enterAnnouncement)
  const present = [opener, bidder, supervisor]
  for (const page of present) {
    await page.waitForURL(/bidcall/)
    await sees(page, steps['common.notEntered'])
    expect(await page.getByText(price).count()).toBe(0)
    await recordReading(page)
  }
  await sees(bidder, reading.nextIsYou)
  await holdsAtEverySize(opener)
  const screen = await roomOf(opener)
  expect(await screen.getByText(withUnit).count()).toBe(0)

  await opener.getByRole('button', { name: reading.start, exact: true }).click()
  await isRead(present, 1)
  await roomShows(screen, 1)
  await sees(bidder, reading.youNow)
  for (const page of present) expect(await page.getByRole('row').getByText(price).count()).toBe(1)
  await holdsAtEverySize(bidder)
  for (const page of [opener, bidder]) await isAccessible(page)
  await bidder.getByRole('button', { name: reading.ownRight }).click()
  await sees(bidder, reading.ownSaidRight)
  await sees(opener, reading['check.right'])
  await opener.getByRole('button', { name: reading.next }).click()
  await isRead(present, 2)
  await roomShows(screen, 2)

  const late = await lateBidder()
  await isRead([late], 2)
  await sees(late, reading.nextIsYou)
  await recordReading(late)
  const all = [...present, late]
  await opener.getByRole('button', { name: reading.next }).click()
  await isRead(all, 3)
  await sees(late, reading.youNow)

  // The server's clock reads the last bid, and ends the reading.
  await section.opener.send({ type: 'SetReadingPace', payload: { pace: 3 } })
  await isRead(all, 4)
  await Promise.all(all.map((page) => sees(page, reading.finished)))
  // A busy machine holds single screens up; without a stall they are together.
  const apart = await Promise.all([1, 2, 3, 4].map((position) => spread(all, position)))
  console.info(`the screens were ${apart.join(', ')} ms apart`)
  expect(Math.min(...apart)).toBeLessThan(togetherMs)
  for (const page of all) expect(await page.getByRole('row').getByText(price).count()).toBe(4)
  await printsWhole(bidder)
  expect(await bidderIsKeptOut(bidder)).toBe(true)
  await askForObjections(opener, bidder, supervisor, screen)
  await opener.getByRole('button', { name: steps['announcement.enterEnd'], exact: true }).click()
  await opener.waitForURL(/bidend/)
}, 240_000)

/** [INQ-1] to [INQ-9]: the opener asks, a bidder objects in their page, the others do not, and the opener replies. */
async function askForObjections(opener: Page, bidder: Page, supervisor: Page, screen: Page): Promise<void> {
  const goOn = opener.getByRole('button', { name: steps['announcement.enterEnd'], exact: true })
  await sees(opener, steps['announcement.openerAsks'])
  expect(await goOn.count()).toBe(0)
  await pressAndConfirm(opener, inquiry.start)
  await sees(bidder, steps['announcement.inquiryBidder'])
  await sees(screen, room['phase.inquiring'])
  await bidder.getByRole('button', { name: inquiry.yes, exact: true }).click()
  await bidder.getByLabel(inquiry.text).fill('第二家投标文件未当众拆封。')
  await isAccessible(bidder)
  await bidder.getByRole('button', { name: inquiry.submit }).click()
  await sees(bidder, inquiry.saidYes)
  await holdsAtEverySize(bidder)
  // Everybody has answered.
  await sees(supervisor, '异议询问已结束，全部投标人已答复：1 家有异议。')
  await sees(screen, room['phase.inquired'])
  await opener.getByRole('button', { name: `答复 ${names[0]} 的开标异议` }).click()
  await opener.getByLabel(inquiry.replyContent).fill('已当众核对，拆封过程有录像。')
  await holdsAtEverySize(opener)
  await opener.getByRole('button', { name: inquiry.submitReply }).click()
  await sees(bidder, inquiry.repliedToYou)
  await isAccessible(supervisor)
}

/** Opens the view for the room from the section's page. */
async function roomOf(opener: Page): Promise<Page> {
  await opener.getByRole('button', { name: shell.tools }).first().click()
  const [screen] = await Promise.all([
    opener.context().waitForEvent('page'),
    opener.getByRole('menuitem', { name: room.open }).click(),
  ])
  await screen.waitForURL(/\/screen\//)
  await sees(screen, room['phase.beforeReading'])
  await holdsAtEverySize(screen)
  await screen.setViewportSize({ width: 1920, height: 1080 })
  return screen
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

async function openBids(): Promise<void> {
  const row = { kind: 'agency-staff', name: '周现场', unit: '代理公司', contact: '/' } as const
  await section.opener.send({ type: 'AddWorker', payload: row })
  await section.enterOpening()
  await section.startDecryption()
  await section.decrypt()
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

/** Notes when each bid comes onto the screen. */
async function recordReading(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown: Record<string, number> = {}
    Object.assign(window, { shownAt: shown })
    new MutationObserver(() => {
      const place = document.querySelector('[data-reading]')?.getAttribute('data-reading')
      if (place) shown[place] ??= Date.now()
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
}

/** Milliseconds between the first and the last of the pages that show a bid; those who came later do not count. */
async function spread(pages: readonly Page[], position: number): Promise<number> {
  const at = await Promise.all(
    pages.map((page) =>
      page.evaluate(
        (place) => (window as unknown as { shownAt: Record<string, number> }).shownAt[place] ?? null,
        String(position),
      ),
    ),
  )
  const times = at.flatMap((time) => time ?? [])
  return Math.max(...times) - Math.min(...times)
}
