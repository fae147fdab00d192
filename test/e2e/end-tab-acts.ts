import type { Page } from 'playwright'
import { expect } from 'vitest'
import { objections } from '#client/texts/zh-CN/objections.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { tasks } from '#client/texts/zh-CN/tasks.ts'
import { pdf } from '#test/support/attachment-files.ts'
import { pressAndConfirm, sees } from './page-actions.ts'
import { fits, isAccessible, type sizes } from './page-checks.ts'

/* The tabs of step four, in the region that has all. */

const tabs = [
  ...['开标结果', '开标一览表', '清单单价', '签到表', '电子签名', '人员及备注', '投标保证金'],
  ...['异议与回复', 'CA 报告', '开标问题', '报表', '现场直播'],
] as const
type Tab = (typeof tabs)[number]
/** Where a bidder reads their own line only. */
const ownLines: readonly Tab[] = ['开标结果', '签到表', '投标保证金', 'CA 报告']
const reason = '现场核对后更正'

export async function show(page: Page, name: Tab): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
  await page.getByRole('tabpanel', { name, exact: true }).waitFor()
}

interface Reader {
  readonly size: (typeof sizes)[number]
  /** A bidder whose line everybody reads, and another. */
  readonly names: readonly [string, string]
  /** A bidder reads nothing of the others where each reads their own line. */
  readonly knowsOthers: boolean
  look(page: Page, tab: Tab): Promise<void>
}

/** Whoever only reads opens each tab by its name: it fits their screen and has no act of the opener. */
export async function readsEveryTab(
  page: Page,
  { size, names: [name, other], knowsOthers, look }: Reader,
): Promise<void> {
  await page.setViewportSize(size)
  await page.getByRole('tab').first().waitFor()
  const shown = await page.getByRole('tab').allTextContents()
  expect(shown).toEqual(tabs)
  for (const tab of tabs) {
    await show(page, tab)
    await fits(page, size)
    const panel = page.getByRole('tabpanel', { name: tab, exact: true })
    const acts = panel.getByRole('button', { name: /^(生成|重新生成|编辑|删除|打印|保存|录入)/ })
    expect(await acts.allTextContents(), tab).toEqual([])
    expect(await panel.locator('input[type=file]').count(), tab).toBe(0)
    if (ownLines.includes(tab)) {
      await panel.getByText(name).first().waitFor()
      expect((await panel.getByText(other).count()) > 0, tab).toBe(knowsOthers)
    }
    await look(page, tab)
  }
}

/** The last tabs stand outside a phone's screen until their strip is scrolled. */
export async function isInSight(page: Page, { width }: (typeof sizes)[number]): Promise<void> {
  await page.goto(page.url().replace(/\?.*$/, '?tab=reports'))
  const selected = page.getByRole('tab', { selected: true, name: '报表' })
  await selected.waitFor()
  const box = await selected.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box)).toBe(true)
}

/** On a phone the opener's list has what can be done now, and all on request. */
export async function foldsTasks(opener: Page, size: (typeof sizes)[number]): Promise<void> {
  const before = opener.viewportSize()
  await opener.setViewportSize(size)
  const list = opener.getByRole('region', { name: tasks.title })
  const shown = () => list.getByRole('listitem').filter({ visible: true }).count()
  await expect.poll(shown).toBe(2)
  await list.getByRole('button', { expanded: false }).click()
  await expect.poll(shown).toBeGreaterThan(6)
  await list.getByRole('button', { expanded: true }).click()
  if (before) await opener.setViewportSize(before)
}

/** What the opener does in the tabs before the record is signed. */
export async function actInTabs(opener: Page, bidder: string): Promise<void> {
  await enterInformation(opener)
  await show(opener, '清单单价')
  await sees(opener, '27.18')
  await isAccessible(opener)
  await opener.getByRole('button', { name: '道路工程' }).click()
  await sees(opener, '1,618.03')
  await editDeposit(opener, bidder)
  await keepFiles(opener)
  await show(opener, '签到表')
  await opener.getByRole('button', { name: steps['ending.indexDraws.title'] }).click()
  await sees(opener, '抽取投标单位')
  await isAccessible(opener)
  await opener.keyboard.press('Escape')
  await opener.getByRole('dialog').waitFor({ state: 'detached' })
  await makeSheet(opener)
  await show(opener, 'CA 报告')
  await isAccessible(opener)
  await show(opener, '异议与回复')
  await opener.getByRole('button', { name: `回复 ${bidder} 的异议` }).click()
  await opener.getByRole('button', { name: objections.submitReply }).click()
  await sees(opener, '请填写回复内容!')
  await opener.getByLabel(objections.replyContent).fill('以投标函为准。')
  await isAccessible(opener)
  await opener.getByRole('button', { name: objections.submitReply }).click()
  await sees(opener, objections.answered)
}

/** What the record says besides the persons; all of it is required. */
async function enterInformation(page: Page): Promise<void> {
  await show(page, '人员及备注')
  await page.getByRole('button', { name: '录入开标信息' }).click()
  const dialog = page.getByRole('alertdialog')
  const save = dialog.getByRole('button', { name: '保存开标信息' })
  await dialog.getByLabel(/^记录人/).fill('')
  await save.click()
  await dialog.getByText('请填写招标人代表').waitFor()
  await isAccessible(page)
  await dialog.getByLabel(/^招标人代表/).fill('赵代表')
  await save.click()
  await dialog.getByText('请填写记录人').waitFor()
  await dialog.getByLabel(/^记录人/).fill('周记录')
  await save.click()
  await dialog.getByText('请填写其他事项').waitFor()
  await dialog.getByLabel(/^其他事项/).fill('无')
  await save.click()
  await dialog.waitFor({ state: 'detached' })
  await sees(page, '赵代表')
  await isAccessible(page)
}

async function editDeposit(opener: Page, bidder: string): Promise<void> {
  await show(opener, '投标保证金')
  await opener.getByRole('button', { name: `编辑保证金：${bidder}` }).click()
  const dialog = opener.getByRole('alertdialog')
  await dialog.getByLabel(shell.depositReceipt).fill('HZ-2026-0001')
  await isAccessible(opener)
  await dialog.getByRole('button', { name: shell.depositSave }).click()
  await sees(opener, 'HZ-2026-0001')
  await addFile(opener, '到账核对.pdf')
  await isAccessible(opener)
}

async function keepFiles(opener: Page): Promise<void> {
  await show(opener, '开标问题')
  const text = { name: '情况.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }
  await fileChooser(opener).setInputFiles(text)
  await sees(opener, '上传文件只支持jpg/pdf/doc/docx格式!')
  await isAccessible(opener)
  await addFile(opener, '开标问题.pdf')
  await addFile(opener, '重复上传.pdf')
  await pressAndConfirm(opener, '删除 重复上传.pdf', steps['ending.files.delete'])
  await sees(opener, '删除成功')
  await opener.getByRole('button', { name: '下载 重复上传.pdf' }).waitFor({ state: 'detached' })
}

/** Of the tab that is shown; the others stay in the page. */
const fileChooser = (page: Page) => page.getByRole('tabpanel').getByLabel(steps['ending.files.add'])

async function addFile(page: Page, name: string): Promise<void> {
  const file = { name, mimeType: 'application/pdf', buffer: Buffer.from(await pdf(name, 1)) }
  await fileChooser(page).setInputFiles(file)
  await sees(page, '上传成功')
  await page.getByRole('button', { name: `下载 ${name}` }).waitFor()
}

/** Makes a sheet, and again for a reason. */
async function makeSheet(page: Page): Promise<void> {
  const again = steps['ending.sheet.again'].replace('{{name}}', 'PDF')
  await page
    .getByRole('button', { name: steps['ending.sheet.make'].replace('{{name}}', 'PDF'), exact: true })
    .click()
  await page.getByRole('button', { name: again }).click()
  await giveReason(page, again)
}

/** Confirms the open dialog with a reason. */
async function giveReason(page: Page, act: string): Promise<void> {
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel(/^原因/).fill(reason)
  await dialog.getByRole('button', { name: act, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** A report is made again, printed, and taken out of the list. */
export async function actOnDocuments(opener: Page): Promise<void> {
  await show(opener, '报表')
  await opener.getByRole('button', { name: /^重新生成 开标一览表（PDF）/ }).click()
  await giveReason(opener, steps['ending.documents.again'])
  const print = opener.getByRole('button', { name: /^打印 开标一览表（PDF）/ })
  const [printed] = await Promise.all([opener.waitForEvent('popup'), print.first().click()])
  expect(printed.url()).toMatch(/^blob:/)
  await printed.close()
  await opener
    .getByRole('button', { name: /^删除 开标一览表（PDF）/ })
    .last()
    .click()
  await isAccessible(opener)
  await giveReason(opener, steps['ending.documents.withdraw'])
  await sees(opener, new RegExp(`删除：${reason}`))
  await isAccessible(opener)
}
