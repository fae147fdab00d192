import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { common } from '#client/texts/zh-CN/common.ts'
import { watch } from '#client/texts/zh-CN/watch.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { closePages, ownContext, sharedBrowser } from './browser.ts'
import { fontsOf } from './fonts.ts'
import { logInAs } from './logged-in.ts'
import { sees } from './page-actions.ts'
import {
  breaksNoPolicy,
  fillsWall,
  fits,
  fitsThumbs,
  holdsAtEverySize,
  isAccessible,
  showsAllColumns,
  sizes,
} from './page-checks.ts'
import { createSectionFixture, type Person, type SectionFixture } from './section-fixture.ts'
import {
  codesShown,
  enrol,
  groupsShown,
  hasHeaderOfOneRow,
  publish,
  publishAndEnd,
  retriesList,
  rowOf,
  submitBid,
  unfoldFilters,
} from './section-list-fixture.ts'

const hour = 3600

let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  fixture = await createSectionFixture(['江河水利建设集团有限公司'], { opensInSeconds: hour })
  const pre = { qualification: 8, industry: 2, projectKind: 2 }
  await publish(fixture, 2 * hour, { sectionCode: 'HALL-PRE', sectionName: '实验学校教学楼施工', ...pre })
  for (const status of ['paused', 'stopped', 'failed'] as const) {
    const section = { sectionCode: `HALL-${status.toUpperCase()}`, sectionName: `标段 ${status}` }
    await fixture.platform.changeLotStatus(await publish(fixture, -hour, section), status)
  }
  for (let n = 1; n <= 10; n += 1) {
    const section = { sectionCode: `HALL-P${String(n).padStart(2, '0')}`, sectionName: '城西路道路改造工程' }
    await publish(fixture, 3 * hour + 60 * (n % 4), { ...section, industry: 3 })
  }
  await publish(fixture, 60 * 24 * hour, { sectionCode: 'HALL-FAR', sectionName: '两个月后开标' })
  await publishAndEnd(fixture, '已经结束的标段')
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

/** The first bidder. */
function bidderOf({ bidders }: SectionFixture): Person {
  const [bidder] = bidders
  if (!bidder) throw new Error('a bidder expected')
  return bidder
}

async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: '查询' }).click()
}

test('[LST-5] the list has the variant’s columns, ribbons, pre-qualification mark, countdowns, counts and filters', async () => {
  const page = await logInAs(browser, fixture, fixture.opener, '/hall?size=32')
  await page.getByText('HALL-PAUSED').waitFor()
  const heads = (await page.getByRole('columnheader').allInnerTexts()).map((head) => head.split(' ')[0])
  expect(heads).toEqual([
    ...['标段', '序号', '开标时间', '开标状态', '标段编号', '标段名称', '距开标', '投标人数', '操作'],
  ])
  const coming = await rowOf(page, 'E2E-2026-001-01')
  expect(coming).toMatchObject({ 标段: '', 开标状态: '未开标', 投标人数: '0' })
  expect(coming.距开标).toMatch(/^\d\d:\d\d(:\d\d)?$/)
  expect(await rowOf(page, 'HALL-PAUSED')).toMatchObject({ 标段: '暂停', 距开标: '已到开标时间' })
  expect(await rowOf(page, 'HALL-STOPPED')).toMatchObject({ 标段: '终止' })
  expect(await rowOf(page, 'HALL-FAILED')).toMatchObject({ 标段: '', 开标状态: '已流标' })
  expect((await rowOf(page, 'HALL-PRE')).标段名称).toMatch(/^资格预审\s*实验学校教学楼施工$/)
  expect((await rowOf(page, 'HALL-P01')).标段名称).toBe('城西路道路改造工程')
  expect((await groupsShown(page))[0]).toBe('正在开标')
  expect((await groupsShown(page)).at(-1)).toBe('已终止或流标')
  // It reloads the page.
  await breaksNoPolicy(page, filters)
})

/** Each filter narrows the list and is kept over a reload. */
async function filters(page: Page): Promise<void> {
  expect(await codesShown(page)).not.toContain('HALL-FAR')

  await unfoldFilters(page)
  await page.getByLabel('行业').selectOption({ label: '房建' })
  await search(page)
  await page.getByText('HALL-P10').waitFor({ state: 'detached' })
  expect(await codesShown(page)).toEqual(['HALL-PRE'])
  expect(page.url()).toContain('industry=2')

  await page.getByLabel('行业').selectOption({ label: '全部' })
  await page.getByLabel('开标类型').selectOption({ label: '资格预审' })
  await search(page)
  await page.waitForURL(/type=8/)
  expect(await codesShown(page)).toEqual(['HALL-PRE'])

  await page.reload()
  await page.getByText('HALL-PRE').waitFor()
  await unfoldFilters(page)
  expect(await page.getByLabel('开标类型').inputValue()).toBe('8')
  await page.getByRole('search').getByText('已设 1 项').waitFor()

  await page.getByRole('button', { name: '重置' }).click()
  await page.getByText('HALL-P10').waitFor()
  await page.getByLabel('标段名称或编号').fill('p03')
  await page.keyboard.press('Enter')
  await page.getByText('HALL-P10').waitFor({ state: 'detached' })
  expect(await codesShown(page)).toEqual(['HALL-P03'])
  // A section of any day is found by a part of its name.
  await page.getByLabel('标段名称或编号').fill('两个月后')
  await search(page)
  await page.getByText('HALL-FAR').waitFor()
  await page.goBack()
  await page.getByText('HALL-P03').waitFor()

  await page.getByLabel('标段名称或编号').fill('')
  await search(page)
  await page.getByText('HALL-P10').waitFor()
  await page.getByLabel('开标日期起').fill('')
  await page.getByLabel('开标日期止').fill('')
  await search(page)
  await page.getByText('HALL-FAR').waitFor()
  await page.getByLabel('开标日期起').fill('2026-03-02')
  await page.getByLabel('开标日期止').fill('2026-03-01')
  await search(page)
  await sees(page, '结束日期不能早于开始日期')

  await page.goBack()
  await page.getByText('HALL-FAR').waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByText('HALL-P10').waitFor({ state: 'detached' })
  expect(await page.getByLabel('标段名称或编号').inputValue()).toBe('p03')
}

test('a bidder sees the sections it is enrolled in, no counts, and its submitted bid, which it can replace', async () => {
  const bidder = bidderOf(fixture)
  const page = await logInAs(browser, fixture, bidder)
  await page.getByText(fixture.sectionName).waitFor()
  expect(await codesShown(page)).toEqual(['E2E-2026-001-01'])
  expect(await page.getByRole('columnheader', { name: '投标人数' }).count()).toBe(0)
  await page.getByRole('link', { name: `为标段 ${fixture.sectionName} 制作并递交投标文件` }).waitFor()
  expect(await page.getByText('已递交').count()).toBe(0)
  await submitBid(fixture, bidder, { price: '1000000.00', days: '90', manager: '陈志强' })
  await page.getByRole('button', { name: '刷新' }).click()
  await page.getByText('已递交', { exact: true }).waitFor()
  // Without ribbons there is no column for them.
  expect((await page.getByRole('columnheader').allInnerTexts())[0]).toContain('序号')
  await isAccessible(page)
  // Beside all it can do, in the longer language, no action is cut off on a laptop.
  await fits(page, sizes[1])
  await page.getByRole('button', { name: 'English' }).click()
  const head = page.getByRole('columnheader', { name: 'Actions' })
  await head.waitFor()
  await showsAllColumns(head.locator('xpath=ancestor::table'))
  await page.getByRole('button', { name: '切换到中文' }).click()
  await page.getByRole('link', { name: `替换标段 ${fixture.sectionName} 已递交的投标文件` }).click()
  await page.waitForURL(/\/seal\//)
})

test('[LST-11] an opener: paging, sorting and back; a section too early; the ended tab; a failed list; home', async () => {
  const page = await logInAs(browser, fixture, fixture.opener)
  await pagesAndSorts(page)
  await isTooEarly(page)
  await holdsAtEverySize(page)
  await showsEnded(page)
  await retriesList(page, fixture.sectionName)
  await page.getByRole('tab', { name: '已开标' }).click()
  await page.getByRole('button', { name: '进入标段 已经结束的标段' }).click()
  await page.waitForURL(/\/bid\/[0-9a-f-]+\/bidend/)
  await knowsUserAtHome(page)
})

/** The server pages and sorts, and back returns to the page before. */
async function pagesAndSorts(page: Page): Promise<void> {
  await page.getByText('第 1 / 2 页').waitFor()
  expect(await page.getByLabel('每页条数').inputValue()).toBe('8')
  const first = await codesShown(page)
  expect(first).toHaveLength(8)
  await page.getByRole('button', { name: '下一页' }).click()
  await page.getByText('第 2 / 2 页').waitFor()
  await page.waitForURL(/page=2/)
  await expect.poll(() => codesShown(page)).not.toEqual(first)
  await page.getByRole('button', { name: '标段编号' }).click()
  await page.waitForURL(/sort=bdbh/)
  // The address changes a moment before the table, whose present order decides on the next one.
  await page.locator('th[aria-sort=ascending]', { hasText: '标段编号' }).waitFor()
  await page.getByRole('button', { name: '标段编号' }).click()
  await page.waitForURL(/sort=-bdbh/)
  await expect.poll(async () => (await codesShown(page))[0]).toBe('HALL-STOPPED')
  await page.goBack()
  await expect.poll(async () => (await codesShown(page))[0]).toBe('E2E-2026-001-01')
  await page.goBack()
  await page.getByText('第 2 / 2 页').waitFor()
  await page.goBack()
  await expect.poll(() => codesShown(page)).toEqual(first)
}

/** Before the opening time the page says when entering is possible, with a way back. */
async function isTooEarly(page: Page): Promise<void> {
  await page.getByRole('button', { name: `进入标段 ${fixture.sectionName}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('只有到了开标时间才能进入项目').waitFor()
  await dialog.getByText(/可进入时间：\d{4}-\d\d-\d\d/).waitFor()
  await dialog.getByRole('timer').waitFor()
  expect(await dialog.getByRole('button', { name: '进入', exact: true }).isDisabled()).toBe(true)
  await isAccessible(page)
  await dialog.getByRole('button', { name: '返回列表' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The ended tab has its own columns. */
async function showsEnded(page: Page): Promise<void> {
  await page.getByRole('tab', { name: '已开标' }).click()
  await page.waitForURL(/tab=ended/)
  await page.getByText('HALL-ENDED').waitFor()
  const heads = (await page.getByRole('columnheader').allInnerTexts()).map((head) => head.split(' ')[0])
  expect(heads).toEqual(['序号', '开标时间', '开标状态', '标段编号', '标段名称', '投标人数', '操作'])
  expect(await rowOf(page, 'HALL-ENDED')).toMatchObject({ 开标状态: '开标完', 投标人数: '1' })
  // One section has one page.
  expect(await page.getByLabel('每页条数').count()).toBe(0)
  await isAccessible(page)
}

/** With a login home says whose it is, leads to the list, and lets another user log in. */
async function knowsUserAtHome(page: Page): Promise<void> {
  await page.goto(fixture.url)
  await sees(page, '已登录：王主持')
  await holdsAtEverySize(page)
  await page.getByRole('button', { name: '进入开标大厅' }).click()
  await page.waitForURL(/\/hall$/)
  await page.goBack()
  await page.getByRole('button', { name: '本页换人登录' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('kaibiao.user'))).toBeNull()
}

test('changes appear without a reload, and only to those they concern', async () => {
  const bidder = bidderOf(fixture)
  const watching = await logInAs(browser, fixture, fixture.supervisor, '/hall?text=LIVE')
  const bidding = await logInAs(browser, fixture, bidder, '/hall?text=LIVE')
  await sees(watching, '没有符合条件的待开标标段')
  await sees(bidding, '没有符合条件的待开标标段')
  const section = await publish(fixture, hour, { sectionCode: 'HALL-LIVE', sectionName: '刚刚发布的标段' })
  await sees(watching, '刚刚发布的标段', 15_000)
  expect(await bidding.getByText('刚刚发布的标段').count()).toBe(0)
  await enrol(fixture, section, bidder)
  await sees(bidding, '刚刚发布的标段', 15_000)
  await fixture.platform.changeLotStatus(section, 'paused')
  await watching.locator('tbody tr[data-changed]', { hasText: '暂停' }).waitFor({ timeout: 15_000 })
  await sees(bidding, '暂停', 15_000)
})

test('[LST-13] at the opening time it enters by itself, without a reload; a failed step is named and can be retried', async () => {
  const soon = await publish(fixture, 12, { sectionCode: 'HALL-SOON', sectionName: '马上开标的标段' })
  const page = await logInAs(browser, fixture, fixture.opener, '/hall?text=SOON')
  const dialog = page.getByRole('dialog')
  await failsAt(page, 'getKBFlowStatus', '读取评标办法和开标状态', async () => {
    await page.getByRole('button', { name: '进入标段 马上开标的标段' }).click()
    await dialog.getByText('只有到了开标时间才能进入项目').waitFor()
  })
  await failsAt(page, 'getServerTimeNoauth', '获取服务器时间')
  await failsAt(page, 'getJYPTGongCheng', '读取平台标段记录')
  await failsAt(page, 'getProjectAuthorization', '获取标段授权')
  await page.route(/getProjectAuthorization$/, (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: '进入标段 马上开标的标段' }).click()
  await dialog.getByRole('button', { name: '重试' }).click()
  await page.waitForURL(/\/bid\/[0-9a-f-]+\/bidready/)
  await showsNextStep(soon)
})

/** [LST-14] Who looks at the list sees that the next step is entered, without a reload. */
async function showsNextStep(section: string): Promise<void> {
  const watching = await logInAs(browser, fixture, fixture.supervisor, '/hall?text=SOON')
  await sees(watching, '开标准备')
  const opener = await enterSession(await fixture.account(fixture.opener), section)
  const { names, ids } = persons()
  await opener.send({ type: 'RecordPersonInfo', payload: { names, ids } })
  await opener.send({ type: 'EnterBidOpening', payload: {} })
  opener.close()
  await sees(watching, '投标文件开启', 15_000)
}

/** A failed step of entering is named, with a way back. */
async function failsAt(
  page: Page,
  call: string,
  step: string,
  enter = () => page.getByRole('button', { name: '进入标段 马上开标的标段', exact: true }).click(),
): Promise<void> {
  await page.route(new RegExp(`/${call}$`), (route) => route.abort())
  await enter()
  const alert = page.getByRole('dialog').getByRole('alert')
  await alert.getByText('网络连接中断，请稍后重试！').waitFor()
  await alert.getByText(step).waitFor()
  await page.getByRole('button', { name: '返回列表' }).click()
  await page.unroute(new RegExp(`/${call}$`))
}

test('[LST-11] without a login the address is kept for after it, and home shows the server’s date, clock and footer', async () => {
  // Those of the other tests open in hours, in the evening on another day.
  await publish(fixture, 0, { sectionCode: 'HALL-TODAY', sectionName: '今天开标的标段' })
  const guest = await (await ownContext(browser, fixture.url)).newPage()
  await guest.goto(`${fixture.url}/hall?text=PRE&type=8`)
  await guest.getByRole('dialog').waitFor()
  expect(new URL(guest.url()).searchParams.get('to')).toBe('/hall?text=PRE&type=8')
  await guest.goto(fixture.url)
  await guest.getByText(/\d{4}年\d{1,2}月\d{1,2}日\s*星期[一二三四五六日]/).waitFor()
  await guest
    .getByRole('timer')
    .getByText(/\d\d:\d\d:\d\d/)
    .waitFor()
  for (const text of ['主办单位：公共资源交易中心', '技术支持：', '服务热线：', '推荐使用', '1920×1080']) {
    await sees(guest, new RegExp(text))
  }
  // Punctuation of both scripts is drawn in a Chinese font only in Chinese.
  const chinese = expect.stringMatching(/CJK|SC|YaHei|PingFang/)
  expect(await fontsOf(guest, '“开标”——…')).toEqual([chinese])
  await guest.getByRole('region', { name: '今天开标' }).getByText('HALL-TODAY').waitFor()
  await isAccessible(guest)
  await guest.getByRole('button', { name: 'English' }).click()
  await sees(guest, 'Enter the bid-opening hall')
  expect(await fontsOf(guest, 'the bidder’s 1,234 “lots”…')).not.toContainEqual(chinese)
  await guest.getByRole('button', { name: '切换到中文' }).click()
  // A dark page on a system that is light.
  await guest.emulateMedia({ colorScheme: 'light' })
  await guest.getByRole('button', { name: '外观：跟随系统' }).click()
  await guest.getByRole('button', { name: '外观：浅色' }).click()
  await guest.getByRole('button', { name: '外观：深色' }).waitFor()
  await isAccessible(guest)
  await guest.getByRole('button', { name: '进入开标大厅' }).click()
  await guest.getByRole('dialog').waitFor()
  expect(new URL(guest.url()).searchParams.get('login')).toBe('certificate')
  await guest.goto(`${fixture.url}/nowhere`)
  await guest.getByRole('main').getByRole('heading', { level: 1, name: '没有这个页面' }).waitFor()
  await holdsAtEverySize(guest)
})

test('[TRL-5] a supervisor reads the security trail, narrows it and saves it; others are not offered it', async () => {
  const opener = await logInAs(browser, fixture, fixture.opener)
  expect(await opener.getByRole('link', { name: '安全记录' }).count()).toBe(0)
  await opener.goto(`${fixture.url}/trail`)
  await opener.getByRole('alert').getByText('没有权限').waitFor()
  await isAccessible(opener)
  const page = await logInAs(browser, fixture, fixture.supervisor)
  await watches(page)
  await page.getByRole('link', { name: '安全记录' }).click()
  const refused = page.getByRole('row').filter({ hasText: '查看被拒' })
  await refused.filter({ hasText: fixture.opener.userCode }).filter({ hasText: 'getTrail' }).first().waitFor()
  await holdsAtEverySize(page)
  await page.getByLabel('事项').selectOption({ label: '登录' })
  await page.getByLabel('账号').fill(fixture.supervisor.userCode)
  await search(page)
  await refused.first().waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: fixture.supervisor.userCode }).first().waitFor()
  expect(new URL(page.url()).search).toBe(`?kind=login&account=${fixture.supervisor.userCode}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出全部记录' }).click()
  expect((await saved).suggestedFilename()).toBe('安全记录.jsonl')
})

/** The wall of openings shows what is due, live, and leads into a section and back. */
async function watches(page: Page): Promise<void> {
  await page.getByRole('link', { name: watch.title }).click()
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })
  await card('标段 paused')
    .getByText(/^标段已暂停（/)
    .waitFor()
  await card('标段 paused').locator('[data-connection=live]').waitFor()
  expect(await card('HALL-P01').count(), 'opens in three hours').toBe(0)
  await holdsAtEverySize(page)
  await fitsThumbs(page)
  await fillsWall(page.getByRole('article'))
  const due = await publish(fixture, 60, { sectionCode: 'HALL-WALL', sectionName: '墙上的标段' })
  await card('墙上的标段').getByRole('timer').waitFor()
  await fixture.platform.changeLotStatus(due, 'failed')
  await card('墙上的标段').getByText('标段已流标').first().waitFor()
  await card('标段 paused').getByRole('button', { name: /^进入/ }).click()
  await page.waitForURL(/\/bid\//)
  await page.goBack()
  await card('标段 paused').waitFor()
  await hasHeaderOfOneRow(page)
  await page.getByRole('link', { name: common.toHall }).click()
}
