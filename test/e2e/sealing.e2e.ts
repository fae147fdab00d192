import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { sealing } from '#client/texts/zh-CN/sealing.ts'
import { holdsAtEverySize, isAccessible, openCertificate, sees } from './acts.ts'
import { closePages, launchBrowser } from './browser.ts'
import { enrol, publish } from './hall-stage.ts'
import { logInAs } from './logged-in.ts'
import { type Stage, setStage } from './stage.ts'

let browser: Browser
let stage: Stage

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await setStage(['江河水利建设集团有限公司'], { opensInSeconds: 3600 })
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  await browser?.close()
  await stage?.stop()
})

test('the sealing page can be used by everybody, at three sizes in both themes', async () => {
  const [bidder] = stage.bidders
  if (!bidder) throw new Error('a bidder expected')
  const page = await logInAs(browser, stage, bidder)
  await page.goto(`${stage.url}/seal/${stage.session}`)
  await page.getByRole('button', { name: '密封投标文件' }).waitFor()
  await holdsAtEverySize(page)
})

test('without bid encryption the same page seals to the section alone, with no key to keep', async () => {
  const [bidder] = stage.bidders
  if (!bidder) throw new Error('a bidder expected')
  const own = { sectionCode: 'E2E-PLAIN', sectionName: '未加密标段', encrypted: false }
  const section = await publish(stage, 3600, own)
  await enrol(stage, section, bidder)
  const page = await logInAs(browser, stage, bidder)
  await page.goto(`${stage.url}/seal/${section}`)
  await page.getByLabel(/^投标报价/).fill('100.00')
  await openCertificate(page, bidder)
  await isAccessible(page)
  await page.getByRole('button', { name: sealing.seal, exact: true }).click()
  await sees(page, sealing.plainTitle)
  await holdsAtEverySize(page)
  await page.getByRole('button', { name: sealing.submit, exact: true }).click()
  await sees(page, sealing.receivedMeaning)
  await sees(page, sealing.submittedBarPlain)
  await isAccessible(page)
})
