import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { err } from '#lib/result.ts'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import { LogActions } from './LogActions.tsx'

const field = () => screen.findByLabelText<HTMLTextAreaElement>(/^发布一条消息/)
const message = () => screen.queryByRole('alert')?.textContent ?? null
const post = () => press(document.body, '发布')

test('an empty message is reported only on posting, until something is typed', async () => {
  const { sent } = await renderInSession(<LogActions />)
  fireEvent.blur(await field())
  expect(message()).toBeNull()
  await post()
  await vi.waitFor(() => expect(message()).toBe('请填写留言内容！'))
  await type(document.body, /^发布一条消息/, '通')
  await vi.waitFor(() => expect(message()).toBeNull())
  expect(sent).toEqual([])
})

test('a refused message survives a reload; a posted one clears the field', async () => {
  const refusal = { code: 'offline', message: '网络连接中断，请稍后重试！', params: {} } as const
  await renderInSession(<LogActions />, { answer: async () => err(refusal) })
  await field()
  await type(document.body, /^发布一条消息/, ' 通知 ')
  await post()
  await vi.waitFor(() => expect(message()).toBe(refusal.message))
  cleanup()
  const { sent } = await renderInSession(<LogActions />)
  expect((await field()).value).toBe(' 通知 ')
  await post()
  await vi.waitFor(() => expect(sent).toMatchObject([{ type: 'PostMessage', payload: { message: '通知' } }]))
  await vi.waitFor(async () => expect((await field()).value).toBe(''))
  expect(sessionStorage.getItem('kaibiao.draft.message.s1')).toBeNull()
})
