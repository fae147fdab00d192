import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sealing } from '#client/texts/zh-CN/sealing.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { formatFileKey } from '#seal/file-key.ts'
import { createSessionKey } from '#seal/layers.ts'
import { closePages, keepScreenshots, sharedBrowser } from './browser.ts'
import { enterAs, logInAs } from './logged-in.ts'
import { announceMany, keepsFocus, keepsOwnRow, printsAll } from './many-bidders.ts'
import { enterSection, pressAndConfirm, recordPersons, sealAndSubmit, sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible, isOnFirstScreen } from './page-checks.ts'
import { createSectionFixture, type Person, type SectionFixture } from './section-fixture.ts'

let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  // A region whose shortest time limit is five minutes.
  const environment = { VARIANT: 'lead-60' }
  fixture = await createSectionFixture(['江河水利建设集团有限公司'], { environment })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
})
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

test('a file is decrypted after a wrong key, with more time, and from a backup of a damaged file', {
  timeout: 300_000,
}, async () => {
  const [one] = fixture.bidders
  if (!one) throw new Error('a bidder expected')
  const bidder = await logInAs(browser, fixture, one)
  const figures = { 投标报价: '100.00', 工期: '10', 项目经理: '赵一鸣' }
  const backup = join(dirname(one.p12), 'backup.kbid')
  const key = await sealAndSubmit(bidder, fixture, one, figures, (page) => saveSealed(page, backup))
  const opener = await logInAs(browser, fixture, fixture.opener)
  await fixture.clock.leapTo(fixture.opensAt)
  for (const page of [opener, bidder]) await enterSection(page, fixture)
  await recordPersons(opener)
  await opener.getByRole('button', { name: steps['preparation.enter'], exact: true }).click()
  await opener.waitForURL(/bidbegin/)
  await startDecryption(opener)
  await bidder.waitForURL(/declassifiedstatus/)
  await extendDecryption(opener, bidder)
  await refusesKeys(bidder)
  await opensDamagedFile(opener, bidder, dirname(one.p12), key)
  await handsInBackup(bidder, one, backup)
  await sees(opener, steps['opening.closedOpener'])
})

test('[ANN-6] among 110 bidders a bidder’s own row stays in sight, a row with the focus in the page, and all rows are on paper', async () => {
  const [one] = fixture.bidders
  if (!one) throw new Error('a bidder expected')
  const page = await enterAs(browser, fixture, one, await announceMany(fixture, 110))
  await page.waitForURL(/bidcall/)
  await keepsOwnRow(page, one.name)
  await keepsFocus(page)
  await printsAll(page, one.name, 110)
})

async function startDecryption(opener: Page): Promise<void> {
  await opener.getByLabel(/^解密时限/).fill('4')
  await opener.getByRole('button', { name: steps['opening.issue'] }).click()
  await sees(opener, '解密时间不得少于5分钟！')
  await opener.getByLabel(/^解密时限/).fill('5')
  await pressAndConfirm(opener, steps['opening.issue'])
  await opener.waitForURL(/declassifiedstatus/)
}

/** The opener extends the time limit by whole minutes; every page shows it at once. */
async function extendDecryption(opener: Page, bidder: Page): Promise<void> {
  await opener.getByLabel(/^延长时间/).fill('0')
  await opener.getByRole('button', { name: steps['opening.extend'] }).click()
  await sees(opener, '请输入正整数')
  await opener.getByLabel(/^延长时间/).fill('15')
  await pressAndConfirm(opener, steps['opening.extend'])
  for (const page of [opener, bidder]) await sees(page, /^(00:)?1[0-9]:\d\d$/)
  await sees(opener, '解密时间延长15分钟')
  await holdsAtEverySize(opener)
}

const decryptOn = (page: Page) => page.getByRole('button', { name: steps['decryption.decrypt'] })

/** A missing, a malformed and a wrong file key are refused. */
async function refusesKeys(bidder: Page): Promise<void> {
  await bidder.getByRole('tab', { name: steps['decryption.byFileKey'] }).click()
  const decrypt = decryptOn(bidder)
  await isOnFirstScreen(decrypt)
  await decrypt.click()
  await sees(bidder, steps['decryption.fileKeyMissing'])
  await isAccessible(bidder)
  const field = bidder.getByRole('textbox', { name: steps['decryption.fileKey'] })
  await field.fill('ABCD-EFGH')
  await decrypt.click()
  await sees(bidder, messageFor('zh-CN', { code: 'malformed-key' }))
  await field.fill(formatFileKey((await createSessionKey()).identity))
  await decrypt.click()
  await sees(bidder, messageFor('zh-CN', { code: 'wrong-key' }))
  await sees(bidder, steps['decryption.advice.wrong-key'])
  await holdsAtEverySize(bidder)
}

/**
 * The key, in small letters and without dashes, is right. The pages show once that a file is being opened. Its stored
 * bytes turn out to be damaged.
 */
async function opensDamagedFile(opener: Page, bidder: Page, data: string, key: string): Promise<void> {
  const decrypt = decryptOn(bidder)
  const release = await holdBack(join(data, 'files'))
  const typed = key.toLowerCase().replaceAll('-', ' ')
  await bidder.getByRole('textbox', { name: steps['decryption.fileKey'] }).fill(typed)
  await decrypt.click()
  for (const page of [opener, bidder]) {
    await sees(page, '正在开启 1 份已提交密钥的投标文件')
    await page.getByText(steps['file.opening']).first().waitFor()
  }
  expect(await decrypt.count()).toBe(0)
  await isAccessible(opener)
  await release()
  await opener.getByText('正在开启 1 份已提交密钥的投标文件').waitFor({ state: 'detached' })
  await sees(bidder, messageFor('zh-CN', { code: 'damaged-file' }))
  await sees(bidder, steps['decryption.advice.damaged-file'])
}

/** The bidder hands in the copy of the file that was kept after the sealing; another file is refused. */
async function handsInBackup(bidder: Page, one: Person, backup: string): Promise<void> {
  await bidder.getByRole('button', { name: steps['backup.upload'] }).click()
  await handIn(bidder, one.p12)
  await sees(bidder, messageFor('zh-CN', { code: 'backup-differs' }))
  await holdsAtEverySize(bidder)
  await handIn(bidder, backup)
  await sees(bidder, steps['backup.accepted'])
  await bidder.getByRole('dialog').waitFor({ state: 'detached' })
  await sees(bidder, steps['decryption.done'])
}

/** Saves a copy of the file that has just been sealed. */
async function saveSealed(page: Page, path: string): Promise<void> {
  const save = page.getByRole('button', { name: sealing.saveSealed })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  await download.saveAs(path)
}

/** Hands in a file as the backup, in the open dialog. */
async function handIn(page: Page, path: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^加密投标文件/).setInputFiles(path)
  await dialog.getByRole('button', { name: steps['backup.send'], exact: true }).click()
}

/** Replaces the only stored file by a pipe. The returned function delivers its bytes, with one changed. */
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
    const damaged = bytes.map((byte, place) => (place === 700 ? byte ^ 1 : byte))
    await writeFile(path, damaged)
    rmSync(path)
    writeFileSync(path, damaged)
  }
}
