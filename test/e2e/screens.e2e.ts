import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isAccessible, logInAs } from './acts.ts'
import { keepScreenshots, launchBrowser } from './browser.ts'
import { type Stage, setStage } from './stage.ts'

const sizes = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
] as const

let browser: Browser
let stage: Stage

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await setStage(['江河水利建设集团有限公司'], 3600)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
})
afterAll(async () => {
  await browser?.close()
  await stage?.stop()
})

/** At every size: nothing to scroll sideways, no accessibility rule broken in either theme. */
async function holdsAtEverySize(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect
      .poll(overflow, { message: `${page.url()} at ${size.width}`, timeout: 10_000 })
      .toBeLessThanOrEqual(0)
    await isAccessible(page)
  }
}

test('home page and login dialog can be used by everybody, at three sizes in both themes', async () => {
  const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(stage.url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await holdsAtEverySize(page)
  await page.goto(`${stage.url}/?login`)
  await page.getByRole('dialog').waitFor()
  await holdsAtEverySize(page)
  expect(problems).toEqual([])
})

test('hall and sealing page can be used by everybody, at three sizes in both themes', async () => {
  const [bidder] = stage.bidders
  if (!bidder) throw new Error('a bidder expected')
  const page = await logInAs(browser, stage, 'bidder', bidder)
  await page.getByText(stage.sectionName).first().waitFor()
  await holdsAtEverySize(page)
  await page.goto(`${stage.url}/seal/${stage.session}`)
  await page.getByRole('button', { name: '密封投标文件' }).waitFor()
  await holdsAtEverySize(page)
  const countColumn = page.getByText('投标人数')
  expect(await countColumn.count()).toBe(0)
})

test('a section cannot be entered before its time, and the reason is shown', async () => {
  const page = await logInAs(browser, stage, 'opener', stage.opener)
  await page.getByRole('button', { name: `进入标段 ${stage.sectionName}` }).click()
  await page.getByText('只有到了开标时间才能进入项目！').waitFor()
})
