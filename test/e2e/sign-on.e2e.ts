import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import type { Arrival } from '#simulators/platform/client.ts'
import { closePages, ownContext, sharedBrowser } from './browser.ts'
import { holdsAtEverySize } from './page-checks.ts'
import { createSectionFixture, password, type SectionFixture } from './section-fixture.ts'
import { publish } from './section-list-fixture.ts'

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

/** A page of another browser than those of the pages that are open. */
const newPage = async () => (await ownContext(browser, fixture.url)).newPage()

type Course = Omit<Arrival, 'person' | 'guid'>

function linkFor(course: Course = {}, guid = fixture.session): Promise<string> {
  const { userCode: sub, name, unitCode } = fixture.opener
  return fixture.platform.arrivalUrl({ person: { sub, name, unitCode, userType: 1 }, guid, ...course })
}

/** Which link leads where: `destination.test.ts`. The next test comes to preparation. */
test.each<[string, Course, RegExp]>([
  [
    'the hall, with the section’s code',
    { mode: 2, kbStatusCode: 3, bdbh: 'E2E-2026-001-01' },
    /\/hall\?kbStatusCode=3&bdbh=E2E-2026-001-01$/,
  ],
  [
    'the decryption page',
    { mode: 1, autoOpenBidInfo: '投标文件导入失败' },
    /\/bid\/[0-9a-f-]{36}\/declassifiedstatus$/,
  ],
])('a link leads to %s', async (_, course, address) => {
  const page = await newPage()
  await page.goto(await linkFor(course))
  await page.waitForURL(address)
  await page.getByText(fixture.sectionName).first().waitFor()
  expect(page.url()).toMatch(address)
})

test('the token is removed from address and history at once, and no later request contains it', async () => {
  const page = await newPage()
  await page.goto(`${fixture.url}/`)
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  const referers: string[] = []
  page.on('request', (request) => referers.push(request.headers().referer ?? ''))
  await page.goto(await linkFor())
  await page.waitForURL(/\/bid\/[0-9a-f-]{36}\/bidready$/)
  await page.getByText(fixture.sectionName).first().waitFor()
  // The first request is the link itself.
  expect(seen.filter((url) => url.includes('token='))).toHaveLength(1)
  expect(referers.filter((url) => url.includes('token='))).toEqual([])
  await page.goBack()
  expect(page.url()).toBe(`${fixture.url}/`)
  await page.goForward()
  expect(page.url()).not.toContain('token=')
})

test('a link works once; a second use is explained, ends no login and offers a way on', async () => {
  const link = await linkFor()
  const page = await newPage()
  await page.goto(link)
  await page.waitForURL(/\/bidready$/)
  const other = await newPage()
  await other.goto(link)
  await other.getByText(/进入凭证无效或已使用/).waitFor()
  await other.getByRole('link', { name: '登录', exact: true }).click()
  await other.getByRole('dialog').waitFor()
  // Another tab shares the login.
  const again = await page.context().newPage()
  for (const used of [page, again]) {
    await used.goto(link)
    await used.getByText(/进入凭证无效或已使用/).waitFor()
    await used.getByText(/登录不受影响/).waitFor()
    await used.getByRole('link', { name: '进入开标大厅' }).waitFor()
    await used.getByRole('link', { name: '继续该标段' }).waitFor()
  }
  await again.getByRole('link', { name: '继续该标段' }).click()
  await again.getByText(fixture.sectionName).first().waitFor()
})

test('before entry is allowed a user is logged in, told why, and enters by itself at the time', async () => {
  const own = { sectionCode: 'E2E-LATER', sectionName: '还不能进入的标段' }
  const later = await publish(fixture, 3600, own)
  const page = await newPage()
  await page.goto(await linkFor({}, later))
  await page.getByText('到时将自动进入', { exact: false }).waitFor()
  await page.getByText(own.sectionName).waitFor()
  await page.getByRole('link', { name: '进入开标大厅' }).waitFor()
  await holdsAtEverySize(page)
  await fixture.clock.leap(3_600_000)
  await page.waitForURL(new RegExp(`/bid/${later}/bidready$`))
  await page.getByText(own.sectionName).first().waitFor()
})

/** Each missing part: `SignOn.test.tsx`. */
test('a missing part of an address is named in both languages, accessible at every size', async () => {
  const page = await newPage()
  const link = new URL(await linkFor())
  link.searchParams.delete('token')
  await page.goto(link.href)
  await page.getByText('缺少token', { exact: true }).waitFor()
  await holdsAtEverySize(page)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByText('missing token', { exact: true }).waitFor()
})
