import type { Page } from 'playwright'
import { halting } from '#client/texts/zh-CN/halting.ts'
import { sees } from './page-actions.ts'

type Act = 'paused' | 'stopped' | 'failure'

/** What each form says while its reason is missing, in the words of the specifications. */
const reasonMissing: Readonly<Record<Act, string>> = {
  paused: '请填写暂停开标的原因',
  stopped: '请填写终止开标的原因',
  failure: '请填写流标原因',
}

/**
 * Pauses, stops or fails the opening by the menu. The form says first what it lacks; `complete` does what else it needs,
 * and looks at it.
 */
export async function haltIn(
  page: Page,
  act: Act,
  complete: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  await page.getByRole('button', { name: halting.menu }).click()
  await page.getByRole('menuitem', { name: halting[`act.${act}`] }).click()
  const dialog = page.getByRole('alertdialog')
  const order = dialog.getByRole('button', { name: halting[`act.${act}`], exact: true })
  const recorder = dialog.getByLabel(new RegExp(`^${halting.recorder}`))
  await recorder.fill('')
  await order.click()
  await dialog.getByText(reasonMissing[act], { exact: true }).waitFor()
  await dialog.getByLabel(new RegExp(`^${halting[`reason.${act}`]}`)).fill('现场停电')
  await dialog.getByText('请填写记录人', { exact: true }).waitFor()
  await recorder.fill('周记录')
  await complete(page)
  await order.click()
  await dialog.waitFor({ state: 'detached' })
  await sees(page, halting[`done.${act}`])
}
