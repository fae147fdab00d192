import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import type { Arrival } from '#simulators/platform/client.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { createSectionFixture, password, type SectionFixture } from './section-fixture.ts'

let browser: Browser
let fixture: SectionFixture

/** A section in its decryption, so that a link may lead to each page. */
beforeAll(async () => {
  browser = await sharedBrowser()
  fixture = await createSectionFixture(['江河水利建设集团有限公司'])
  const [bidder] = fixture.bidders
  if (!bidder) throw new Error('a bidder expected')
  const certificate = await softwareCertificate(readFileSync(bidder.p12), password)
  if (!certificate.ok) throw new Error('the certificate cannot be read')
  const figures = { price: '1000000.00', days: '90', manager: '王经理' }
  const bid = { figures, files: [], certificate: certificate.value }
  await sealAndSubmit(await fixture.account(bidder), fixture.session, bid)
  await fixture.clock.leapTo(fixture.opensAt)
  const opener = await enterSession(await fixture.account(fixture.opener), fixture.session)
  await opener.send({ type: 'RecordPersonInfo', payload: persons() })
  await opener.send({ type: 'EnterBidOpening', payload: {} })
  await opener.send({ type: 'StartDecryption', payload: { limitMinutes: 60 } })
  opener.close()
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

const newPage = async (at = fixture, locale = 'zh-CN') =>
  (await browser.newContext({ locale, baseURL: at.url })).newPage()

type Course = Omit<Arrival, 'person' | 'guid'>

function linkFor(course: Course = {}, at = fixture): Promise<string> {
  const { userCode: sub, name, unitCode } = at.opener
  return at.platform.arrivalUrl({
    person: { sub, name, unitCode, userType: 1 },
    guid: at.session,
    ...course,
  })
}

/** The link without one of its parameters. */
async function linkWithout(field: string, at = fixture): Promise<string> {
  const link = new URL(await linkFor({}, at))
  link.searchParams.delete(field)
  return link.href
}

describe('landing', () => {
  const inside = (route: string) => new RegExp(`/bid/[0-9a-f-]{36}/${route}$`)
  const hall = /\/hall(\?.*)?$/

  test.each<[string, Course, RegExp]>([
    ['mode 2 and kbStatusCode 2: preparation', { mode: 2, kbStatusCode: 2 }, inside('bidready')],
    [
      'mode 2 and another kbStatusCode: the hall, with the section’s code',
      { mode: 2, kbStatusCode: 3, bdbh: 'E2E-2026-001-01' },
      /\/hall\?kbStatusCode=3&bdbh=E2E-2026-001-01$/,
    ],
    ['mode 1, conditions not met: the hall', { mode: 1, autoOpenBidInfo: '不满足开标条件' }, hall],
    ['mode 1, a bond unpaid: the hall', { mode: 1, autoOpenBidInfo: '供应商未缴纳保证金' }, hall],
    ['mode 1, opening exception: the hall', { mode: 1, autoOpenBidInfo: '开标异常' }, hall],
    ['mode 1, no evaluation model: the hall', { mode: 1, autoOpenBidInfo: '未设置评标模型' }, hall],
    [
      'mode 1, tender file import failed: preparation',
      { mode: 1, autoOpenBidInfo: '招标文件导入失败' },
      inside('bidready'),
    ],
    [
      'mode 1, bid file import failed: the decryption page',
      { mode: 1, autoOpenBidInfo: '投标文件导入失败' },
      inside('declassifiedstatus'),
    ],
    ['mode 1 otherwise: preparation', { mode: 1 }, inside('bidready')],
    ['no mode: preparation', {}, inside('bidready')],
  ])('%s', async (_, course, address) => {
    const page = await newPage()
    await page.goto(await linkFor(course))
    await page.waitForURL(address)
    await page.getByText(fixture.sectionName).first().waitFor()
    expect(page.url()).toMatch(address)
  })
})

test('the token is removed from address and history at once, and no later request contains it', async () => {
  const page = await newPage()
  await page.goto('/')
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  const referers: string[] = []
  page.on('request', (request) => referers.push(request.headers().referer ?? ''))
  await page.goto(await linkFor())
  await page.waitForURL(/\/bidready$/)
  // The first request is the link itself.
  expect(seen.filter((url) => url.includes('token='))).toHaveLength(1)
  expect(referers.filter((url) => url.includes('token='))).toEqual([])
  await page.goBack()
  expect(page.url()).toBe(`${fixture.url}/`)
  await page.goForward()
  expect(page.url()).not.toContain('token=')
})

test('a link works once; a second use is explained and offers a way on', async () => {
  const link = await linkFor()
  const first = await newPage()
  await first.goto(link)
  await first.waitForURL(/\/bidready$/)
  const second = await newPage()
  await second.goto(link)
  await second.getByText(/进入凭证无效或已使用/).waitFor()
  await second.getByRole('link', { name: '登录', exact: true }).click()
  await second.getByRole('dialog').waitFor()
})

test('a used link does not end a login: it says so and leads to the section', async () => {
  const link = await linkFor()
  const page = await newPage()
  await page.goto(link)
  await page.waitForURL(/\/bidready$/)
  // Another tab shares the login.
  const again = await page.context().newPage()
  for (const used of [page, again]) {
    await used.goto(link)
    await used.getByText(/进入凭证无效或已使用/).waitFor()
    await used.getByText(/登录不受影响/).waitFor()
    await used.getByRole('link', { name: '进入开标大厅' }).waitFor()
    await used.getByRole('link', { name: '继续该标段' }).click()
    await used.getByText(fixture.sectionName).first().waitFor()
  }
})

test('before entry is allowed a user is logged in, told why, and led to the hall', async () => {
  const later = await createSectionFixture([], { opensInSeconds: 3600 })
  try {
    const page = await newPage(later)
    await page.goto(await linkFor({}, later))
    await page
      .getByText(/You can only enter|开标时间/)
      .first()
      .waitFor()
    await isAccessible(page)
    await page.getByRole('link', { name: '进入开标大厅' }).click()
    await page.waitForURL(/\/hall$/)
    await page.getByText(later.sectionName).first().waitFor()
  } finally {
    await later.stop()
  }
})

describe('missing parts of an address are named in both languages', () => {
  async function says(page: Page, zh: string, en: string): Promise<void> {
    await page.getByText(zh, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByText(en, { exact: true }).waitFor()
  }

  test.each([
    ['token', '缺少token', 'missing token'],
    ['guid', '缺少标段GUID', 'missing bid section guid'],
    ['type', '缺少项目类型参数', 'missing project type parameter'],
    ['userType', '缺少用户类型参数', 'missing user type parameter'],
  ])('%s', async (field, zh, en) => {
    const page = await newPage()
    await page.goto(await linkWithout(field))
    await says(page, zh, en)
  })

  test('a guid that is none', async () => {
    const page = await newPage()
    await page.goto((await linkFor()).replace(/guid=[^&]+/, 'guid=123'))
    await says(page, '标段GUID格式不正确', 'the bid section guid is none')
  })

  test('BidStage, if the region requires it', async () => {
    const cd = await createSectionFixture([], { opensInSeconds: 3600, environment: { VARIANT: 'cd' } })
    try {
      const page = await newPage(cd)
      await page.goto(await linkWithout('PBType', cd))
      await says(page, '缺少BidStage', 'missing BidStage')
    } finally {
      await cd.stop()
    }
  })

  test('on a screen that is accessible at every size', async () => {
    const page = await newPage()
    await page.goto(await linkWithout('token'))
    await page.getByText('缺少token').waitFor()
    await holdsAtEverySize(page)
  })
})
