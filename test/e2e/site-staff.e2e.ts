import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { common } from '#client/texts/zh-CN/common.ts'
import { halting } from '#client/texts/zh-CN/halting.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { epochOf } from '#lib/time.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { type Authority, createAuthority, issueCertificate } from '#simulators/certificates/test-authority.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { closePages, keepScreenshots, sharedBrowser } from './browser.ts'
import { haltIn } from './halting-acts.ts'
import { enterAs, logInAs } from './logged-in.ts'
import { openCertificate, sees } from './page-actions.ts'
import { asksFirst, holdsAtEverySize, isAccessible } from './page-checks.ts'
import { createSectionFixture, password, type SectionFixture, tenderOf } from './section-fixture.ts'

/*
 * A region with entry an hour ahead, required on-site staff, staff of other sections, commitment letters, and failures
 * that the agency signs.
 */

const names = [
  '江河水利建设集团有限公司',
  '中部路桥 (International) Co. Ltd.',
  '滨海市政工程有限公司',
] as const
const table = '代理机构（采购中心）人员'
const other = '滨河大道综合管廊工程监理二标段'
let browser: Browser
let fixture: SectionFixture
let helper: Participant
let authority: Authority
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-site-staff-'))

beforeAll(async () => {
  browser = await sharedBrowser()
  authority = await createAuthority({ now: Date.now })
  // The agency's certificate has to be trusted.
  const TRUST_ROOTS = join(folder, 'roots.pem')
  writeFileSync(TRUST_ROOTS, authority.certificatePem)
  fixture = await createSectionFixture(names, { environment: { VARIANT: 'full', TRUST_ROOTS }, authority })
  for (const bidder of fixture.bidders) {
    const certificate = await softwareCertificate(readFileSync(bidder.p12), password)
    if (!certificate.ok) throw new Error(certificate.error)
    const figures = { price: '1000.00', days: '180', manager: '李工' }
    await sealAndSubmit(await fixture.account(bidder), fixture.session, {
      ...{ figures, files: [], certificate: certificate.value },
    })
  }
  const later = new Date(epochOf(fixture.opensAt) + 1_200_000).toISOString()
  const beside = await fixture.platform.publishTender({
    ...tenderOf(other, fixture.opener.unitCode, later),
    sectionCode: 'E2E-2026-001-02',
  })
  helper = await enterSession(await fixture.account(fixture.opener), beside)
  const row = { kind: 'agency-staff', name: '外标段人员', unit: '中原招标代理', contact: '/' } as const
  await helper.send({ type: 'AddWorker', payload: row })
}, 120_000)
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
})
afterAll(async () => {
  helper?.close()
  if (browser) await closePages(browser)
  await fixture?.stop()
  rmSync(folder, { recursive: true })
})

const press = (where: Page | Locator, name: string) =>
  where.getByRole('button', { name, exact: true }).click()
const says = (where: Locator, text: string) => where.getByText(text).first().waitFor()

test('a bidder reads the commitment letter for ten seconds, disagrees, comes back and signs it', async () => {
  const [first] = fixture.bidders
  if (!first) throw new Error('a bidder expected')
  const page = await logInAs(browser, fixture, first)
  await press(page, `进入标段 ${fixture.sectionName}`)
  const dialog = page.getByRole('dialog', { name: '投标人承诺函' })
  // The letter opens by itself.
  await dialog.getByText(`承诺单位`).first().waitFor()
  const shownAt = Date.now()
  const agree = dialog.getByRole('button', { name: /^同意并签署/ })
  expect(await agree.isDisabled()).toBe(true)
  expect(await agree.textContent()).toMatch(/（\d+ 秒）/)
  // Asking a page that shows a letter all the time costs more than the wait.
  await sleep(8000)
  await expect.poll(() => agree.isDisabled(), { timeout: 30_000, interval: 100 }).toBe(false)
  expect(Date.now() - shownAt).toBeGreaterThan(8500)
  await press(dialog, '同意并签署')
  await sees(page, '请先打开本单位证书，再签署承诺函。')
  await holdsAtEverySize(page)
  await fitsItsFrame(dialog.locator('canvas'))
  await isEnlarged(dialog)
  await press(dialog, '不同意')
  await sees(page, '已记录：贵单位不同意签署承诺函')
  await dialog.waitFor({ state: 'detached' })
  await press(page, '仅看字幕')
  await isAccessible(page, 'header')

  await press(page, '承诺函，待签署')
  await dialog.getByText('贵单位不同意签署承诺函').first().waitFor()
  await openCertificate(page, first)
  await dialog.getByRole('button', { name: '同意并签署', exact: true }).click({ timeout: 60_000 })
  await sees(page, '保存签章成功！')
  await press(page, '承诺函')
  await dialog.getByText('承诺函已签署').first().waitFor()
  await isAccessible(page)
  expect(await dialog.getByRole('button', { name: /同意/ }).count()).toBe(0)

  await page.close()

  const watching = await enterAs(browser, fixture, fixture.supervisor, fixture.session)
  await asksFirst(watching, steps['preparation.title'], steps['preparation.waitTime'], '\\d\\d:\\d\\d 起')
  await press(watching, '承诺函')
  const list = watching.getByRole('dialog', { name: '投标人承诺函签署情况' })
  await list.getByText('已签署 1 / 3').waitFor()
  await holdsAtEverySize(watching)
  const download = watching.waitForEvent('download')
  await press(list, `下载 ${first.name} 的承诺函`)
  expect((await download).suggestedFilename()).toBe(`${first.name}-承诺函.pdf`)
  await watching.close()
}, 400_000)

/** A page of a PDF is as wide as its frame, also once a phone is turned, and turned back. */
async function fitsItsFrame(paper: Locator): Promise<void> {
  const page = paper.page()
  const offBy = () =>
    paper.evaluate((canvas) => {
      const frame = canvas.closest('[role=region]')
      return Math.abs((frame?.clientWidth ?? 0) - canvas.getBoundingClientRect().width)
    })
  const before = page.viewportSize()
  const [upright, turned] = [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]
  for (const size of [upright, turned, upright]) {
    await page.setViewportSize(size)
    await expect.poll(offBy).toBeLessThan(2)
  }
  if (before) await page.setViewportSize(before)
}

/** On a phone a page can be read at twice the width, in a frame that scrolls by keyboard, too. */
async function isEnlarged(dialog: Locator): Promise<void> {
  const page = dialog.page()
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const frame = dialog.getByRole('region', { name: '投标人承诺函' })
  const share = () => frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth / clientWidth)
  await press(dialog, '放大')
  await expect.poll(share).toBeCloseTo(2, 1)
  await isAccessible(page)
  await frame.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => frame.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  await press(dialog, '适合宽度')
  await expect.poll(share).toBeCloseTo(1, 1)
  if (before) await page.setViewportSize(before)
}

test('the opener enters site staff by the rules, step 2 waits for it, and the lot fails with the agency’s signature', async () => {
  const page = await enterAs(browser, fixture, fixture.opener, fixture.session)
  await sees(page, '进入投标文件开启环节前，须录入至少一名代理机构（采购中心）人员。')
  await press(page, '录入现场人员')
  const dialog = page.getByRole('dialog', { name: '当前位置：现场人员录入' })
  const staff = dialog.getByRole('region', { name: table })
  await addRow(page, staff)
  await editRow(staff)
  await addOwner(dialog)
  await fetchFromOtherSection(page, dialog, staff)
  await deleteRows(page, staff)
  await page.keyboard.press('Escape')
  await page.locator('[role=dialog]').waitFor({ state: 'detached' })
  await isAccessible(page)
  await fixture.clock.leapTo(fixture.opensAt)
  await stepTwoWaits(page)
  await failsSigned(page)
}, 400_000)

/** A row needs the one before it saved, all fields, and a valid contact. */
async function addRow(page: Page, staff: Locator): Promise<void> {
  await press(staff, `新增一行：${table}`)
  await press(staff, `新增一行：${table}`)
  await says(staff, '请先保存上一行的信息')
  await staff.getByRole('textbox', { name: '姓名' }).fill('张代理')
  await press(staff, '保存 新的一行')
  await says(staff, '请先完善信息')
  await staff.getByRole('textbox', { name: '单位' }).fill('中原招标代理有限公司')
  await staff.getByRole('textbox', { name: '联系方式' }).fill('12345')
  await press(staff, '保存 新的一行')
  await says(staff, '联系方式格式不正确')
  await isAccessible(page)
  await staff.getByRole('textbox', { name: '联系方式' }).fill('0371-65890001')
  await press(staff, '保存 新的一行')
  await says(staff, '0371-65890001')
}

async function editRow(staff: Locator): Promise<void> {
  await press(staff, '编辑 张代理')
  await staff.getByRole('textbox', { name: '联系方式' }).fill('12900000000')
  await press(staff, '保存 张代理')
  await says(staff, '联系方式格式不正确')
  await staff.getByRole('textbox', { name: '联系方式' }).fill('025-83210001/13912345678')
  await press(staff, '保存 张代理')
  await says(staff, '025-83210001/13912345678')
}

async function addOwner(dialog: Locator): Promise<void> {
  const owner = dialog.getByRole('region', { name: '项目业主信息' })
  await press(owner, '新增一行：项目业主信息')
  await owner.getByRole('textbox', { name: '项目业主' }).fill('滨河市住房和城乡建设局')
  await owner.getByRole('textbox', { name: '法定代表人' }).fill('赵局长')
  await press(owner, '保存 新的一行')
  await says(owner, '赵局长')
}

/** People of another section are added once. */
async function fetchFromOtherSection(page: Page, dialog: Locator, staff: Locator): Promise<void> {
  await press(dialog, '从其他标段获取人员')
  const sections = page.getByRole('dialog', { name: '从其他标段获取人员' })
  await says(sections, other)
  await holdsAtEverySize(page)
  const fetch = `添加 E2E-2026-001-02 ${other} 的人员`
  await press(sections, fetch)
  await sees(page, '已添加 E2E-2026-001-02 的人员')
  await press(sections, fetch)
  await sees(page, '该标段没有可添加的人员！')
  await press(sections, '关闭')
  await says(staff, '外标段人员')
  await says(staff, '来自标段 E2E-2026-001-02')
  await holdsAtEverySize(page)
}

async function deleteRows(page: Page, staff: Locator): Promise<void> {
  for (const name of ['张代理', '外标段人员']) {
    await press(staff, `删除 ${name}`)
    await page.getByRole('alertdialog').getByRole('button', { name: '删除', exact: true }).click()
    // While the question is open, the dialog below is hidden from assistive technology and Escape closes the question.
    await page.locator('[role=alertdialog]').waitFor({ state: 'detached' })
    await staff.getByRole('button', { name: `删除 ${name}` }).waitFor({ state: 'detached' })
  }
}

/** Entering step 2 is refused until persons in charge and agency staff are recorded. */
async function stepTwoWaits(page: Page): Promise<void> {
  const missing = page.getByRole('region', { name: common.notifications }).getByText('请先填写人员录入信息!')
  await press(page, '进入投标文件开启')
  await missing.first().waitFor()
  const leader = await enterSession(await fixture.account(fixture.opener), fixture.session)
  await leader.send({ type: 'RecordPersonInfo', payload: persons() })
  await sees(page, /至少一名代理机构/)
  await missing.first().waitFor({ state: 'detached' })
  await press(page, '进入投标文件开启')
  await missing.first().waitFor()
  const row = { kind: 'agency-staff', name: '张代理', unit: '中原招标代理', contact: '/' } as const
  await leader.send({ type: 'AddWorker', payload: row })
  leader.close()
  await page.getByText(/至少一名代理机构/).waitFor({ state: 'detached' })
  await press(page, '进入投标文件开启')
  await page.waitForURL(/bidbegin|declassifiedstatus/)
}

/** [HLT-5] [HLT-6] [HLT-7] The agency signs the failure's form; it is pending until the trading platform approves it. */
async function failsSigned(page: Page): Promise<void> {
  const watching = await enterAs(browser, fixture, fixture.supervisor, fixture.session)
  const certificate = { ...fixture.opener, p12: await agencyCertificate() }
  await haltIn(page, 'failure', async () => {
    const order = page
      .getByRole('alertdialog')
      .getByRole('button', { name: halting['act.failure'], exact: true })
    await order.click()
    await sees(page, '请填写代理机构经办人')
    await page.getByLabel(new RegExp(`^${halting.agent}`)).fill('孙经办')
    await order.click()
    await sees(page, '请插入代理机构CA进行签名')
    await holdsAtEverySize(page)
    await openCertificate(page, certificate)
  })
  const pending = '标段正在流标审批中，暂时无法继续！'
  for (const one of [page, watching]) await sees(one, pending)
  const ahead = page.getByRole('navigation', { name: shell.steps }).getByRole('button', { name: /开标结束/ })
  await ahead.click()
  await page.getByRole('region', { name: common.notifications }).getByText(pending).waitFor()
  await fixture.platform.decideFailure(fixture.session, true, '同意流标')
  for (const one of [page, watching]) await sees(one, halting['status.failed'])
  await ahead.click()
  await sees(page, '标段已流标或终止，只能查看已完成的环节！')
  await isAccessible(watching)
  const download = watching.waitForEvent('download')
  await press(watching, halting.report)
  expect((await download).suggestedFilename()).toMatch(/流标.*\.pdf$/)
}

async function agencyCertificate(): Promise<string> {
  const { unitCode, name } = fixture.opener
  const issued = await issueCertificate(authority, { unitCode, name, password, now: Date.now })
  const p12 = join(folder, 'agency.p12')
  writeFileSync(p12, issued.p12)
  return p12
}
