import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#client/ui/Toast.tsx'
import type { Role } from '#domain/session/actor.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import { err } from '#lib/result.ts'
import { renderInSession, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { staffContact, staffMemberId } from '#test/domain/sample-actors.ts'
import { full } from '#variants/full.ts'
import { standard } from '#variants/standard.ts'
import { SiteStaffPanel } from './SiteStaffPanel.tsx'

afterEach(() => void vi.restoreAllMocks())

const show = (role: Role, history: readonly SessionEvent[]) =>
  renderInSession(<SiteStaffPanel />, { role, history, variant: full })

async function openDialog(name = '录入现场人员'): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole('button', { name }))
  const dialog = await screen.findByRole('dialog', { name: '当前位置：现场人员录入' })
  // It takes the focus a moment after it opened.
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  return dialog
}

const tableOf = (dialog: HTMLElement, name: string) => within(dialog).getByRole('region', { name })
const press = (where: HTMLElement, name: string) =>
  // By label: queries by role are slow on a large page.
  act(async () => void fireEvent.click(within(where).getByLabelText(name)))
const field = (where: HTMLElement, name: string) => within(where).getByLabelText(name)
const agencyTable = '代理机构（采购中心）人员'

test('[PRE-12] a new row is checked before it is sent, with the messages of the rules', async () => {
  const { sent } = await show('opener', histories.submitted())
  expect(screen.getByRole('alert').textContent).toContain('至少一名代理机构（采购中心）人员')
  const dialog = await openDialog()
  const table = tableOf(dialog, agencyTable)
  await press(table, `新增一行：${agencyTable}`)
  expect(document.activeElement).toBe(field(table, '姓名'))
  await press(table, `新增一行：${agencyTable}`)
  expect(within(table).getByText('请先保存上一行的信息')).toBeTruthy()
  await press(table, '保存 新的一行')
  expect(within(table).getByRole('alert').textContent).toBe('请先完善信息')
  await type(table, '姓名', '名'.repeat(21))
  await type(table, '单位', '代理公司')
  await type(table, '联系方式', '12345')
  expect(within(table).getByRole('alert').textContent).toBe('姓名不能超过20个字！')
  await type(table, '姓名', ' 张代理 ')
  expect(within(table).getByRole('alert').textContent).toBe('联系方式格式不正确')
  await press(table, '保存 新的一行')
  expect(sent).toEqual([])
})

test('[PRE-9] the hint names the numbers that the region takes', async () => {
  for (const [variant, words] of [
    [full, '以 13、14、15、16、17、18、19 开头的手机号，或 400、800 电话'],
    [
      { ...full, rules: { ...full.rules, contacts: standard.rules.contacts } },
      '或以 13、14、15、18 开头的手机号；',
    ],
  ] as const) {
    await renderInSession(<SiteStaffPanel />, { role: 'opener', history: histories.submitted(), variant })
    const table = tableOf(await openDialog(), agencyTable)
    await press(table, `新增一行：${agencyTable}`)
    expect(table.textContent).toContain(words)
    cleanup()
  }
})

test('the draft of a new row survives a reload; saving it returns the focus', async () => {
  await show('opener', histories.submitted())
  const table = tableOf(await openDialog(), agencyTable)
  await press(table, `新增一行：${agencyTable}`)
  await type(table, '姓名', ' 张代理 ')
  await type(table, '单位', '代理公司')
  cleanup()
  const { sent } = await show('opener', histories.submitted())
  const again = tableOf(await openDialog(), agencyTable)
  expect((field(again, '单位') as HTMLInputElement).value).toBe('代理公司')
  await type(again, '联系方式', staffContact)
  await press(again, '保存 新的一行')
  const row = { kind: 'agency-staff', name: ' 张代理 ', unit: '代理公司', contact: staffContact }
  expect(sent).toEqual([{ type: 'AddWorker', payload: row }])
  expect(within(again).queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(within(again).getByRole('button', { name: `新增一行：${agencyTable}` }))
})

test('[PRE-7] [PRE-8] a project owner needs a legal representative and no contact', async () => {
  const { sent } = await show('opener', histories.submitted())
  const table = tableOf(await openDialog(), '项目业主信息')
  await press(table, '新增一行：项目业主信息')
  await type(table, '项目业主', '水务局')
  await press(table, '保存 新的一行')
  expect(within(table).getByRole('alert').textContent).toBe('请先完善信息')
  await type(table, '法定代表人', '王法人')
  await press(table, '保存 新的一行')
  expect(sent).toEqual([
    { type: 'AddWorker', payload: { kind: 'owner', name: '水务局', unit: '王法人', contact: '' } },
  ])
})

test('a saved row can be edited, and deleted after a confirmation', async () => {
  const { sent } = await show('opener', [...histories.submitted(), histories.staffMember(1)])
  const table = tableOf(await openDialog(), agencyTable)
  await press(table, '编辑 现场人员1')
  await type(table, '联系方式', '139')
  expect(within(table).getByRole('alert').textContent).toBe('联系方式格式不正确')
  await press(table, '保存 现场人员1')
  await type(table, '联系方式', '/')
  await press(table, '保存 现场人员1')
  const edited = { workerId: staffMemberId(1), name: '现场人员1', unit: '代理公司', contact: '/' }
  expect(sent).toEqual([{ type: 'EditWorker', payload: edited }])
  await press(table, '删除 现场人员1')
  const sure = await screen.findByRole('alertdialog')
  expect(sure.textContent).toContain('现场人员1')
  await act(async () => void fireEvent.click(within(sure).getByRole('button', { name: '删除' })))
  expect(sent[1]).toEqual({ type: 'RemoveWorker', payload: { workerId: staffMemberId(1) } })
})

test('a failed request is reported with the text of its act', async () => {
  const shown = vi.spyOn(toast, 'error')
  await renderInSession(<SiteStaffPanel />, {
    ...{ role: 'opener', history: [...histories.submitted(), histories.staffMember(1)], variant: full },
    answer: async () => err({ code: 'offline', message: '网络连接中断，请稍后重试！', params: {} }),
  })
  const table = tableOf(await openDialog(), agencyTable)
  await press(table, '编辑 现场人员1')
  await press(table, '保存 现场人员1')
  expect(shown).toHaveBeenLastCalledWith('修改失败！网络连接中断，请稍后重试！', 'offline')
  await press(table, '取消 现场人员1')
  await press(table, '删除 现场人员1')
  const sure = await screen.findByRole('alertdialog')
  await act(async () => void fireEvent.click(within(sure).getByRole('button', { name: '删除' })))
  expect(shown).toHaveBeenLastCalledWith('删除失败！网络连接中断，请稍后重试！', 'offline')
  await press(table, `新增一行：${agencyTable}`)
  for (const [label, value] of [
    ['姓名', '张代理'],
    ['单位', '代理公司'],
    ['联系方式', staffContact],
  ] as const)
    await type(table, label, value)
  await press(table, '保存 新的一行')
  expect(shown).toHaveBeenLastCalledWith('操作失败！网络连接中断，请稍后重试！', 'offline')
  // The draft is still there and can be sent again.
  expect((field(table, '姓名') as HTMLInputElement).value).toBe('张代理')
})

test('nothing can be edited once the opening has ended', async () => {
  const [tender, ...rest] = histories.ended()
  await show('opener', [tender as SessionEvent, histories.staffMember(1), ...rest])
  const dialog = await openDialog('查看现场人员')
  expect(within(dialog).getByText(/不能再修改现场人员/)).toBeTruthy()
  expect(within(dialog).getByText(staffContact)).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: /^(新增|编辑|删除)/ })).toBeNull()
})

test('while nobody is entered a supervisor reads so in one line', async () => {
  const { tell } = await show('supervisor', histories.submitted())
  expect(screen.getByText('还没有录入。')).toBeTruthy()
  expect(screen.queryByText('0 人')).toBeNull()
  tell([...histories.submitted(), histories.staffMember(1)])
  expect(screen.getByText('1 人')).toBeTruthy()
})

test('a supervisor sees names without contacts, a bidder nothing', async () => {
  await show('supervisor', [...histories.submitted(), histories.staffMember(1)])
  const dialog = await openDialog('查看现场人员')
  expect(within(dialog).getByText('现场人员1')).toBeTruthy()
  expect(within(dialog).queryByText(staffContact)).toBeNull()
  expect(within(dialog).queryByRole('button', { name: /^新增/ })).toBeNull()
  cleanup()
  await show('bidder', [...histories.submitted(), histories.staffMember(1)])
  expect(screen.queryByRole('button')).toBeNull()
})
