import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import readExcel from 'read-excel-file/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { objections } from '#client/texts/zh-CN/objections.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
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

const names = ['江河水利建设集团有限公司', '中部路桥 (International) Co. Ltd.', '迟到工程有限公司'] as const
const figures = [
  { 投标报价: '128345678.90', 工期: '720', 项目经理: '赵一鸣' },
  { 投标报价: '99999999.01', 工期: '695', 项目经理: 'José Álvarez' },
] as const

let browser: Browser
let stage: Stage

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await setStage(names, 60)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
})
afterAll(async () => {
  await browser?.close()
  await stage?.stop()
})

test('opener, three bidders and supervisor lead an opening from sealed bids to the exported record', async () => {
  const [one, two, late] = stage.bidders
  if (!one || !two || !late) throw new Error('three bidders expected')
  const first = await logInAs(browser, stage, 'bidder', one)
  const second = await logInAs(browser, stage, 'bidder', two)
  const third = await logInAs(browser, stage, 'bidder', late)

  // Before the opening: three bids are sealed in their bidders' browsers.
  const firstKey = await sealAndSubmit(first, stage, one, figures[0])
  const secondKey = await sealAndSubmit(second, stage, two, figures[1])
  await sealAndSubmit(third, stage, late, { 投标报价: '1.00', 工期: '1', 项目经理: '无' })
  expect(firstKey).not.toBe(secondKey)

  const opener = await logInAs(browser, stage, 'opener', stage.opener)
  const supervisor = await logInAs(browser, stage, 'supervisor', stage.supervisor)
  await sleep(Math.max(0, epochOf(stage.opensAt) - Date.now()) + 1000)
  for (const page of [opener, first, second, third, supervisor]) await enterSection(page, stage)

  // Step 1: the entry check wants the people first.
  await isAccessible(opener)
  await recordPersons(opener)
  await opener.getByRole('button', { name: steps['preparation.enter'], exact: true }).click()

  // Step 2: the shortest time limit, so that the third bidder is late.
  await opener.waitForURL(/bidbegin/)
  await opener.getByLabel(/^解密时限/).fill('0')
  await opener.getByRole('button', { name: steps['opening.issue'] }).click()
  await sees(opener, '请输入正整数')
  await opener.getByLabel(/^解密时限/).fill('1')
  await act(opener, steps['opening.issue'])

  // Both bidders are taken to the decryption page by themselves.
  await first.waitForURL(/declassifiedstatus/)
  await second.waitForURL(/declassifiedstatus/)
  await openCertificate(first, one)
  await first.getByRole('button', { name: steps['decryption.decrypt'] }).click()
  await sees(first, steps['decryption.done'])

  // The other's key is refused, one's own opens.
  await second.getByRole('tab', { name: '文件密钥解密' }).click()
  await second.getByRole('textbox', { name: '文件密钥' }).fill(firstKey)
  await second.getByRole('button', { name: steps['decryption.decrypt'] }).click()
  await sees(second, steps['decryption.refusedTitle'])
  await second.getByRole('textbox', { name: '文件密钥' }).fill(secondKey.toLowerCase().replaceAll('-', ' '))
  await second.getByRole('button', { name: steps['decryption.decrypt'] }).click()
  await sees(second, steps['decryption.done'])

  // Nobody sees a price before the announcement.
  for (const page of [opener, first, second, supervisor]) {
    expect(await page.content()).not.toContain('128345678.90')
    expect(await page.content()).not.toContain('128,345,678.90')
  }

  for (const page of [opener, second]) await isAccessible(page)

  // Step 3, once the third bidder's time is over.
  await sees(opener, steps['opening.closedOpener'], 90_000)
  await act(opener, steps['opening.enterAnnouncement'], shell.enterAnnouncement)
  for (const page of [opener, first, second]) await page.waitForURL(/bidcall/)
  for (const page of [opener, first, second]) {
    await sees(page, /^128,?345,?678\.90$/)
    await sees(page, steps['file.cause.time-out'])
  }
  await isAccessible(first)
  await opener.getByRole('button', { name: steps['announcement.enterEnd'], exact: true }).first().click()

  // Step 4: confirmation by certificate.
  await first.waitForURL(/bidend/)
  await second.waitForURL(/bidend/)
  await act(opener, steps['ending.confirmation.start'])
  await act(first, steps['ending.confirmation.confirmAct'])
  for (const [page, person] of [
    [second, two],
    [third, late],
  ] as const) {
    await openCertificate(page, person)
    await act(page, steps['ending.confirmation.confirmAct'])
  }
  await sees(opener, steps['ending.bar.askSigning'])
  await opener.getByRole('tab', { name: steps['ending.tabs.signing'] }).click()
  await act(opener, steps['ending.signing.issue'])
  for (const page of [first, second, third]) {
    await page.getByRole('tab', { name: steps['ending.tabs.signing'] }).click()
    await act(page, steps['ending.signing.sign'])
  }
  await sees(opener, steps['ending.bar.allSigned'])
  await act(opener, steps['ending.signing.confirmAll'])
  await act(opener, steps['ending.end.act'])

  // Everybody's log tells the same end; the supervisor watched it all.
  for (const page of [opener, first, second, third]) await sees(page, steps['ending.bar.ended'])
  await sees(supervisor, `${names[1]}已签署开标记录`)
  await sees(supervisor, '电子签名已全部确认')

  await isAccessible(opener)

  // Nothing is objected to any more.
  await first.getByRole('button', { name: objections.open, exact: true }).click()
  await sees(first, objections.closedByEnd)
  expect(await first.getByRole('dialog').getByRole('textbox').count()).toBe(0)
  await holdsAtEverySize(first)

  const rows = await downloadExcel(opener)
  const cells = rows.flat().map((cell) => (cell === null ? '' : String(cell)))
  for (const [index, bid] of figures.entries()) {
    const row = rows.find((candidate) => candidate.some((cell) => cell === names[index]))
    expect(row?.map((cell) => Number(cell))).toContain(Number(bid.投标报价))
    expect(row?.map((cell) => Number(cell))).toContain(Number(bid.工期))
    expect(row).toContain(bid.项目经理)
  }
  expect(cells).toContain(names[2])
  expect(cells).not.toContain('1.00')
}, 480_000)

async function recordPersons(opener: Page): Promise<void> {
  for (const [person, name] of Object.entries({ 唱标人: '刘唱标', 记录人: '周记录' })) {
    const group = opener.getByRole('group', { name: person, exact: true })
    await group.getByLabel(/^姓名/).fill(name)
    await group.getByLabel(/^身份证号/).fill(identityNumber(randomBytes))
  }
  await opener.getByRole('button', { name: '保存人员信息' }).click()
  await sees(opener, '开标人员信息已录入')
}

async function downloadExcel(page: Page): Promise<unknown[][]> {
  await page.getByRole('tab', { name: '报表' }).click()
  const excel = page.getByRole('button', { name: '下载 开标一览表（Excel）' })
  const [download] = await Promise.all([page.waitForEvent('download'), excel.click()])
  const file = join(mkdtempSync(join(tmpdir(), 'kaibiao-e2e-')), 'overview.xlsx')
  await download.saveAs(file)
  const sheets = await readExcel(readFileSync(file))
  return sheets[0]?.data ?? []
}
