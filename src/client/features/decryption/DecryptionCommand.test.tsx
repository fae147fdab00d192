import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#client/ui/Toast.tsx'
import { err } from '#lib/result.ts'
import { press, renderInSession, type Scene, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { full } from '#variants/full.ts'
import { lead30 } from '#variants/lead-30.ts'
import { lead60 } from '#variants/lead-60.ts'
import { DecryptionCommand } from './DecryptionCommand.tsx'

afterEach(() => void vi.restoreAllMocks())

const show = (scene: Scene) =>
  renderInSession(<DecryptionCommand submitted={2} />, { history: histories.entered(), ...scene })

const limit = () => screen.getByLabelText(/^解密时限/) as HTMLInputElement
const said = () => screen.queryByRole('alert')?.textContent ?? null

/** Presses the command's button and confirms the dialog. */
async function issue(): Promise<void> {
  await press(document.body, '下达解密指令')
  await press(await screen.findByRole('alertdialog'), '下达解密指令')
}

test('[DEC-2] [DEC-3] a limit below the region’s minimum is refused with the exact message', async () => {
  const { sent } = await show({ variant: lead60 })
  expect(limit().value).toBe('30')
  for (const [typed, words] of [
    ['', '请输入解密时限'],
    ['五', '请输入正整数'],
    ['4.5', '请输入正整数'],
    ['4', '解密时间不得少于5分钟！'],
  ] as const) {
    await type(document.body, /^解密时限/, typed)
    expect(said()).toBe(words)
    await press(document.body, '下达解密指令')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  }
  await type(document.body, /^解密时限/, '5')
  expect(said()).toBeNull()
  await issue()
  expect(sent).toEqual([{ type: 'StartDecryption', payload: { limitMinutes: 5 } }])
})

test('[DEC-3] the limit of 0 that one region proposes has to be changed', async () => {
  const { sent } = await show({ variant: lead30 })
  expect(limit().value).toBe('0')
  expect(said()).toBeNull()
  await press(document.body, '下达解密指令')
  expect(said()).toBe('请输入正整数')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  for (const [typed, words] of [
    ['1', '解密时间不得少于2分钟！'],
    ['1441', '时间不得超过1440分钟！'],
    ['99999', '时间不得超过1440分钟！'],
  ] as const) {
    await type(document.body, /^解密时限/, typed)
    expect(said()).toBe(words)
  }
  await type(document.body, /^解密时限/, '2')
  await issue()
  expect(sent).toEqual([{ type: 'StartDecryption', payload: { limitMinutes: 2 } }])
})

test('the confirm dialog mentions objections without a reply', async () => {
  await show({
    history: [...histories.entered(), histories.objection(1), histories.objection(2), histories.reply(1)],
  })
  await press(document.body, '下达解密指令')
  const asked = await screen.findByRole('alertdialog')
  expect(asked.textContent).toContain('1 条异议尚未回复。下达后不再接收异议和回复。')
})

test('where objections are taken after the command, the confirm dialog does not mention them', async () => {
  await show({ variant: full, history: [...histories.entered(), histories.objection(1)] })
  await press(document.body, '下达解密指令')
  const asked = await screen.findByRole('alertdialog')
  expect(asked.textContent).not.toContain('异议')
})

test.each([
  ['offline', '网络连接中断，请稍后重试！', '下达解密指令失败！网络连接中断，请稍后重试！'],
  ['no-bids', '没有投标文件，无法下达解密指令！', '没有投标文件，无法下达解密指令！'],
])('a command that fails with %s is reported, and the typed limit stays', async (code, message, words) => {
  const shown = vi.spyOn(toast, 'error')
  await show({ answer: async () => err({ code, message, params: {} }) })
  await type(document.body, /^解密时限/, '45')
  await issue()
  expect(shown).toHaveBeenCalledExactlyOnceWith(words, code)
  fireEvent.click(await screen.findByRole('button', { name: '取消' }))
  expect(limit().value).toBe('45')
})
