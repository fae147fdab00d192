import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { epochOf } from '#lib/time.ts'
import { enterSection, holdsAtEverySize, logInAs, sees } from './acts.ts'
import { keepScreenshots, launchBrowser } from './browser.ts'
import { type Stage, setStage } from './stage.ts'

const names = ['江河水利建设集团有限公司', '中部路桥 (International) Co. Ltd.'] as const
let browser: Browser
let stage: Stage

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await setStage(names, 20)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
})
afterAll(async () => {
  await browser?.close()
  await stage?.stop()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a bidder objects, the opener replies, the bidder reads it; the other bidder learns nothing', async () => {
  const [one, two] = stage.bidders
  if (!one || !two) throw new Error('two bidders expected')
  const bidder = await logInAs(browser, stage, 'bidder', one)
  const other = await logInAs(browser, stage, 'bidder', two)
  const opener = await logInAs(browser, stage, 'opener', stage.opener)
  await sleep(Math.max(0, epochOf(stage.opensAt) - Date.now()) + 1000)
  for (const page of [bidder, other, opener]) await enterSection(page, stage)

  await press(bidder, '异议')
  await press(bidder, '提交异议')
  await sees(bidder, '请填写异议内容！')
  await bidder.getByLabel(/^异议内容/).fill('评标办法第三条与招标公告不一致。\n请予说明。')
  await sees(bidder, /^22 \/ 1000 字/)
  await press(bidder, '提交异议')
  await sees(bidder, '异议已提交')
  await sees(bidder, '等待回复')
  await holdsAtEverySize(bidder)

  await opener.getByRole('button', { name: '异议，1 条待回复' }).waitFor()
  await holdsAtEverySize(opener)
  await press(opener, '异议，1 条待回复')
  await sees(opener, names[0])
  await press(opener, `回复 ${names[0]} 的异议`)
  await opener.getByLabel(/^回复内容/).fill('以招标文件为准。')
  await holdsAtEverySize(opener)
  await press(opener, '提交回复')
  await sees(opener, '回复已提交')

  await sees(bidder, '以招标文件为准。')
  await press(bidder, '我已阅读')
  await sees(opener, '投标人已阅读回复')

  await press(other, '异议')
  await sees(other, '您还没有提出异议。')
  expect(await other.getByRole('article').count()).toBe(0)
  expect(await other.getByText(names[0]).count()).toBe(0)
})
