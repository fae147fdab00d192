import { cleanup, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { common as enCommon } from '#client/texts/en/common.ts'
import { createTexts, type Language } from '#client/texts/index.ts'
import { common } from '#client/texts/zh-CN/common.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import { QrCodePanel } from './QrCodePanel.tsx'
import type { QrProblem } from './use-qr-code.ts'

const failureOf = (code: string) => ({
  ...{ Result: false as const, ResultMessage: '', message: '服务器的话', code, params: {}, requestId: '' },
})
const texts = { picture: '登录二维码', shown: '请扫码', scanned: '已扫码', confirmed: '已确认' }

test('[ACC-7] where no code can be loaded the panel names the reason and other ways, and tries again', async () => {
  const refresh = vi.fn()
  const failure = failureOf('unavailable')
  const state = { kind: 'failed', failure } as const
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

test('[ACC-7] why a code was replaced is said in the page’s language, after a switch too', async () => {
  const english = createTexts('en', { en: { common: enCommon } })
  const said = async (problem: QrProblem, refused?: string) => {
    const code = { state: { kind: 'loading' }, problem, refresh: () => {} } as const
    const panel = <QrCodePanel code={code} texts={{ ...texts, ...(refused ? { refused } : {}) }} />
    await renderInSession(
      <>
        {panel}
        <I18nextProvider i18n={english}>{panel}</I18nextProvider>
      </>,
    )
    const words = screen.getAllByRole('alert').map(({ textContent }) => textContent)
    cleanup()
    return words
  }
  expect(await said('expired')).toEqual([common['qr.replaced'], enCommon['qr.replaced']])
  expect(await said('refused')).toEqual(['', ''])
  expect(await said('refused', '签名失败')).toEqual(['签名失败', '签名失败'])
  const [chinese, englishWords] = ['zh-CN', 'en'].map((language) =>
    messageFor(language as Language, { code: 'unavailable' }),
  )
  expect(await said(failureOf('unavailable'))).toEqual([
    ...[`${common['qr.statusFailed']}${chinese}`, `${enCommon['qr.statusFailed']} ${englishWords}`],
  ])
})
