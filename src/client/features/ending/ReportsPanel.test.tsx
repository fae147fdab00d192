import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { ReportsPanel } from './ReportsPanel.tsx'

test('a failed download is reported until reconnection when the connection was the cause', async () => {
  const serve = (path: string) => {
    if (path.includes('GetReportPDF')) throw new TypeError('Failed to fetch')
    return null
  }
  const { line } = await renderInSession(<ReportsPanel />, {
    role: 'bidder',
    history: histories.ended(),
    serve,
  })
  line('live')
  await press(document.body, '下载 开标一览表（PDF）')
  const words = '下载失败：网络连接中断，请稍后重试！'
  expect(await screen.findByText(words)).toBeTruthy()
  line('offline')
  expect(screen.getByText(words)).toBeTruthy()
  line('polling')
  expect(screen.queryByText(words)).toBeNull()
})
