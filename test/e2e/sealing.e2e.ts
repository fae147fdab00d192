import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { holdsAtEverySize, logInAs } from './acts.ts'
import { closePages, launchBrowser } from './browser.ts'
import { type Stage, setStage } from './stage.ts'

let browser: Browser
let stage: Stage

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await setStage(['江河水利建设集团有限公司'], 3600)
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  await browser?.close()
  await stage?.stop()
})

test('the sealing page can be used by everybody, at three sizes in both themes', async () => {
  const [bidder] = stage.bidders
  if (!bidder) throw new Error('a bidder expected')
  const page = await logInAs(browser, stage, 'bidder', bidder)
  await page.goto(`${stage.url}/seal/${stage.session}`)
  await page.getByRole('button', { name: '密封投标文件' }).waitFor()
  await holdsAtEverySize(page)
})
