import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { loadVariant } from '#variants/load.ts'
import type { Variant } from '#variants/schema.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { logInAs } from './logged-in.ts'
import { isAccessible } from './page-checks.ts'
import { createSectionFixture, type SectionFixture } from './section-fixture.ts'
import { codesShown, publish, rowOf } from './section-list-fixture.ts'

/* The section list of every shipped variant but the standard one, compared with the variant's file. */

const minute = 60
let browser: Browser

beforeAll(async () => {
  browser = await sharedBrowser()
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(() => browser && closePages(browser))

const labels = {
  industry: '行业',
  openingType: '开标类型',
  projectKind: '项目类型',
  specialty: '专业类别',
  procurement: '采购类别',
  qualificationMethod: '资格审查方式',
  dates: '开标日期起',
  text: '标段名称或编号',
}
const heads = {
  ribbon: '标段',
  index: '序号',
  opensAt: '开标时间',
  status: '开标状态',
  code: '标段编号',
  name: '标段名称',
  countdown: '距开标',
  bidderCount: '投标人数',
}

test.for(['cd', 'lead-30', 'lead-60', 'integrated', 'full'])('%s', { timeout: 240_000 }, async (name) => {
  const { hall, rules } = variantOf(name)
  const lead = rules.entryLeadMinutes
  const fixture = await createSectionFixture([], {
    opensInSeconds: 60 * minute,
    environment: { VARIANT: name },
  })
  try {
    await publish(fixture, (lead + 10) * minute, {
      sectionCode: 'HALL-EARLY',
      sectionName: '还不能进入的标段',
    })
    await publish(fixture, lead === 0 ? -1 : (lead - 5) * minute, {
      sectionCode: 'HALL-READY',
      sectionName: '可以进入的标段',
      projectKind: hall.projectKinds.at(-1)?.code || 1,
    })
    await publish(fixture, -minute, {
      sectionCode: 'HALL-PAST',
      sectionName: '已到时间的标段',
      qualification: 8,
    })
    const page = await logInAs(browser, fixture, fixture.opener)
    await hasItsColumnsAndFilters(page, hall)
    await page.getByRole('tab', { name: '待开标' }).click()
    await page.getByText('HALL-PAST').waitFor()
    await masksCounts(page, fixture, hall)
    await narrowsByKind(page, hall)
    await entersInTime(page, fixture, lead)
    await tellsOfTooFew(page, fixture, hall)
  } finally {
    await fixture.stop()
  }
})

async function hasItsColumnsAndFilters(page: Page, hall: Variant['hall']): Promise<void> {
  await page.getByText('HALL-PAST').waitFor()
  const shown = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).map((head) => head.split(' ')[0])
  const fields = async () => {
    const all = await page.getByRole('search').locator('label').allInnerTexts()
    return all.filter((label) => label !== '开标日期止')
  }
  // No lot here has a ribbon.
  const columns = hall.openColumns.filter((column) => column !== 'ribbon')
  expect(await shown()).toEqual([...columns.map((column) => heads[column]), '操作'])
  expect(await fields()).toEqual(hall.openFilters.map((filter) => labels[filter]))
  const choice = page.getByRole('group', { name: '项目范围' })
  expect(await choice.count()).toBe(hall.newProjects ? 1 : 0)
  if (hall.openFilters.includes('industry')) {
    const options = await page.getByLabel(labels.industry).locator('option').allInnerTexts()
    expect(options).toEqual(hall.industries.map((industry) => industry.name.zh))
  }
  await isAccessible(page)
  await page.getByRole('tab', { name: '已开标' }).click()
  await page.getByText('没有符合条件的已开标标段').waitFor()
  expect(await shown()).toEqual([...hall.endedColumns.map((column) => heads[column]), '操作'])
  expect(await fields()).toEqual(hall.endedFilters.map((filter) => labels[filter]))
}

async function masksCounts(opening: Page, fixture: SectionFixture, hall: Variant['hall']): Promise<void> {
  if (!hall.openColumns.includes('bidderCount')) return
  expect((await rowOf(opening, 'HALL-EARLY')).投标人数).toBe(hall.maskBidderCount ? '***' : '0')
  expect((await rowOf(opening, 'HALL-PAST')).投标人数).toBe('0')
  const watching = await logInAs(browser, fixture, fixture.supervisor)
  await watching.getByText('HALL-PAST').waitFor()
  const column = watching.getByRole('columnheader', { name: '投标人数' })
  expect(await column.count()).toBe(hall.bidderCountSeenBy.includes('supervisor') ? 1 : 0)
}

/** If the variant has filters by project kind and method, they narrow the list. */
async function narrowsByKind(page: Page, hall: Variant['hall']): Promise<void> {
  if (!hall.openFilters.includes('projectKind')) return
  await page.getByText('HALL-PAST').waitFor()
  const last = hall.projectKinds.at(-1)
  const kind = page.getByLabel(labels.projectKind)
  const unasked = await kind.inputValue()
  await kind.selectOption(String(last?.code))
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('HALL-PAST').waitFor({ state: last?.code === 1 ? 'visible' : 'detached' })
  expect(await codesShown(page)).toContain('HALL-READY')
  if (hall.openFilters.includes('specialty')) {
    const known = hall.specialties.some(({ projectKind }) => projectKind === last?.code)
    expect(await page.getByLabel(labels.specialty).isEnabled()).toBe(known)
  }
  await page.getByRole('button', { name: '重置' }).click()
  // Waits for the address to change; a choice made before would be reset.
  await expect.poll(() => kind.inputValue(), { timeout: 10_000 }).toBe(unasked)
  await page.getByText('HALL-PAST').waitFor()
  if (!hall.openFilters.includes('qualificationMethod')) return
  await page.getByLabel(labels.qualificationMethod).selectOption({ label: '资格预审' })
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('HALL-EARLY').waitFor({ state: 'detached' })
  expect(await codesShown(page)).toEqual(['HALL-PAST'])
}

async function entersInTime(page: Page, fixture: SectionFixture, leadMinutes: number): Promise<void> {
  await page.goto(`${fixture.url}/hall`)
  await page.getByRole('button', { name: '进入标段 还不能进入的标段' }).click()
  const reason = messageFor('zh-CN', { code: 'opening-time-not-reached', params: { leadMinutes } })
  const dialog = page.getByRole('dialog')
  await dialog.getByText(reason).waitFor()
  await dialog.getByText('可进入时间').waitFor()
  await dialog.getByRole('button', { name: '返回列表' }).click()
  // Without a lead time the section that `tellsOfTooFew` uses can be entered.
  if (leadMinutes === 0) return
  await page.getByRole('button', { name: '进入标段 可以进入的标段' }).click()
  await page.waitForURL(/\/bid\/[0-9a-f-]+\/bidready/)
}

async function tellsOfTooFew(page: Page, fixture: SectionFixture, hall: Variant['hall']): Promise<void> {
  await page.goto(`${fixture.url}/hall`)
  await page.getByRole('button', { name: '进入标段 已到时间的标段' }).click()
  const tooFew = messageFor('zh-CN', { code: 'too-few-bidders', params: { minimum: 3, count: 0 } })
  if (hall.tooFewBiddersNotice) {
    const dialog = page.getByRole('dialog')
    await dialog.getByText(tooFew).waitFor()
    await dialog.getByRole('button', { name: '继续进入' }).click()
  }
  await page.waitForURL(/\/bid\/[0-9a-f-]+\/bidready/)
  if (!hall.tooFewBiddersNotice) return
  // The page shows it too, as long as it is true.
  await page.getByRole('button', { name: '仅看字幕' }).click()
  await page.getByRole('main').getByRole('alert').getByText(tooFew).waitFor()
  await isAccessible(page)
}

function variantOf(name: string): Variant {
  const variant = loadVariant(name)
  if (!variant.ok) throw new Error(variant.error)
  return variant.value
}
