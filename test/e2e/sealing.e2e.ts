import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { sealing } from '#client/texts/zh-CN/sealing.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { logInAs } from './logged-in.ts'
import { openCertificate, sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { createSectionFixture, type SectionFixture } from './section-fixture.ts'
import { enrol, publish } from './section-list-fixture.ts'

let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  fixture = await createSectionFixture(['江河水利建设集团有限公司'], { opensInSeconds: 3600 })
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

test('without bid encryption the page seals to the section alone, without a file key', async () => {
  const [bidder] = fixture.bidders
  if (!bidder) throw new Error('a bidder expected')
  const own = { sectionCode: 'E2E-PLAIN', sectionName: '未加密标段', encrypted: false }
  const section = await publish(fixture, 3600, own)
  await enrol(fixture, section, bidder)
  const page = await logInAs(browser, fixture, bidder)
  await page.goto(`${fixture.url}/seal/${section}`)
  await page.getByLabel(/^投标报价/).fill('100.00')
  await openCertificate(page, bidder)
  await holdsAtEverySize(page)
  await page.getByRole('button', { name: sealing.seal, exact: true }).click()
  await sees(page, sealing.plainTitle)
  await isAccessible(page)
  await page.getByRole('button', { name: sealing.submit, exact: true }).click()
  await sees(page, sealing.receivedMeaning)
  await sees(page, sealing.submittedBarPlain)
  await isAccessible(page)
})
