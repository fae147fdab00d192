import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTimeFormat } from '#client/ui/time-format.ts'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { minute } from '#test/domain/sample-actors.ts'
import { ExtendDecryption } from './ExtendDecryption.tsx'

test('before the time to decrypt is extended, the opener reads its new end', async () => {
  const { sent } = await renderInSession(<ExtendDecryption />, { history: histories.decrypting() })
  await type(document.body, /^延长时间/, '15')
  await press(document.body, '延长解密时间')
  const newEnd = createTimeFormat('zh-CN', 'Asia/Shanghai').second(histories.decryptionDeadline + 15 * minute)
  const asked = await screen.findByRole('alertdialog')
  expect(asked.textContent).toContain(`延长 15 分钟，至 ${newEnd}，对全部投标人有效`)
  await press(asked, '延长解密时间')
  expect(sent).toEqual([{ type: 'ExtendDecryption', payload: { minutes: 15 } }])
})
