import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { common } from '#client/texts/zh-CN/common.ts'
import { draw } from '#client/texts/zh-CN/draw.ts'
import { runningDraw } from '#domain/draw/draw-state.ts'
import { drawCommitment } from '#domain/draw/fair-draw.ts'
import { revealing, shortestJoining } from '#domain/draw/phase-lengths.ts'
import { drawKindTexts } from '#protocol/messages/draw-texts.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { contributeUntil } from '#simulators/participants/draws.ts'
import { closePages, keepScreenshots, sharedBrowser } from './browser.ts'
import { enterAs } from './logged-in.ts'
import { sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { createSectionFixture, type Person, type SectionFixture } from './section-fixture.ts'

/** Only the first bidder has a browser. Programs take part for the others; the third one withholds its value. */
const names = [
  '江河水利建设集团有限公司',
  '中部路桥 (International) Co. Ltd.',
  '滨海市政工程有限公司',
] as const

let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  fixture = await createSectionFixture(names, {
    tender: { qualification: 0, evaluation: { newModel: false, industryCategory: 1, draws: ['f-value'] } },
  })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
})
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

test('three browsers show the same result of a draw, which can be verified from what each exports', async () => {
  const [one, two] = fixture.bidders
  if (!one || !two) throw new Error('two bidders expected')
  await fixture.clock.leapTo(fixture.opensAt)
  const open = (person: Person) => enterAs(browser, fixture, person, fixture.session)
  const opener = await open(fixture.opener)
  const supervisor = await open(fixture.supervisor)
  const first = await open(one)
  const screens = { opener, supervisor, first }
  const all = [opener, supervisor, first]
  const second = await enterSession(await fixture.account(two), fixture.session)
  // Contributes as a browser does, until it leaves.
  void contributeUntil(second, () => false, 'nothing').catch(() => {})

  await beginDraw(screens)
  await showsParties(screens)
  await fixture.clock.leap(shortestJoining)
  await press(opener, draw.stop)
  const result = await showsOneResult(screens)

  for (const page of all) await isVerified(page)
  for (const page of all) await isClosed(page)
  const focused = opener.locator(':focus')
  await expect.poll(() => focused.getAttribute('aria-label')).toBe('查看 F值 的抽取')

  const pair = await drawPair(opener, first)
  await expect.poll(() => inTheMiddle(supervisor)).toEqual(drawnOf([pair]))
  await isClosed(supervisor)

  await drawAgain(opener, supervisor, first)
  second.close()

  // The result can be looked up later, with its list.
  await first.getByRole('button', { name: '查看 F值 的抽取' }).click()
  expect(await resultOn(first)).toBe(result)
  await first.getByText('51 个候选值').click()
  await sees(first, '50：F = 12%')
  await holdsAtEverySize(first)
}, 900_000)

type Screens = Readonly<Record<'opener' | 'supervisor' | 'first', Page>>

/** Step 2 asks for the draws and leads to them; the opener begins the first one. */
async function beginDraw({ opener, first }: Screens): Promise<void> {
  await press(opener, '进入投标文件开启')
  await opener.getByRole('region', { name: common.notifications }).getByText('请抽取参数（a、g）').waitFor()
  await press(opener, '去抽取')
  await expect.poll(() => focusedText(opener)).toContain(draw.title)
  await holdsAtEverySize(opener)

  await refusesRanges(opener)
  await holdsAtEverySize(opener)
  await opener.getByLabel(/^抽取人/).fill('刘抽取')
  await first.emulateMedia({ reducedMotion: 'no-preference' })
  await press(opener, draw.begin)
}

/** The wheel turns on every screen, with the names of those who draw and contribute. */
async function showsParties({ opener, supervisor, first }: Screens): Promise<void> {
  for (const page of [opener, supervisor, first]) {
    await sees(page, '抽取 F值')
    await sees(page, '抽取人：刘抽取')
    await sees(page, '服务器 已承诺')
    await sees(page, '开标人 已承诺')
  }
  for (const name of [names[0], names[1]]) await sees(supervisor, `${name} 已承诺`)
  await sees(first, '本单位 已承诺')
  expect(await first.content()).not.toContain(names[1])
  await turns(first)
  await standsStill(supervisor)
  await isAccessible(opener)
}

/** All screens show the same result, and their wheels stop at it; returns its text. */
async function showsOneResult({ opener, supervisor, first }: Screens): Promise<string | undefined> {
  const results = await Promise.all([opener, supervisor, first].map(resultOn))
  expect(new Set(results).size).toBe(1)
  expect(results[0]).toMatch(/^抽取结果：F = (8|9|10|11|12)(\.\d+)?%$/)
  await sees(first, draw.others_other.replace('{{count}}', '1'))
  for (const page of [first, supervisor]) await expect.poll(() => inTheMiddle(page)).toEqual(drawnOf(results))
  // Drawing wheels by software is slow, so they turn only once.
  await first.emulateMedia({ reducedMotion: 'reduce' })
  return results[0]
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** The wheels of the shown draw, which are hidden from assistive technology. */
const wheelsOf = (page: Page) => page.getByRole('dialog').locator('div[aria-hidden=true]:has(p)')

/** Where the first row of the first wheel is, in pixels. */
const placeOf = (page: Page) =>
  wheelsOf(page)
    .first()
    .locator('p')
    .first()
    .evaluate((row) => row.getBoundingClientRect().top)

/** What each wheel shows in its middle, which is the result. */
function inTheMiddle(page: Page): Promise<string[]> {
  return wheelsOf(page).evaluateAll((wheels) =>
    wheels.map((wheel) => {
      const middle = (element: Element) => {
        const { top, height } = element.getBoundingClientRect()
        return top + height / 2
      }
      const row = [...wheel.querySelectorAll('p')].find((one) => Math.abs(middle(one) - middle(wheel)) < 4)
      return row?.textContent ?? ''
    }),
  )
}

/** `抽取结果：a = 0.8，g = 4%` as its values. */
function drawnOf([result = '']: readonly string[]): string[] {
  return result.replace('抽取结果：', '').split('，')
}

async function turns(page: Page): Promise<void> {
  const before = await placeOf(page)
  await expect.poll(() => placeOf(page)).not.toBe(before)
}

/** With reduced motion nothing moves. */
async function standsStill(page: Page): Promise<void> {
  const before = await placeOf(page)
  await page.waitForTimeout(500)
  expect(await placeOf(page)).toBe(before)
}

async function resultOn(page: Page): Promise<string> {
  const heading = page.getByRole('dialog').getByRole('heading', { name: /^抽取结果/ })
  return (await heading.textContent()) ?? ''
}

/**
 * Two messages for wrong input; `DrawForm.test.tsx` tests all. The default range of the industry category comes first.
 */
async function refusesRanges(opener: Page): Promise<void> {
  await opener.getByRole('button', { name: '抽取 F值' }).click()
  const begin = opener.getByRole('button', { name: draw.begin, exact: true })
  expect(await opener.getByLabel(/^开始值/).inputValue()).toBe('8')
  expect(await opener.getByLabel(/^结束值/).inputValue()).toBe('12')
  expect(await opener.getByLabel(/^间值/).inputValue()).toBe('0.08')
  await begin.click()
  await sees(opener, '请填写抽取人')
  for (const [start, end, interval, message] of [
    ['8', '12', '0', '请正确输入间值!'],
    ['12', '8', '0.08', '请正确输入开始值和结束值!'],
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

/** The browser has recomputed the draw, and so does the program from the file that this viewer exports. */
async function isVerified(page: Page): Promise<void> {
  await sees(page, draw.proven)
  await page.getByText(draw.howToVerify).click()
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-e2e-'))
  const dialog = page.getByRole('dialog')
  const saved = async (what: Locator, name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), what.click()])
    await download.saveAs(join(folder, name))
    return join(folder, name)
  }
  const file = await saved(dialog.getByRole('button', { name: draw.export }), 'log.jsonl')
  const program = await saved(dialog.getByRole('link', { name: draw.program }), 'verify-draw.mjs')
  // Spawned, because the exit code says that the session has not ended.
  const { stdout: output } = spawnSync(process.execPath, [program, file], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect(output).toMatch(/f-value, declared by entry \d+, attempt 1: decided: fValue = /)
  expect(output).toContain('CUT the end of the session is missing')
  expect(output).not.toMatch(/WRONG|the end of the draw/)
}

/** Two parameters at once. A participant who reloads the page meanwhile still reveals their value. */
async function drawPair(opener: Page, reloading: Page): Promise<string> {
  await opener.getByRole('button', { name: '抽取 a、g' }).click()
  const drawers = opener.getByLabel(/^抽取人/)
  await drawers.nth(0).fill('甲')
  await drawers.nth(1).fill('乙')
  await opener.getByRole('button', { name: draw.begin, exact: true }).click()
  await sees(reloading, '本单位 已承诺')
  await reloading.reload()
  await sees(reloading, '本单位 已承诺')
  await fixture.clock.leap(shortestJoining)
  await opener.getByRole('button', { name: draw.stop, exact: true }).click()
  const result = await resultOn(opener)
  expect(result).toMatch(/^抽取结果：a = 0\.[789]，g = [345]%$/)
  for (const page of [opener, reloading]) await isClosed(page)
  return result
}

/** A random index is named by what it is drawn for. The tender does not ask for it, so its kind is chosen. */
async function beginIndex(opener: Page): Promise<void> {
  await opener.getByLabel(draw.other).selectOption('random-index')
  await press(opener, draw.drawOther)
  await opener.getByRole('dialog', { name: `抽取 ${drawKindTexts['random-index'][0]}` }).waitFor()
  await isAccessible(opener)
  await opener.getByLabel(/^抽取内容/).fill('评标专家')
  for (const [label, value] of [
    [/^开始值/, '1'],
    [/^结束值/, '20'],
    [/^间值/, '1'],
    [/^抽取人/, '丙'],
  ] as const)
    await opener.getByLabel(label).fill(value)
  await press(opener, draw.begin)
}

/**
 * A participant who commits but does not reveal is left out and named to those who may know; the draw is repeated.
 */
async function drawAgain(opener: Page, supervisor: Page, bidding: Page): Promise<void> {
  const [, , third] = fixture.bidders
  if (!third) throw new Error('three bidders expected')
  const withholder = await enterSession(await fixture.account(third), fixture.session)
  await beginIndex(opener)
  const { id: drawId = '' } =
    runningDraw(await withholder.until((state) => !!runningDraw(state), 'the draw')) ?? {}
  const commitment = drawCommitment(drawId, 1, 'ab'.repeat(32))
  await withholder.send({ type: 'JoinDraw', payload: { drawId, attempt: 1, commitment } })
  await sees(supervisor, `${third.name} 已承诺`)
  await sees(bidding, '抽取 评标专家')
  await sees(bidding, '本单位 已承诺')
  await fixture.clock.leap(shortestJoining)
  await press(opener, draw.stop)
  await sees(supervisor, draw.phase_revealing)
  await sees(supervisor, '监督人 已公开')
  await isAccessible(supervisor)

  await fixture.clock.leap(revealing)
  await sees(supervisor, new RegExp(`^第 1 次抽取无效：.*${third.name}.*未按时公开随机数`))
  await sees(bidding, /^第 1 次抽取无效：\d 方未按时公开随机数/)
  expect(await bidding.content()).not.toContain(third.name)
  const results = [await resultOn(supervisor), await resultOn(bidding)]
  expect(results[0]).toMatch(/^抽取结果：([1-9]|1\d|20)$/)
  expect(results[1]).toBe(results[0])
  await expect.poll(() => inTheMiddle(bidding)).toEqual(drawnOf(results))
  await sees(bidding, `随机抽取序号（评标专家）${results[0]}`)
  await isAccessible(supervisor)
  withholder.close()
  for (const page of [opener, supervisor, bidding]) await isClosed(page)
}

async function isClosed(page: Page): Promise<void> {
  await page.getByRole('dialog').getByText(draw.close, { exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
