import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { draw } from '#client/texts/zh-CN/draw.ts'
import { epochOf } from '#lib/time.ts'
import { enterSection, holdsAtEverySize, logInAs, sees } from './acts.ts'
import { keepScreenshots, launchBrowser } from './browser.ts'
import { type Stage, setStage } from './stage.ts'

const names = ['江河水利建设集团有限公司', '中部路桥 (International) Co. Ltd.'] as const

let browser: Browser
let stage: Stage

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await setStage(names, 45, {
    tender: { qualification: 0, evaluation: { newModel: false, industryCategory: 1, draws: ['f-value'] } },
  })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
})
afterAll(async () => {
  await browser?.close()
  await stage?.stop()
})

test('a draw is watched in four browsers, shows all the same result, and can be verified from what each exports', async () => {
  const [one, two] = stage.bidders
  if (!one || !two) throw new Error('two bidders expected')
  const opener = await logInAs(browser, stage, 'opener', stage.opener)
  const supervisor = await logInAs(browser, stage, 'supervisor', stage.supervisor)
  const first = await logInAs(browser, stage, 'bidder', one)
  const second = await logInAs(browser, stage, 'bidder', two)
  const all = [opener, supervisor, first, second]
  await sleep(Math.max(0, epochOf(stage.opensAt) - Date.now()) + 1000)
  for (const page of all) await enterSection(page, stage)

  // Step 2 waits for the draws, and says so in the seed's words.
  await sees(opener, draw.title)
  await holdsAtEverySize(opener)

  await refusesRanges(opener)
  await holdsAtEverySize(opener)
  await opener.getByLabel(/^抽取人/).fill('刘抽取')
  await opener.getByRole('button', { name: draw.begin, exact: true }).click()

  // The wheel turns on every screen, with who draws and who contributes.
  for (const page of all) {
    await sees(page, '抽取 F值')
    await sees(page, '抽取人：刘抽取')
    await sees(page, '服务器 已承诺')
    await sees(page, '开标人 已承诺')
  }
  await sees(supervisor, `${names[0]} 已承诺`)
  await sees(first, '本单位 已承诺')
  expect(await first.content()).not.toContain(names[1])
  await opener.getByRole('button', { name: draw.stop, exact: true }).click()

  const results = await Promise.all(all.map(resultOn))
  expect(new Set(results).size).toBe(1)
  expect(results[0]).toMatch(/^抽取结果：F = (8|9|10|11|12)(\.\d+)?%$/)
  await sees(first, draw.others_other.replace('{{count}}', '1'))
  for (const page of [opener, first]) await holdsAtEverySize(page)

  for (const page of all) await isVerified(page)
  for (const page of all) await isClosed(page)

  await drawPair(opener, second)
  // What was drawn stays to be seen, with its list.
  await isClosed(first)
  await first.getByRole('button', { name: '查看 F值 的抽取' }).click()
  expect(await resultOn(first)).toBe(results[0])
  await first.getByText('51 个候选值').click()
  await sees(first, '50：F = 12%')
  await holdsAtEverySize(first)
}, 480_000)

async function resultOn(page: Page): Promise<string> {
  const heading = page.getByRole('dialog').getByRole('heading', { name: /^抽取结果/ })
  return (await heading.textContent()) ?? ''
}

/** The seed's messages for what is typed wrong; its proposal for the industry category comes first. */
async function refusesRanges(opener: Page): Promise<void> {
  await opener.getByRole('button', { name: '抽取 F值' }).click()
  const begin = opener.getByRole('button', { name: draw.begin, exact: true })
  expect(await opener.getByLabel(/^开始值/).inputValue()).toBe('8')
  expect(await opener.getByLabel(/^结束值/).inputValue()).toBe('12')
  expect(await opener.getByLabel(/^间值/).inputValue()).toBe('0.08')
  await begin.click()
  await sees(opener, '请填写抽取人')
  for (const [start, end, interval, message] of [
    ['', '12', '0.08', '请正确输入相关值!'],
    ['8', '12', '0', '请正确输入间值!'],
    ['8', '12', '10.1', '请正确输入间值!'],
    ['12', '8', '0.08', '请正确输入开始值和结束值!'],
    ['-1', '8', '0.08', '请正确输入开始值和结束值!'],
  ] as const) {
    await opener.getByLabel(/^开始值/).fill(start)
    await opener.getByLabel(/^结束值/).fill(end)
    await opener.getByLabel(/^间值/).fill(interval)
    await begin.click()
    await sees(opener, message)
  }
  await opener.getByLabel(/^开始值/).fill('8')
  await opener.getByLabel(/^结束值/).fill('12')
  await opener.getByLabel(/^间值/).fill('0.08')
}

/** The browser has recomputed the draw; so does the program, from the file that this viewer exports. */
async function isVerified(page: Page): Promise<void> {
  await sees(page, draw.proven)
  await page.getByText(draw.howToVerify).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: draw.export }).click(),
  ])
  const file = join(mkdtempSync(join(tmpdir(), 'kaibiao-e2e-')), 'log.jsonl')
  await download.saveAs(file)
  const output = execFileSync(process.execPath, ['src/tools/verify-draw.mjs', file], { encoding: 'utf8' })
  expect(output).toMatch(/f-value, declared by entry \d+, attempt 1: decided: fValue = /)
  expect(output).toContain('everything is as the log says')
}

/** Two parameters at once; one of the watchers loads their page anew in the middle and withholds nothing by it. */
async function drawPair(opener: Page, reloading: Page): Promise<void> {
  await opener.getByRole('button', { name: '抽取 a、g' }).click()
  const drawers = opener.getByLabel(/^抽取人/)
  await drawers.nth(0).fill('甲')
  await drawers.nth(1).fill('乙')
  await opener.getByRole('button', { name: draw.begin, exact: true }).click()
  await sees(reloading, '本单位 已承诺')
  await reloading.reload()
  await sees(reloading, '本单位 已承诺')
  await opener.getByRole('button', { name: draw.stop, exact: true }).click()
  expect(await resultOn(opener)).toMatch(/^抽取结果：a = 0\.[789]，g = [345]%$/)
  for (const page of [opener, reloading]) await isClosed(page)
}

async function isClosed(page: Page): Promise<void> {
  await page.getByRole('dialog').getByText(draw.close, { exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
