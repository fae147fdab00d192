import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { common } from '#client/texts/zh-CN/common.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import { QrCodePanel } from './QrCodePanel.tsx'

const texts = { picture: '登录二维码', shown: '请扫码', scanned: '已扫码', confirmed: '已确认' }

test('[ACC-7] where no code can be loaded the panel names the reason and other ways, and tries again', async () => {
  const refresh = vi.fn()
  const state = { kind: 'failed', message: common['qr.loadFailed'] } as const
  await renderInSession(<QrCodePanel code={{ state, problem: null, refresh }} texts={texts} />)
  const said = (await screen.findByRole('alert')).textContent
  expect(said).toContain(common['qr.loadFailed'])
  expect(said).toContain(common['qr.failedMeaning'])
  await press(document.body, common.retry)
  expect(refresh).toHaveBeenCalledOnce()
})

test('a code on a phone’s own screen says how it can be scanned', async () => {
  const qr = { QRImageBsae64: '', QRExpireTime: '2026-01-01T00:00:00.000Z', QRIntervalTime: 1000, QRID: 'q' }
  const state = { kind: 'shown', qr } as const
  await renderInSession(<QrCodePanel code={{ state, problem: null, refresh: () => {} }} texts={texts} />)
  await screen.findByText(texts.shown)
  screen.getByText(common['qr.onPhone'])
})
