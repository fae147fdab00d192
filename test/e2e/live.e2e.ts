import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { epochOf } from '#lib/time.ts'
import { authorize, enterSession, type Participant } from '#simulators/client/session-client.ts'
import { identityNumber } from '#simulators/fixtures/personal-data.ts'
import { randomBytes } from '#simulators/fixtures/random-bytes.ts'
import { closePages, keepScreenshots, sharedBrowser } from './browser.ts'
import { enterAs } from './logged-in.ts'
import { sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { createSectionFixture, type SectionFixture } from './section-fixture.ts'
import { submitBid } from './section-list-fixture.ts'

/** The longest outage that the product must survive. */
const outageMs = 60_000

let browser: Browser
let fixture: SectionFixture
/** The opener's commands without a browser. */
let leader: Participant
let bidder: Page

beforeAll(async () => {
  browser = await sharedBrowser()
  fixture = await createSectionFixture(['江河水利建设集团有限公司'])
  const [one] = fixture.bidders
  if (!one) throw new Error('a bidder expected')
  await submitBid(fixture, one, { price: '128345678.90', days: '720', manager: '赵一鸣' })
  await fixture.clock.leapTo(fixture.opensAt)
  leader = await enterSession(await fixture.account(fixture.opener), fixture.session)
  // Before a page is open, because it would draw each of them.
  for (let number = 1; number < 40; number++) await post(notice(number))
  bidder = await enterAs(browser, fixture, one, fixture.session)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
})
afterAll(async () => {
  leader?.close()
  if (browser) await closePages(browser)
  await fixture?.stop()
})

const post = (message: string) => leader.send({ type: 'PostMessage', payload: { message } }, 'rest')
const notice = (number: number) => `第 ${number} 号通知，请知悉。`
const line = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const banner = (page: Page) => page.getByText(/所示内容为 .+前的/).filter({ visible: true })
const isLive = (page: Page) => page.locator('[data-connection=live]').waitFor()

/** Seconds by which a `29:41` on the screen is off from what is left until the deadline. */
function offBy(shown: string | null): number {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(shown ?? '') ?? []
  const left = epochOf(leader.state().decryption?.deadline ?? '') - fixture.clock.now()
  return Math.abs(Number(minutes) * 60 + Number(seconds) - left / 1000)
}

/**
 * The banner says how long ago the page heard the server: to the second, or from a minute on to the minute. It heard the
 * last heartbeat between two of their intervals before the server was asked to stop and its end.
 */
async function saysItsAge(page: Page, { asked, ended }: { asked: number; ended: number }): Promise<void> {
  const isRight = async () => {
    const least = Date.now() - ended
    const text = (await banner(page).first().textContent()) ?? ''
    const most = Date.now() - asked + 10_000
    const [, number, unit] = /所示内容为 (\d+) (秒|分钟)/.exec(text) ?? []
    const precision = unit === '分钟' ? 60_000 : 1000
    const shown = Number(number) * precision
    return shown + precision > least && shown - 1000 < most ? 'right' : `${text}: ${least} to ${most} ms`
  }
  await expect.poll(isRight, { timeout: 15_000 }).toBe('right')
}

async function countdownIsRight(page: Page): Promise<void> {
  const clock = page.getByRole('timer').filter({ hasText: /^\d+:\d\d$/ })
  await expect.poll(async () => offBy(await clock.first().textContent()), { timeout: 15_000 }).toBeLessThan(2)
  await expect.poll(async () => offBy(await page.title()), { timeout: 15_000 }).toBeLessThan(2)
}

test('the start of decryption is in caption, log and countdown, each in the accessibility tree', async () => {
  const name = (text: string) => ({ opener: text, announcer: text, recorder: text, supervisor: text })
  await leader.send({
    type: 'RecordPersonInfo',
    payload: { names: name('王主持'), ids: name(identityNumber(randomBytes)) },
  })
  await leader.send({ type: 'EnterBidOpening', payload: {} })
  await leader.send({ type: 'StartDecryption', payload: { limitMinutes: 30 } })
  await leader.until((state) => state.decryption !== null, 'the decryption')
  await bidder.waitForURL(/declassifiedstatus/)
  await bidder.locator('[aria-live]').filter({ hasText: '解密' }).first().waitFor()
  const tree = await bidder.getByRole('complementary', { name: shell.logTitle }).ariaSnapshot()
  expect(tree).toMatch(/- list "开标进程":/)
  expect(tree).toMatch(/- listitem:\s+- time: \d\d:\d\d:\d\d\s+- text: 已下达解密指令，限时30分钟/)
  await countdownIsRight(bidder)
  await isAccessible(bidder, 'page and log')
  await foldsTheLog(bidder)
}, 120_000)

/** On a laptop the log can be a rail with the number of new lines, which opens it again. */
async function foldsTheLog(page: Page): Promise<void> {
  await page.getByRole('button', { name: shell.logClose }).click()
  await page.getByRole('button', { name: shell.logOpen, exact: true }).and(page.locator(':focus')).waitFor()
  await post('收起时的通知')
  const rail = page.getByRole('button', { name: '打开开标进程，1 条新进展' })
  await rail.waitFor()
  await isAccessible(page, 'page and log')
  await rail.click()
  await line(page, '收起时的通知').waitFor()
}

test('the log can be filtered, searched, read while it grows, and exported with matching hashes', async () => {
  await post(notice(40))
  await line(bidder, '第 40 号通知').waitFor()
  await bidder.getByRole('link', { name: shell.logWhole }).click()
  await bidder.waitForURL(/progress/)
  await holdsAtEverySize(bidder)

  // New lines do not scroll a reader of earlier ones.
  const frame = bidder.getByRole('group', { name: shell.logTitle })
  const newest = line(bidder, '第 40 号通知').first()
  await newest.evaluate((element) => {
    element.tabIndex = -1
    element.focus()
  })
  await frame.evaluate((element) => element.scrollTo({ top: 600 }))
  await bidder.getByRole('button', { name: shell.logJump }).waitFor()
  // The line with the focus stays, out of view.
  await expect.poll(() => line(bidder, '第 39 号通知').count()).toBe(0)
  expect(await newest.evaluate((element) => document.activeElement === element)).toBe(true)
  const read = line(bidder, '第 25 号通知')
  const before = await read.boundingBox()
  await post('新的通知')
  const jump = bidder.getByRole('button', { name: '回到最新 · 1 条新进展' })
  await jump.waitFor()
  expect(await read.boundingBox()).toEqual(before)
  expect(await line(bidder, '新的通知').count()).toBe(0)
  await jump.click()
  await line(bidder, '新的通知').waitFor()

  await bidder.getByLabel(shell.logRole).selectOption('platform')
  await expect.poll(() => line(bidder, '第 7 号通知').count()).toBe(0)
  await bidder.getByLabel(shell.logRole).selectOption('opener')
  await bidder.getByLabel(shell.logKind).selectOption('message')
  await expect.poll(() => line(bidder, '已下达解密指令').count()).toBe(0)
  await bidder.getByLabel(shell.logSearch).fill('第 7 号')
  await expect.poll(() => bidder.getByRole('listitem').filter({ hasText: '号通知' }).count()).toBe(1)
  await bidder.getByLabel(shell.logSearch).fill('没有这样的进展')
  await sees(bidder, shell.logNoMatch)
  await bidder.getByRole('button', { name: shell.logShowAll }).click()

  const rows = await exportedRows(bidder)
  const hashes = new Map(leader.entries().map(({ seq, hash }) => [String(seq), hash]))
  expect(rows.length).toBeGreaterThan(40)
  for (const row of rows) expect(hashes.get(row[0] ?? '')).toBe(row.at(-1))
  expect(rows.map((row) => row[4])).toContain('第 7 号通知，请知悉。')
}, 120_000)

/** The exported file's rows without its header. */
async function exportedRows(page: Page): Promise<string[][]> {
  const button = page.getByRole('button', { name: shell.logExport })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const text = readFileSync(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const rows = text.slice(1).trimEnd().split('\r\n')
  return rows.slice(1).map((row) => row.split(',').map((cell) => cell.replace(/^"|"$/g, '')))
}

test('a second tab shares the login and follows the same log; closing it leaves the first alone', async () => {
  // Not a copy: opened at the same address, with nothing in its storage.
  const second = await bidder.context().newPage()
  await second.goto(bidder.url())
  await isLive(second)
  await post('各页签都能看到')
  for (const page of [bidder, second]) await line(page, '各页签都能看到').waitFor()
  await second.close()
  await post('还剩一个页签')
  await line(bidder, '还剩一个页签').waitFor()
}, 120_000)

test.each([
  ['[ALM-2] a forged epoch with another entry', forgedEpoch],
  ['[ALM-4] a snapshot with another name of a bidder', forgedSnapshot],
])(
  '%s raises an alarm in the page that gets it',
  async (_, forge) => {
    const { page, send } = await liedTo(bidder)
    expect(await alarmOf(page).count()).toBe(0)
    send(await forge())
    await alarmOf(page).waitFor()
    await page.close()
    expect(await alarmOf(bidder).count()).toBe(0)
  },
  120_000,
)

const alarmOf = (page: Page) => page.getByRole('region', { name: shell.alarmTitle })

/** Another tab at a page's address, to which messages can be sent as a hall would that lies to it alone. */
async function liedTo(other: Page): Promise<{ page: Page; send(message: readonly unknown[]): void }> {
  const page = await other.context().newPage()
  let push = (_: string): void => {}
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => server.send(frame))
    server.onMessage((frame) => socket.send(frame))
    push = (frame) => socket.send(frame)
  })
  await page.goto(other.url())
  await isLive(page)
  await line(page, '还剩一个页签').waitFor()
  return { page, send: (message) => push(`42${JSON.stringify(message)}`) }
}

/** The bidder's own reads, of which a message is forged. */
async function bidderReads() {
  const [one] = fixture.bidders
  if (!one) throw new Error('a bidder expected')
  return authorize(await fixture.account(one), fixture.session)
}

/** The whole log, as the bidder sees it. */
async function readLog() {
  return (await bidderReads()).call('getSessionLog', { query: { after: 0 } })
}

async function forgedEpoch() {
  const { epoch, entries, head } = await readLog()
  const last = entries.at(-1)
  if (last?.seq !== head) throw new Error('the whole log expected')
  const forged = { ...last, hash: 'f'.repeat(64) }
  return ['events', { epoch: `${epoch}-forged`, from: head, to: head, head, entries: [forged] }]
}

async function forgedSnapshot() {
  const { state, seq, head, ...rest } = await (await bidderReads()).call('getSessionSnapshot')
  const [code] = state.order as string[]
  const bidders = state.bidders as Record<string, object>
  const forged = {
    ...state,
    bidders: { ...bidders, [String(code)]: { ...bidders[String(code)], name: '别的单位' } },
  }
  const hash = 'f'.repeat(64)
  return ['snapshot', { ...rest, state: forged, own: {}, seq: seq + 1, head: head + 1, hash }]
}

test('[ALM-3] [ALM-6] a log that ends before what was seen raises an alarm, which stops acts and outlives a reload', async () => {
  const opener = await enterAs(browser, fixture, fixture.opener, fixture.session)
  const { page, send } = await liedTo(opener)
  const { epoch, entries } = await readLog()
  const last = entries.at(-2) as { readonly seq: number }
  send([
    'events',
    { epoch: `${epoch}-forged`, from: last.seq, to: last.seq, head: last.seq, entries: [last] },
  ])
  const alarm = alarmOf(page)
  await alarm.waitFor()
  await isAccessible(page, 'page')
  await page.getByLabel(shell.logMessage).fill('不应发出的通知')
  await page.getByRole('button', { name: shell.logPost }).click()
  await sees(page, /操作已停止，请保存证据/)
  const save = alarm.getByRole('button', { name: shell.alarmSave })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  const evidence = JSON.parse(readFileSync(await download.path(), 'utf8'))
  const shown = { epoch: `${epoch}-forged`, seq: last.seq }
  expect(evidence).toMatchObject({ form: 'kaibiao-evidence/1', session: fixture.session, shown })
  expect(evidence.seen.hash).toMatch(/^[0-9a-f]{64}$/)
  await page.reload()
  await alarm.waitFor()
  await page.close()
  await opener.close()
}, 120_000)

test('a page without a network says so, and catches up once it is back', async () => {
  await bidder.context().setOffline(true)
  await banner(bidder).waitFor({ timeout: 40_000 })
  await post('离线时发布的通知')
  expect(await line(bidder, '离线时发布的通知').count()).toBe(0)
  await bidder.context().setOffline(false)
  await line(bidder, '离线时发布的通知').waitFor()
  await isLive(bidder)
  await expect.poll(() => banner(bidder).count()).toBe(0)
}, 120_000)

test('[OFF-2] in an outage of a minute age and countdown are right, pages are replaced, and a command is executed once later', async () => {
  const opener = await enterAs(browser, fixture, fixture.opener, fixture.session)
  await bidder.close()
  await countdownIsRight(opener)
  // The section's other screens are loaded, too.
  await opener.waitForLoadState('networkidle')
  await opener.evaluate(async () => void (await navigator.serviceWorker.ready))
  const asked = Date.now()
  await fixture.goDown()
  const wentDown = Date.now()
  await banner(opener).waitFor({ timeout: 90_000 })
  await countdownIsRight(opener)
  await isAccessible(opener, 'page')
  const newcomer = await opener.context().newPage()
  await newcomer.goto(fixture.url)
  await newcomer.getByRole('heading', { name: '暂时连接不上开标大厅' }).waitFor()
  await isAccessible(newcomer, 'page')
  // Every page of the section opens without the server.
  await opener.getByRole('link', { name: shell.logWhole }).click()
  await opener.waitForURL(/\/progress$/)
  await opener.getByLabel(shell.logMessage).waitFor()
  await opener.goBack()
  await opener.getByRole('link', { name: shell.logWhole }).waitFor()
  await sleep(Math.max(0, outageMs - 8000 - (Date.now() - wentDown)))
  await saysItsAge(opener, { asked, ended: wentDown })

  // Sent while the server is away.
  await opener.getByLabel(shell.logMessage).fill('断线期间发布的通知')
  await opener.getByRole('button', { name: shell.logPost }).click()
  await sleep(Math.max(0, outageMs - (Date.now() - wentDown)))
  await fixture.comeBack()
  await line(opener, '断线期间发布的通知').waitFor({ timeout: 90_000 })
  await isLive(opener)
  await expect.poll(() => banner(opener).count()).toBe(0)
  await newcomer.getByRole('button', { name: '进入开标大厅' }).waitFor()
  expect(await newcomer.evaluate(async () => (await caches.keys()).length)).toBe(0)
  await newcomer.close()
  // The outage prolongs the window, on every screen.
  await leader.until((state) => state.decryption?.prolongedFor.length === 1, 'more time')
  await countdownIsRight(opener)
  await post('恢复后的通知')
  await line(opener, '恢复后的通知').waitFor()
  // Reconnects at a random moment and catches up.
  const notices = (text: string) => leader.entries().filter((entry) => JSON.stringify(entry).includes(text))
  await leader.until(() => notices('恢复后的通知').length > 0, 'the log')
  expect(notices('断线期间发布的通知')).toHaveLength(1)
}, 240_000)
