import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { messages } from '#client/texts/zh-CN/messages.ts'
import { objections } from '#client/texts/zh-CN/objections.ts'
import { jpg, pdf } from '#test/support/attachment-files.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { enterAs } from './logged-in.ts'
import { sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { createSectionFixture, type Person, type SectionFixture } from './section-fixture.ts'

const names = ['江河水利建设集团有限公司', '中部路桥 (International) Co. Ltd.'] as const
let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  fixture = await createSectionFixture(names)
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await closePages(browser, true)
  pages.clear()
})
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The users' pages. They stay open for the next test, unless one fails. */
const pages = new Map<Person, Page>()

/** The page of a user in the section. */
async function enter(person: Person | undefined): Promise<Page> {
  if (!person) throw new Error('a person is missing')
  await fixture.clock.leapTo(fixture.opensAt)
  const page = pages.get(person) ?? (await enterAs(browser, fixture, person, fixture.session))
  pages.set(person, page)
  return page
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** A file for the chooser. */
const file = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
})

const chooser = (page: Page) => page.locator('input[type=file]')

const choose = (page: Page, name: string, bytes: Uint8Array) => chooser(page).setInputFiles(file(name, bytes))

/** Presses a button that saves a file, and reads the file. */
async function saved(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, name)])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('a bidder objects, the opener replies, the bidder reads it, and the other bidder sees nothing', async () => {
  const [one, two] = fixture.bidders
  const bidder = await enter(one)
  const other = await enter(two)
  const opener = await enter(fixture.opener)

  await press(bidder, '异议')
  await press(bidder, '提交异议')
  await sees(bidder, '请填写异议内容！')
  await bidder.getByLabel(/^异议内容/).fill('异'.repeat(1001))
  await sees(bidder, '异议内容不能超过1000个字！')
  await bidder.getByLabel(/^异议内容/).fill('评标办法第三条与招标公告不一致。\n请予说明。')
  await sees(bidder, /^22 \/ 1000 字/)
  await press(bidder, '提交异议')
  await sees(bidder, '异议已提交')
  await sees(bidder, '等待回复')
  await isAccessible(bidder)

  await opener.getByRole('button', { name: '异议，1 条待回复' }).waitFor()
  await isAccessible(opener, 'header')
  await press(opener, '异议，1 条待回复')
  await sees(opener, names[0])
  await press(opener, `回复 ${names[0]} 的异议`)
  await press(opener, '提交回复')
  await sees(opener, '请填写回复内容!')
  await opener.getByLabel(/^回复内容/).fill('复'.repeat(1001))
  await sees(opener, '回复内容不能超过1000个字！')
  await opener.getByLabel(/^回复内容/).fill('以招标文件为准。')
  await press(opener, '提交回复')
  await sees(opener, '回复已提交')

  await sees(bidder, '以招标文件为准。')
  await press(bidder, '我已阅读')
  await sees(opener, '投标人已阅读回复')

  await press(other, '异议')
  await sees(other, '您还没有提出异议。')
  expect(await other.getByRole('article').count()).toBe(0)
  expect(await other.getByText(names[0]).count()).toBe(0)
  for (const page of [bidder, opener, other]) await closeDialog(page)
})

test('[PST-1] [PST-2] [PST-4] [PST-5] a bidder and the opener write to each other, the rival reads none of it', async () => {
  const [one, two] = fixture.bidders
  const bidder = await enter(one)
  const rival = await enter(two)
  const opener = await enter(fixture.opener)
  await press(bidder, messages.open)
  await press(bidder, messages.send)
  await sees(bidder, '请填写留言内容！')
  await bidder.getByLabel(messages.write).fill('请问解密何时开始？')
  await holdsAtEverySize(bidder)
  await press(bidder, messages.send)
  await press(opener, '留言，1 条未读')
  await sees(opener, '请问解密何时开始？')
  await opener.getByLabel(`答复${names[0]}`).fill('约五分钟后开始。')
  await holdsAtEverySize(opener)
  await press(opener, messages.sendAnswer)
  await sees(bidder, '约五分钟后开始。')

  const supervisor = await enter(fixture.supervisor)
  await press(supervisor, '留言，1 条未读')
  for (const text of ['请问解密何时开始？', '约五分钟后开始。']) await sees(supervisor, text)
  await supervisor.getByLabel(messages.write).fill('请核对现场录像。')
  await press(supervisor, messages.send)
  const supervisors = opener.getByRole('region', { name: messages.supervisors })
  await supervisors.getByRole('textbox').fill('录像正常。')
  await supervisors.getByRole('button', { name: messages.sendAnswer }).click()
  await sees(supervisor, '录像正常。')
  await isAccessible(supervisor)

  await press(rival, messages.open)
  await sees(rival, messages.none)
  expect(await bidder.getByText('请核对现场录像。').count()).toBe(0)
  for (const page of [bidder, rival, opener, supervisor]) await closeDialog(page)
})

test('a file is refused with its reason; an upload shows progress and can be aborted', async () => {
  const bidder = await enter(fixture.bidders[1])
  await press(bidder, '异议')
  // `ObjectionsButton.test.tsx` tests the other reasons.
  await choose(bidder, '异议书.pdf', new TextEncoder().encode('<html>异议</html>'))
  await sees(bidder, '上传文件只支持jpg/pdf/doc/docx格式!')

  // On a slow network the upload shows its progress and is aborted.
  const line = await bidder.context().newCDPSession(bidder)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
  await line.send('Network.emulateNetworkConditions', slow)
  await choose(bidder, '大文件.pdf', withFiller(await pdf('开标异议书', 1), 6_000_000))
  await sees(bidder, /^正在上传 大文件\.pdf/)
  await bidder.getByRole('progressbar').waitFor()
  await bidder.getByLabel(/^异议内容/).fill('工期要求不明，附说明。')
  await press(bidder, '提交异议')
  await sees(bidder, '附件正在上传，请稍候再提交')
  await holdsAtEverySize(bidder)
  await press(bidder, '取消上传')
  await chooser(bidder).waitFor()
  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })

  await choose(bidder, '扫描件.dat', jpg('异议书'))
  await sees(bidder, '上传成功')
  await press(bidder, '删除附件 扫描件.dat.jpg')
  await sees(bidder, '删除成功')
  await closeDialog(bidder)
})

test('a file stays attached over a reload, can be viewed, and is submitted and saved by the opener', async () => {
  const bidder = await enter(fixture.bidders[1])
  await press(bidder, '异议')
  await bidder.getByLabel(/^异议内容/).fill('工期要求不明，附说明。')
  const letter = await pdf('开标异议书', 3)
  await choose(bidder, '异议书.pdf', letter)
  await bidder.getByRole('button', { name: '删除附件 异议书.pdf' }).waitFor()
  await bidder.reload()
  await press(bidder, '异议')
  expect(await bidder.getByLabel(/^异议内容/).inputValue()).toBe('工期要求不明，附说明。')
  await bidder.getByRole('button', { name: '删除附件 异议书.pdf' }).waitFor()
  await press(bidder, '预览 异议书.pdf')
  await bidder.locator('.react-pdf__Page__canvas').waitFor()
  await sees(bidder, '第 1 / 3 页')
  await holdsAtEverySize(bidder)
  await bidder.keyboard.press('Escape')
  await press(bidder, '提交异议')
  await sees(bidder, '异议已提交')
  await closeDialog(bidder)

  const opener = await enter(fixture.opener)
  await opener.getByRole('button', { name: /^异议，\d+ 条待回复$/ }).click()
  await sees(opener, '工期要求不明，附说明。')
  const kept = await saved(opener, '下载 异议书.pdf')
  expect(kept.name).toBe('异议书.pdf')
  expect(kept.bytes.equals(letter)).toBe(true)
  await press(opener, `回复 ${names[1]} 的异议`)
  await press(opener, '提交回复')
  await holdsAtEverySize(opener)
  const report = await saved(opener, '下载异议与回复记录（PDF）')
  expect(report.name).toBe('E2E-2026-001-01-异议与回复记录.pdf')
  expect(report.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await opener.close()
})

test('a refusal or failure of the server is shown, and the text stays', async () => {
  const [, two] = fixture.bidders
  const bidder = await enter(two)
  await press(bidder, '异议')
  await bidder.getByLabel(/^异议内容/).fill('附图为证。')
  await choose(bidder, '现场.jpg', jpg('现场'))
  await bidder.getByRole('button', { name: '删除附件 现场.jpg' }).waitFor()
  const stored = await bidder.evaluate(() => Object.entries(sessionStorage))
  const { fileId } = JSON.parse(stored.find(([key]) => key.includes('objection-file'))?.[1] ?? '{}')
  // Removed in another tab meanwhile.
  const account = await fixture.account(two as Person)
  const body = { bidProjGuid: fixture.session, dbGuid: fixture.session }
  const { oauth2 } = await account.call('getProjectAuthorization', { body })
  await account.http.call('deleteYiYiFuJian', { token: oauth2, body: { objectionFileGuid: fileId } })
  await press(bidder, '提交异议')
  await sees(bidder, '附件已不存在，请重新上传！')
  expect(await bidder.getByLabel(/^异议内容/).inputValue()).toBe('附图为证。')
  await chooser(bidder).waitFor()

  await bidder.route('**/uploadYiYiFuJian', (route) => route.abort())
  await choose(bidder, '现场.jpg', jpg('现场'))
  await sees(bidder, /^上传失败！/)
  await bidder.unroute('**/uploadYiYiFuJian')
  await choose(bidder, '现场.jpg', jpg('现场'))
  await press(bidder, '预览 现场.jpg')
  await bidder.getByRole('img', { name: '现场.jpg' }).waitFor()
  await isAccessible(bidder)
  await bidder.keyboard.press('Escape')
  await bidder.route('**/deleteYiYiFuJian', (route) => route.abort())
  await press(bidder, '删除附件 现场.jpg')
  await sees(bidder, /^删除文件失败!/)
  await press(bidder, '提交异议')
  await sees(bidder, '异议已提交')
})

test('a bidder is told why objections are closed', async () => {
  const bidder = await enter(fixture.bidders[0])
  await press(bidder, '异议')
  await bidder.getByLabel(/^异议内容/).waitFor()
  for (const [status, said] of [
    ['paused', '标段已暂停，暂时无法继续！'],
    ['failed', objections.closedByFailure],
  ] as const) {
    await fixture.platform.changeLotStatus(fixture.session, status)
    await sees(bidder, said)
    expect(await bidder.getByLabel(/^异议内容/).count()).toBe(0)
  }
  await isAccessible(bidder)
})

/** A PDF enlarged by a comment of so many bytes before its end. */
function withFiller(bytes: Uint8Array, more: number): Uint8Array {
  const at = Buffer.from(bytes).lastIndexOf('startxref')
  return Buffer.concat([
    bytes.subarray(0, at),
    Buffer.alloc(more, '%'),
    Buffer.from('\n'),
    bytes.subarray(at),
  ])
}
