import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { common } from '#client/texts/zh-CN/common.ts'
import { type TenderDescription, writeTenderFile } from '#protocol/tender-file/write.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { enterAs } from './logged-in.ts'
import { sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { createSectionFixture, type SectionFixture } from './section-fixture.ts'
import { isStyledAlike } from './style-checks.ts'

const sectionCode = 'E2E-2026-001-01'
const label = (zh: string, en: string, value: string) => ({ title: { zh, en }, value })
const technical: TenderDescription = {
  ...{ kind: 'technical', sectionCode },
  projectInfo: [
    label('资金来源', 'Funding', '财政资金，已落实'),
    label('招标范围', 'Scope', '综合管廊 3.2 公里，含土建、管线迁改、机电安装及监控系统。'),
  ],
  evaluationRules: [label('投标报价', 'Bid price', '60 分：与评标基准价相比，每高 1% 扣 0.6 分')],
  parameters: { evaluationMethod: '合理低价法', specialty: 3, ceilingPrice: '352000000.00' },
}
const commercial: TenderDescription = {
  ...{ kind: 'commercial', sectionCode },
  priceColumns: [
    { key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money', unit: '元', decimals: 2 },
  ],
}
const attachment = {
  name: '综合管廊工程施工图设计总说明及工程量清单编制说明.pdf',
  bytes: new Uint8Array(2048),
}
const price = '345678901.20'

let browser: Browser
let fixture: SectionFixture
let opener: Page
let bidder: Page
let supervisor: Page

beforeAll(async () => {
  browser = await sharedBrowser()
  fixture = await createSectionFixture(['江河水利建设集团有限公司'], {
    tender: { requiredTenderFiles: ['technical', 'commercial'] },
  })
  const [person] = fixture.bidders
  if (!person) throw new Error('a bidder expected')
  await fixture.clock.leapTo(fixture.opensAt)
  const pages = []
  for (const one of [fixture.opener, person, fixture.supervisor])
    pages.push(await enterAs(browser, fixture, one, fixture.session))
  ;[opener, bidder, supervisor] = pages as [Page, Page, Page]
}, 180_000)

let failed = false
afterEach(({ task }) => {
  failed ||= task.result?.state === 'fail'
})
afterAll(async () => {
  if (browser) await closePages(browser, failed)
  await fixture?.stop()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Chooses a file in the open dialog and hands it in. */
async function choose(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }
  await page.getByLabel(/^选择文件/).setInputFiles(file)
  await press(page, '导入')
}

test('the opener imports the tender file, and errors are shown beside it', async () => {
  await sees(opener, '招标文件未导入，请导入后查看。')
  await sees(opener, '商务标文件未导入，请导入后查看。')
  await sees(opener, '控制价文件未导入，请导入后查看。')
  await refusesStep2(opener, '招标文件未导入，请先导入！')

  await press(opener, '导入招标文件')
  await press(opener, '导入')
  await sees(opener, '请选择文件！')
  await choose(opener, '招标文件.docx', new Uint8Array(10))
  await sees(opener, '此类招标文件只支持.zbj、.pdf格式！')
  await holdsAtEverySize(opener)
  await choose(opener, '招标文件.zbj', new Uint8Array(100))
  await sees(opener, '招标文件内容不正确：文件已损坏，或不是招标文件')
  await choose(opener, '招标文件.zbj', writeTenderFile({ ...technical, sectionCode: 'E2E-OTHER' }))
  await sees(opener, '招标文件属于其他标段（E2E-OTHER），不能导入！')
  await choose(opener, '招标文件.zbj', writeTenderFile(technical, [attachment]))
  await sees(opener, '导入成功')
  await opener.getByRole('dialog').waitFor({ state: 'detached' })
})

test('everybody’s panels show it at once, and everybody can download it', async () => {
  for (const page of [opener, bidder, supervisor]) {
    const rules = panel(page, '评标办法')
    await rules.getByText('60 分：与评标基准价相比').waitFor()
    await panel(page, '项目信息').getByText('财政资金，已落实').waitFor()
    await panel(page, '评标参数').getByText('合理低价法').waitFor()
    await panel(page, '评标参数').getByText('352,000,000.00 元').waitFor()
  }
  const download = bidder.waitForEvent('download')
  await press(bidder, '下载招标文件')
  expect((await download).suggestedFilename()).toBe('招标文件.zbj')
  for (const page of [bidder, supervisor]) {
    expect(await page.getByRole('button', { name: /导入/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: '修改评标参数' }).count()).toBe(0)
  }
  await bidder.getByText('含 1 个附件').click()
  await sees(bidder, attachment.name)
})

test('a later import replaces the earlier one, as dialog and log say', async () => {
  await press(opener, '重新导入招标文件')
  await sees(opener, '将替换已导入的“招标文件.zbj”。')
  const pdf = new TextEncoder().encode('%PDF-1.7\n%%EOF')
  await choose(opener, '招标文件（盖章版）.pdf', pdf)
  await sees(bidder, '招标文件（盖章版）.pdf')
  await sees(bidder, '原样保存，未读取内容')
  await sees(opener, '已重新导入招标文件“招标文件（盖章版）.pdf”，替换原文件')
  await panel(bidder, '评标办法').getByText('60 分').waitFor()
})

test('the dialog shows the upload of a commercial file', async () => {
  await refusesStep2(opener, '商务标招标文件未导入，请先导入！')
  await press(opener, '导入商务标招标文件')
  await sees(opener, '支持 .zbs、.pdf 格式')
  const held = withResolvers()
  await opener.route('**/UploadZhaoBiaoWenJian', async (route) => {
    await held.promise
    await route.continue()
  })
  await choose(opener, '商务标.zbs', writeTenderFile(commercial, [attachment]))
  await opener.getByRole('dialog').getByRole('progressbar').waitFor()
  await isAccessible(opener)
  held.resolve()
  await opener.getByRole('dialog').waitFor({ state: 'detached' })
  await sees(bidder, '商务标.zbs')
  await refusesStep2(opener, '请先填写人员录入信息!')
})

test('a control price is hidden from bidders before the decryption', async () => {
  await press(opener, '导入控制价文件')
  await sees(opener, '控制价只有开标人一方和监督人可见，下达解密指令时公开。')
  const file: TenderDescription = { kind: 'control-price', sectionCode, price, remark: '含增值税' }
  await choose(opener, '控制价.zbs', writeTenderFile(file))
  for (const page of [opener, supervisor]) {
    await panel(page, '评标参数').getByText('345,678,901.20 元 (未公开，下达解密指令时公开)').waitFor()
  }
  await sees(bidder, '控制价在下达解密指令后公开。')
  expect(await bidder.getByText('345,678,901.20').count()).toBe(0)
})

test('the opener changes parameters; second envelope and drawings are only read', async () => {
  await press(opener, '修改评标参数')
  const dialog = opener.getByRole('dialog')
  for (const readOnly of ['双信封', '投标文件组成'])
    await dialog.getByText(readOnly, { exact: true }).waitFor()
  const amount = dialog.getByLabel(/^控制价/).first()
  await amount.fill('-5')
  await amount.blur()
  await sees(opener, '请输入正整数！')
  await amount.fill('1.234')
  await sees(opener, '请输入两位小数！')
  await holdsAtEverySize(opener)
  await amount.fill('340000000.50')
  await dialog.getByLabel(/^行业类别/).selectOption({ label: '公路' })
  await dialog.getByLabel(/^抽取参数/).fill('开标现场抽取 K 值')
  await dialog.getByText('需要工程量清单').click()
  await press(opener, '保存')
  await sees(opener, '修改成功！')
  const own = panel(bidder, '评标参数')
  await own.getByText('公路', { exact: true }).waitFor()
  await own.getByText('开标现场抽取 K 值').waitFor()
  await panel(supervisor, '评标参数').getByText('340,000,000.50 元').waitFor()
  expect(await bidder.getByText('340,000,000.50').count()).toBe(0)
})

test('every panel is accessible at every size', async () => {
  await holdsAtEverySize(opener)
  await isAccessible(bidder)
  await supervisor.close()
})

test('the screen looks the same in older browsers, where Emotion makes its rules', async () => {
  await isStyledAlike(bidder, (page) => panel(page, '评标参数').getByText('开标现场抽取 K 值').waitFor())
  await bidder.close()
})

test('once step 2 is entered no file is accepted, and step 1 says so', async () => {
  const leader = await enterSession(await fixture.account(fixture.opener), fixture.session)
  await leader.send({ type: 'RecordPersonInfo', payload: persons() })
  await leader.send({ type: 'EnterBidOpening', payload: {} })
  leader.close()
  await sees(opener, '开标已开始，招标文件和评标参数不能再修改！')
  expect(await opener.getByRole('button', { name: /导入/ }).count()).toBe(0)
  await isAccessible(opener)
})

/** The entry check, with the prescribed text. */
async function refusesStep2(page: Page, message: string): Promise<void> {
  await press(page, '进入投标文件开启')
  await page.getByRole('region', { name: common.notifications }).getByText(message, { exact: true }).waitFor()
}

function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
