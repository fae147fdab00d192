import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { room } from '#client/texts/zh-CN/room.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { openSection, pageIn, type Section } from './extra-section.ts'
import { sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible, sizes } from './page-checks.ts'
import { createSectionFixture, type SectionFixture } from './section-fixture.ts'

let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  const names = ['江河水利建设集团有限公司', '华东路桥工程有限责任公司']
  fixture = await createSectionFixture(names, { opensInSeconds: 36_000, environment: { VARIANT: 'cd' } })
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

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
