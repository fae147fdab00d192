import type { Page } from 'playwright'
import { expect } from 'vitest'
import { inquiry } from '#client/texts/zh-CN/inquiry.ts'
import { reading } from '#client/texts/zh-CN/reading.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { pressAndConfirm, sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { areTogether, isCaptioned, type Moment, recordReading } from './recorded-reading.ts'
import { fillsRoom } from './room-checks.ts'

/** The pages of a section in step three. */
export type Screens = Readonly<Record<'opener' | 'bidder' | 'supervisor' | 'screen', Page>>

interface Reading {
  readonly screens: Screens
  /** In the order of the list; the first has a page, and the third one that comes late. */
  readonly names: readonly string[]
  /** Opens the page that comes late. */
  late(): Promise<Page>
  /** The server's clock reads on by itself, so many seconds for a bid. */
  setPace(seconds: number): Promise<void>
}

const price = /^128,?345,?678\.90$/
export const priceWithUnit = /128,?345,?678\.90 元/
const said = { paused: '唱标暂停', resumed: '唱标继续', cutShort: '唱标提前结束' } as const
const cutShortReason = '第四家投标人申请提前结束'
const disputed = '工期应为 700 日历天'

/** The prices that are public on a page. */
const pricesOn = (page: Page) =>
  page.getByRole('region', { name: steps['announcement.overview'] }).getByRole('row').getByText(price)

const isRead = (pages: readonly Page[], position: number) =>
  Promise.all(pages.map((page) => page.locator(`[data-reading="${position}"]`).waitFor()))

/** The opener leads the reading of four bids: pauses, repeats, lets it go on by itself, and ends it before the fourth. */
export async function leadReading({ screens, names, late: comeLate, setPace }: Reading): Promise<void> {
  const { opener, bidder, supervisor, screen } = screens
  const press = (name: string) => opener.getByRole('button', { name, exact: true }).click()
  await beginReading(screens)
  await press(reading.start)
  await readFirst(screens, names)
  await press(reading.next)
  await isRead([opener, bidder, supervisor], 2)
  await roomShows(screen, 2, names)

  const late = await comeLate()
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
  await reloadInTheMiddle(supervisor, `${names[1]}，`)

  await setPace(3)
  await isRead([opener, bidder, supervisor, late], 3)
  await opener.getByLabel(reading.pace).selectOption('')
  await sees(late, reading.youNow)
  await roomShows(screen, 3, names)
  await endEarly(opener)
  await saidByAll(said.cutShort)
  for (const page of [opener, bidder, supervisor, late]) {
    await sees(page, `唱标提前结束，原因：${cutShortReason}`)
    expect(await pricesOn(page).count()).toBe(4)
  }
  await areTogether(all, momentsOf(names))
  await late.close()
  await fillsRoom(screen, 'read')
}

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
  await fillsRoom(screen, 'beforeReading')
  expect(await screen.getByText(priceWithUnit).count()).toBe(0)
  for (const page of [opener, bidder, supervisor, screen]) await recordReading(page)
}

/** The first bid, which its bidder calls right and then disputes. */
async function readFirst({ opener, bidder, supervisor, screen }: Screens, names: readonly string[]) {
  const present = [opener, bidder, supervisor]
  await isRead(present, 1)
  await roomShows(screen, 1, names)
  await fillsRoom(screen, 'reading')
  await holdsAtEverySize(screen)
  await sees(bidder, reading.youNow)
  for (const page of present) expect(await pricesOn(page).count()).toBe(1)
  await holdsAtEverySize(bidder)
  await isAccessible(opener)
  await bidder.getByRole('button', { name: reading.ownRight }).click()
  await sees(bidder, reading.ownSaidRight)
  await sees(opener, reading['check.right'])
  // They may still dispute the row that they called right.
  await bidder.getByLabel(reading.ownDisputeText).fill(disputed)
  await bidder.getByRole('button', { name: reading.ownDispute, exact: true }).click()
  await sees(bidder, reading.ownSaidDisputed.replace('{{text}}', disputed))
  await opener.getByText(reading['check.disputed'], { exact: true }).waitFor()
  await sees(opener, disputed)
}

/** What the reading shows, in order. */
const momentsOf = (names: readonly string[]): readonly Moment[] => [
  { bid: '1', caption: `${names[0]}，` },
  { bid: '2', caption: `${names[1]}，` },
  { bid: `2 ${reading.paused}`, caption: said.paused },
  { bid: '2', caption: said.resumed },
  { bid: null, caption: `${names[1]}，` },
  { bid: '3', caption: `${names[2]}，` },
  { bid: '', caption: said.cutShort },
]

/** A page that was away starts at the bid being read, with its caption. */
async function reloadInTheMiddle(page: Page, caption: string): Promise<void> {
  await page.reload()
  await isRead([page], 2)
  await isCaptioned(page, caption)
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

/** The bid is large, marked in the list and captioned; the page has no control. */
async function roomShows(screen: Page, position: number, names: readonly string[]): Promise<void> {
  const large = screen.locator(`[data-room-reading="${position}"]`)
  await large.waitFor()
  await large.getByText(priceWithUnit).waitFor()
  const name = names[position - 1] ?? ''
  const row = screen.locator('li[aria-current]').filter({ hasText: name })
  await row.waitFor()
  // Four rows are larger than those of a long list.
  const letters = await row.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  expect(letters / (screen.viewportSize()?.height ?? 0)).toBeGreaterThan(0.035)
  const caption = screen.locator('[data-room-caption]').filter({ hasText: name })
  await caption.waitFor()
  const size = await caption.evaluate((strip) => Number.parseFloat(getComputedStyle(strip).fontSize))
  expect(size).toBeGreaterThanOrEqual(36)
  const controls = screen.getByRole('main').locator('button, a, input, select').filter({ visible: true })
  expect(await controls.count()).toBe(0)
}

/** [ANN-17] The opener replies to the bidder who disputes their row. */
export async function replyToDispute({ opener, bidder }: Screens, name: string): Promise<void> {
  const words = '已与投标函核对，唱标内容无误。'
  await opener.getByRole('button', { name: reading.replyTo.replace('{{name}}', name) }).click()
  await opener.getByLabel(inquiry.replyContent).fill(words)
  await isAccessible(opener)
  await opener.getByRole('button', { name: inquiry.submitReply }).click()
  await sees(bidder, `开标人已回复：${words}`)
}
