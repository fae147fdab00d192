import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { epochOf } from '#lib/time.ts'
import { identityNumber } from '#simulators/people.ts'
import { randomBytes } from '#simulators/stage.ts'
import {
  act,
  enterSection,
  holdsAtEverySize,
  isAccessible,
  logInAs,
  openCertificate,
  sealAndSubmit,
  sees,
} from './acts.ts'
import { keepScreenshots, launchBrowser } from './browser.ts'
import { type Stage, setStage } from './stage.ts'

let browser: Browser
let stage: Stage

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await setStage(['江河水利建设集团有限公司'], 30)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
})
afterAll(async () => {
  await browser?.close()
  await stage?.stop()
})

test('the opener gives more time to decrypt, and everybody sees a file being opened until it is', async () => {
  const [one] = stage.bidders
  if (!one) throw new Error('a bidder expected')
  const bidder = await logInAs(browser, stage, 'bidder', one)
  await sealAndSubmit(bidder, stage, one, { 投标报价: '100.00', 工期: '10', 项目经理: '赵一鸣' })
  const opener = await logInAs(browser, stage, 'opener', stage.opener)
  await sleep(Math.max(0, epochOf(stage.opensAt) - Date.now()) + 1000)
  for (const page of [opener, bidder]) await enterSection(page, stage)
  await recordPersons(opener)
  await opener.getByRole('button', { name: steps['preparation.enter'], exact: true }).click()
  await opener.waitForURL(/bidbegin/)
  await opener.getByLabel(/^解密时限/).fill('5')
  await act(opener, steps['opening.issue'])
  await opener.waitForURL(/declassifiedstatus/)
  await bidder.waitForURL(/declassifiedstatus/)

  // More time: whole minutes, and at once for all.
  await opener.getByLabel(/^延长时间/).fill('0')
  await opener.getByRole('button', { name: steps['opening.extend'] }).click()
  await sees(opener, '请输入正整数')
  await opener.getByLabel(/^延长时间/).fill('15')
  await act(opener, steps['opening.extend'])
  for (const page of [opener, bidder]) await sees(page, /^(00:)?1[0-9]:\d\d$/)
  await sees(opener, '解密时间延长15分钟')
  await holdsAtEverySize(opener)

  // The disk keeps the file back: what is being opened is seen by all, and once only.
  const release = await holdBack(join(dirname(one.p12), 'files'))
  await openCertificate(bidder, one)
  await bidder.getByRole('button', { name: steps['decryption.decrypt'] }).click()
  for (const page of [opener, bidder]) {
    await sees(page, '正在开启 1 份已提交密钥的投标文件')
    await page.getByText(steps['file.opening']).first().waitFor()
  }
  expect(await bidder.getByRole('button', { name: steps['decryption.decrypt'] }).count()).toBe(0)
  await isAccessible(opener)
  await release()
  await sees(bidder, steps['decryption.done'])
  await opener.getByText('正在开启 1 份已提交密钥的投标文件').waitFor({ state: 'detached' })
})

/** Puts a pipe in the place of the one sealed file; its bytes come when they are let go. */
async function holdBack(folder: string): Promise<() => Promise<void>> {
  const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
  const [path, ...others] = stored
  if (!path || others.length > 0) throw new Error(`one stored file expected, not ${stored.length}`)
  const bytes = readFileSync(path)
  rmSync(path)
  execFileSync('mkfifo', [path])
  return async () => {
    await writeFile(path, bytes)
    rmSync(path)
    writeFileSync(path, bytes)
  }
}

async function recordPersons(page: Page): Promise<void> {
  for (const [person, name] of Object.entries({ 唱标人: '刘唱标', 记录人: '周记录' })) {
    const group = page.getByRole('group', { name: person, exact: true })
    await group.getByLabel(/^姓名/).fill(name)
    await group.getByLabel(/^身份证号/).fill(identityNumber(randomBytes))
  }
  await page.getByRole('button', { name: '保存人员信息' }).click()
  await sees(page, '开标人员信息已录入')
}
