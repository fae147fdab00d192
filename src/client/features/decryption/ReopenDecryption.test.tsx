import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId } from '#test/domain/sample-actors.ts'
import { ReopenDecryption } from './ReopenDecryption.tsx'

const failed = (n: number, cause: 'hall-away' | 'time-out') =>
  event('BidFailed', { bidderCode: bidderCode(n), fileId: fileId(n), kind: 'withdrawn', cause })
const closed = [...histories.decrypting(), event('DecryptionClosed', { cause: 'time-out' })]

test('[DEC-18] names the bidders, asks for a reason, and opens the window again once confirmed', async () => {
  const history = [...closed, failed(1, 'hall-away'), failed(2, 'time-out')]
  const { sent } = await renderInSession(<ReopenDecryption />, { history })
  expect(screen.getByText(/^1 家投标人的投标文件因开标大厅原因未能解密/)).toBeTruthy()
  await press(document.body, '重新开放解密')
  expect(screen.getByRole('alert').textContent).toBe('请填写重新开放解密的原因')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await type(document.body, /^原因/, '开标大厅中断')
  await press(document.body, '重新开放解密')
  await press(await screen.findByRole('alertdialog'), '重新开放解密')
  expect(sent).toEqual([{ type: 'ReopenDecryption', payload: { limitMinutes: 10, reason: '开标大厅中断' } }])
})

test('[DEC-18] is not offered where no file failed through the hall’s fault', async () => {
  await renderInSession(<ReopenDecryption />, { history: [...closed, failed(1, 'time-out')] })
  expect(screen.queryByRole('button')).toBeNull()
})
