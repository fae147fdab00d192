import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { full } from '#variants/full.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { logInAs } from './logged-in.ts'
import { isAccessible } from './page-checks.ts'
import { createSectionFixture, type SectionFixture } from './section-fixture.ts'
import { codesShown, publish, rowOf, unfoldFilters } from './section-list-fixture.ts'

/*
 * The section list of the region that has everything: a lead time, all filters, masked counts, the notice of too few
 * bidders. The other regions' lists: `SectionList.test.tsx`; the standard one: `section-list.e2e.ts`.
 */

const minute = 60
const lead = full.rules.entryLeadMinutes
let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  fixture = await createSectionFixture([], {
    opensInSeconds: lead * minute,
    environment: { VARIANT: full.name },
  })
  await publish(fixture, (lead + 10) * minute, {
    sectionCode: 'HALL-EARLY',
    sectionName: '还不能进入的标段',
  })
  await publish(fixture, (lead - 5) * minute, {
    sectionCode: 'HALL-READY',
    sectionName: '可以进入的标段',
    projectKind: 2,
  })
  await publish(fixture, -minute, {
    sectionCode: 'HALL-PAST',
    sectionName: '已到时间的标段',
    qualification: 8,
  })
})
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

test('a region’s file decides on filters, masked counts, the time of entry and the notice of too few bidders', async () => {
  const page = await logInAs(browser, fixture, fixture.opener)
  await page.getByText('HALL-PAST').waitFor()
  await unfoldFilters(page)
  expect(await page.getByRole('search').locator('label').allInnerTexts()).toEqual([
    ...['标段名称或编号', '项目类型', '行业', '专业类别', '采购类别', '开标类型', '资格审查方式'],
    ...['开标日期起', '开标日期止'],
  ])
  await page.getByRole('group', { name: '项目范围' }).waitFor()
  expect((await rowOf(page, 'HALL-EARLY')).投标人数).toBe('***')
  expect((await rowOf(page, 'HALL-PAST')).投标人数).toBe('0')
  await isAccessible(page)
  await narrowsByKind(page)
  await entersInTime(page)
  await tellsOfTooFew(page)
})

async function narrowsByKind(page: Page): Promise<void> {
  expect(await page.getByLabel('专业类别').isEnabled()).toBe(false)
  await page.getByLabel('项目类型').selectOption('2')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('HALL-PAST').waitFor({ state: 'detached' })
  expect(await codesShown(page)).toEqual(['HALL-READY'])
  expect(await page.getByLabel('专业类别').isEnabled()).toBe(true)
  await page.getByRole('button', { name: '重置' }).click()
  // Waits for the address to change; a choice made before would be reset.
  await expect.poll(() => page.getByLabel('项目类型').inputValue()).toBe('')
  await page.getByText('HALL-PAST').waitFor()
  await page.getByLabel('资格审查方式').selectOption({ label: '资格预审' })
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('HALL-EARLY').waitFor({ state: 'detached' })
  expect(await codesShown(page)).toEqual(['HALL-PAST'])
  await page.getByRole('button', { name: '重置' }).click()
}

async function entersInTime(page: Page): Promise<void> {
  const early = page.getByRole('button', { name: '进入标段 还不能进入的标段' })
  expect(await early.textContent()).toMatch(/\d\d:\d\d(:\d\d)? 起可进入$/)
  await early.click()
  const reason = messageFor('zh-CN', {
    code: 'opening-time-not-reached',
    params: { leadMinutes: lead },
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByText(reason).waitFor()
  await dialog.getByText(/可进入时间：/).waitFor()
  await dialog.getByRole('button', { name: '返回列表' }).click()
  await page.getByRole('button', { name: '进入标段 可以进入的标段' }).click()
  await page.waitForURL(/\/bid\/[0-9a-f-]+\/bidready/)
}

async function tellsOfTooFew(page: Page): Promise<void> {
  await page.goto(`${fixture.url}/hall`)
  await page.getByRole('button', { name: '进入标段 已到时间的标段' }).click()
  const tooFew = messageFor('zh-CN', { code: 'too-few-bidders', params: { minimum: 3, count: 0 } })
  const dialog = page.getByRole('dialog')
  await dialog.getByText(tooFew).waitFor()
  await dialog.getByRole('button', { name: '继续进入' }).click()
  await page.waitForURL(/\/bid\/[0-9a-f-]+\/bidready/)
  // The page shows it too, as long as it is true.
  await page.getByRole('button', { name: '仅看字幕' }).click()
  await page.getByRole('main').getByRole('alert').getByText(tooFew).waitFor()
  await isAccessible(page)
}
