import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { common } from '#client/texts/zh-CN/common.ts'
import { halting } from '#client/texts/zh-CN/halting.ts'
import { room } from '#client/texts/zh-CN/room.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import type { SessionState } from '#domain/session/state.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { closePages, keepScreenshots, sharedBrowser } from './browser.ts'
import { openSection, pageIn, type Section } from './extra-section.ts'
import { haltIn } from './halting-acts.ts'
import { sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible, sizes } from './page-checks.ts'
import { createSectionFixture, type Person, type SectionFixture } from './section-fixture.ts'

let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  const names = ['江河水利建设集团有限公司', '华东路桥工程有限责任公司']
  fixture = await createSectionFixture(names, { opensInSeconds: 36_000, environment: { VARIANT: 'cd' } })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
})
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

const stepBar = (page: Page) => page.getByRole('navigation', { name: shell.steps })
const step = (page: Page, name: string) => stepBar(page).getByRole('button', { name: new RegExp(name) })
const isAt = (page: Page, route: string) => page.waitForURL(new RegExp(`/${route}(\\?|$)`))

/** Choosing the step on the bar leaves the page where it is and shows the reason. */
async function isRefused(page: Page, name: string, message: string): Promise<void> {
  const before = page.url()
  await step(page, name).click()
  await isTold(page, message)
  expect(page.url()).toBe(before)
}

/** The page tells a message, and shows it in a toast that can be closed, unless it is in sight already. */
async function isTold(page: Page, message: string): Promise<void> {
  const told = page.getByRole('region', { name: common.notifications }).getByRole('status')
  const one = told.filter({ hasText: message })
  await one.waitFor({ state: 'attached' })
  if ((await one.getAttribute('data-repeats')) !== null) return
  await one.getByRole('button', { name: '关闭' }).click()
  await one.waitFor({ state: 'detached' })
}

// `section-steps.test.tsx` tests each step, address and role without a browser.
describe('the steps', () => {
  let section: Section
  let opener: Page
  let bidder: Page

  beforeAll(async () => {
    section = await openSection(fixture, '路线一标段')
    opener = await pageIn(browser, fixture, 'opener', section)
    bidder = await pageIn(browser, fixture, 'bidder', section)
  })
  afterAll(async () => {
    section?.close()
    await closePages(browser)
  })

  test('step 1 is open to all; bar and addresses say what must come before the others', async () => {
    for (const page of [opener, bidder]) await isAt(page, 'bidready')
    await isRefused(opener, '投标文件开启', messageFor('zh-CN', { code: 'person-info-missing' }))
    await isRefused(bidder, '开标结束', shell.waitEnd)
    await bidder.goto(`${fixture.url}/bid/${section.id}/bidcall`)
    await isAt(bidder, 'bidready')
    await isTold(bidder, shell.waitAnnouncement)
  })

  test('step 2: the opener goes there by the bar, a bidder waits for the command', async () => {
    await section.enterOpening()
    await step(opener, '投标文件开启').click()
    await isAt(opener, 'bidbegin')
    await isRefused(bidder, '投标文件开启', shell.waitDecryption)
    await holdsAtEverySize(opener)
  })

  test('[SHL-6] once decryption has started every route leads to its page', async () => {
    await section.startDecryption()
    for (const page of [opener, bidder]) await isAt(page, 'declassifiedstatus')
    await opener.close()
    await bidder.goto(`${fixture.url}/bid/${section.id}/auto-kb?from=platform`)
    await isAt(bidder, 'declassifiedstatus')
    expect(new URL(bidder.url()).search).toBe('?from=platform')
  })

  test('step 3: the bidder follows, and reads what to do', async () => {
    await section.decrypt()
    await section.opener.send({ type: 'EnterAnnouncement', payload: {} })
    await isAt(bidder, 'bidcall')
    await sees(bidder, /请核对本单位数据/)
  })

  test('earlier steps stay open, and the page follows to step 4', async () => {
    await step(bidder, '开标准备').click()
    await isAt(bidder, 'bidready')
    await section.opener.send({ type: 'EnterEnd', payload: { cutShortReason: '测试' } })
    await isAt(bidder, 'bidend')
  })
})

describe('header and files', () => {
  afterEach(() => closePages(browser))

  test('the header offers a supervisor the addresses, all deposits and units, and the video', async () => {
    const page = await pageIn(browser, fixture, 'supervisor', await openWithTools('页眉标段'))
    expect(await (await tools(page)).allInnerTexts()).toEqual([
      shell.tool_deposits,
      shell.tool_addresses,
      shell.tool_unit,
      shell.tool_video,
      shell.tool_extraction,
      room.open,
      '返回大厅',
    ])
    await isAccessible(page, '[role=menu]')
    await page.getByRole('menuitem', { name: shell.tool_addresses }).click()
    await sees(page, shell.originFound)
    await sees(page, /递交投标文件的地址相同（.+），2 家：江河水利建设集团有限公司、华东路桥工程有限责任公司/)
    await holdsAtEverySize(page)
    await page.keyboard.press('Escape')
    await (await tools(page)).getByText(shell.tool_deposits).click()
    await sees(page, '800,000.00')
    await sees(page, '800,001.00')
    await holdsAtEverySize(page)
    await page.keyboard.press('Escape')
    await (await tools(page)).getByText(shell.tool_video).click()
    const link = page.getByRole('link', { name: shell.videoOpen })
    expect(await link.getAttribute('href')).toBe('https://video.example.org/room')
  })

  test('[SHL-11] a bidder’s tools, files by their kinds, and on a phone one menu that asks before logging out', async () => {
    const section = await openWithTools('文件标段')
    const page = await pageIn(browser, fixture, 'bidder', section)
    const names = await (await tools(page)).allInnerTexts()
    expect(names).toEqual([shell.tool_deposits, shell.unitOwn, shell.tool_video, '返回大厅'])
    await page.getByRole('menuitem', { name: shell.tool_deposits }).click()
    await sees(page, '800,000.00')
    expect(await page.getByText('800,001.00').count()).toBe(0)
    await page.keyboard.press('Escape')
    await (await tools(page)).getByText(shell.unitOwn).click()
    await sees(page, fixture.bidders[0]?.unitCode ?? '')
    await holdsAtEverySize(page)
    await page.keyboard.press('Escape')
    await showsFiles(page, section)
    await logsOutOnPhone(page)
  })
})

describe('tenders of other kinds', () => {
  afterEach(() => closePages(browser))

  // `step-rules.test.ts` tests the steps of each kind of tender, `step-title.test.ts` their titles.
  test('the bar and the page show the tender’s own steps and titles', async () => {
    const titles = ['解密准备', '投标文件开启', '唱标', '结束']
    const section = await openSection(fixture, '单一来源标段', { bidStyle: 3 })
    const page = await pageIn(browser, fixture, 'opener', section)
    await page.getByRole('heading', { level: 1, name: steps['preparation.titleSingleSource'] }).waitFor()
    const names = await stepBar(page).getByRole('button').allInnerTexts()
    expect(names).toHaveLength(titles.length)
    for (const [index, title] of titles.entries()) expect(names[index]).toContain(title)
    section.close()
  })

  test('in mode YS step 2 has the start command; [HLT-9] a halted lot offers none, until it goes on', async () => {
    const section = await openSection(fixture, '模式YS预审标段', { openingMode: 'YS', qualification: 8 })
    await section.enterOpening()
    const opener = await pageIn(browser, fixture, 'opener', section)
    await isAt(opener, 'declassifiedstatus')
    await opener.getByRole('heading', { level: 1, name: steps['opening.titleQualification'] }).waitFor()
    const issue = opener.getByRole('button', { name: steps['opening.issue'] })
    await issue.waitFor()
    await isAccessible(opener)
    await stops(opener, section, issue)
    section.close()
  })

  test('without bid encryption step 2 imports the files without a command', importsPlainFiles)
})

/** The opener stops the lot, which only the trading platform can let go on. */
async function stops(opener: Page, section: Section, issue: Locator): Promise<void> {
  const banner = opener.getByRole('status').filter({ hasText: '原因：' })
  await haltIn(opener, 'stopped')
  await sees(opener, halting['status.stopped'])
  await banner.waitFor()
  // The reason stands in the banner, not in the bar, too.
  const bar = opener.getByRole('region', { name: steps['opening.titleQualification'] })
  expect(await bar.getByText('现场停电').count()).toBe(0)
  expect(await issue.isDisabled()).toBe(true)
  await isRefused(opener, '开标结束', '标段已流标或终止，只能查看已完成的环节！')
  expect(await opener.getByRole('button', { name: halting['act.resume'] }).count()).toBe(0)
  await holdsAtEverySize(opener)
  await fixture.platform.changeLotStatus(section.id, 'open')
  await banner.waitFor({ state: 'detached' })
  expect(await issue.isDisabled()).toBe(false)
}

async function importsPlainFiles(): Promise<void> {
  const section = await openSection(fixture, '未加密标段', { encrypted: false })
  const bidder = await pageIn(browser, fixture, 'bidder', section)
  const stored = await damage(fixture.bidders[0], section)
  await section.enterOpening()
  await isAt(bidder, 'declassifiedstatus')
  const opener = await pageIn(browser, fixture, 'opener', section)
  await isAt(opener, 'declassifiedstatus')
  await sees(opener, steps['opening.plain.closedOpener'])
  expect(await opener.getByRole('button', { name: '下达解密指令' }).count()).toBe(0)
  await sees(opener, steps['file.cause.damaged-file'])
  await sees(bidder, steps['decryption.failedTitle.withdrawn'])
  for (const page of [opener, bidder]) await isAccessible(page)
  await opener.close()
  await bidder.getByRole('button', { name: steps['backup.upload'] }).click()
  const dialog = bidder.getByRole('dialog')
  await dialog.getByText(steps['backup.explainPlain']).waitFor()
  const backup = { name: 'backup.kbid', mimeType: 'application/octet-stream', buffer: stored }
  await dialog.getByLabel(/^加密投标文件/).setInputFiles(backup)
  await dialog.getByRole('button', { name: steps['backup.send'], exact: true }).click()
  await sees(bidder, steps['opening.plain.done'])
  section.close()
}

/** Changes one byte of a bidder's stored file; returns the original. */
async function damage(person: Person | undefined, section: Section): Promise<Buffer> {
  if (!person) throw new Error('a bidder expected')
  const bidder = await enterSession(await fixture.account(person), section.id)
  const own = ({ bidders }: SessionState) => bidders[person.unitCode]?.files.technical?.submission
  const sha256 =
    own(await bidder.until((state) => own(state) !== undefined, 'the file'))?.ciphertextHash ?? ''
  bidder.close()
  const path = join(dirname(person.p12), 'files', sha256.slice(0, 2), sha256)
  const stored = readFileSync(path)
  writeFileSync(
    path,
    stored.map((byte, place) => (place === 0 ? byte ^ 1 : byte)),
  )
  return stored
}

/** A section with everything that the header can show. */
async function openWithTools(name: string): Promise<Section> {
  const link = { videoUrl: 'https://video.example.org/room', venueBooking: 'R1' }
  const section = await openSection(fixture, name, link)
  onTestFinished(() => section.close())
  await fixture.platform.recordDeposits(
    section.id,
    fixture.bidders.map(({ unitCode }, index) => ({
      EntprsCode: unitCode,
      Bzj: `${800_000 + index}.00`,
      BzjMode: '银行转账',
      BzjStatus: '已缴纳',
    })),
  )
  return section
}

const tools = async (page: Page) => {
  await page.getByRole('button', { name: shell.tools }).click()
  return page.getByRole('menuitem')
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Groups files by kind, previews them or offers a download, and says which kinds are empty. */
async function showsFiles(page: Page, section: Section): Promise<void> {
  const chosen = async (kind: string) => {
    await page.getByRole('button', { name: '文件查看' }).click()
    await page.getByRole('menuitem', { name: kind }).click()
  }
  await chosen('招标文件')
  await sees(page, steps['files.emptyOf.awaited'])
  await publishFiles(section)
  await page.reload()
  await page.getByRole('button', { name: '预览 招标公告.png' }).click()
  await page.getByRole('img', { name: '招标公告.png' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('button', { name: '预览 工程量清单.xlsx' }).count()).toBe(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 工程量清单.xlsx' }).click()
  expect((await download).suggestedFilename()).toBe('工程量清单.xlsx')
  await chosen('澄清')
  await sees(page, '关于工期的澄清')
  await sees(page, '工期以招标文件第三章为准。')
  await page.getByRole('button', { name: '预览 澄清附件.jpg' }).click()
  await page.getByRole('img', { name: '澄清附件.jpg' }).waitFor()
  await page.keyboard.press('Escape')
  await holdsAtEverySize(page)
  await page.getByRole('tab', { name: '答疑' }).click()
  await sees(page, '暂无答疑文件。')
  expect(new URL(page.url()).searchParams.get('kind')).toBe('answer')
}

async function publishFiles(section: Section): Promise<void> {
  const { platform } = fixture
  await platform.addTenderFile(section.id, 'tender', { name: '招标公告.png', bytes: picture })
  await platform.addTenderFile(section.id, 'tender', { name: '工程量清单.xlsx', bytes: picture })
  const clarification = await platform.addClarification(section.id, {
    title: '关于工期的澄清',
    content: '工期以招标文件第三章为准。',
    publish_time: '2026-03-01T02:00:00.000Z',
  })
  const attached = { name: '澄清附件.jpg', bytes: picture }
  await platform.addTenderFile(section.id, 'clarification', attached, clarification)
}

async function logsOutOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(sizes[2])
  const header = page.getByRole('banner')
  await page.getByRole('button', { name: '菜单' }).click()
  for (const name of ['招标文件', shell.tool_deposits, 'English', '本机退出', '退出所有设备']) {
    await page.getByRole('menuitem', { name, exact: true }).waitFor()
  }
  await isAccessible(page, '[role=menu]')
  const box = await header.boundingBox()
  expect(box?.height).toBeLessThan(150)
  await page.getByRole('menuitem', { name: '本机退出' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: '取消' }).click()
  expect(page.url()).toContain('/bid/')
  await page.getByRole('button', { name: '菜单' }).click()
  await page.getByRole('menuitem', { name: '本机退出' }).click()
  await dialog.getByRole('button', { name: '本机退出' }).click()
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/bid/'))
}
