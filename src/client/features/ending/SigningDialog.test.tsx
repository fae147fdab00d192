import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ok } from '#lib/result.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { full } from '#variants/full.ts'
import type { Variant } from '#variants/schema.ts'
import { standard } from '#variants/standard.ts'
import { OwnTask } from './OwnTask.tsx'

const QRID = 'A'.repeat(22)

async function dialogIn(variant: Variant, answers: Readonly<Record<string, object>> = {}) {
  const asked: string[] = []
  const session = await renderInSession(<OwnTask />, {
    ...{ role: 'bidder', history: histories.signing(), now: openingTime, variant, answer: async () => ok(1) },
    serve(path) {
      const name = path.split('/').at(-1)?.split('?')[0] ?? ''
      asked.push(name)
      const answer = answers[name]
      return answer ? Response.json(answer) : null
    },
  })
  await press(document.body, '签署开标记录')
  return { session, asked, dialog: await screen.findByRole('dialog', { name: '电子签名' }) }
}

const tabsOf = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('tab')
    .map(({ textContent }) => textContent)

test('[END-27] the dialog has both ways, the hotline, and the region’s guide and app', async () => {
  const { dialog } = await dialogIn(full)
  expect(tabsOf(dialog)).toEqual(['CA签名', '扫码签名'])
  expect(dialog.textContent).toContain('请插入机构证书（CA）')
  expect(dialog.textContent).toContain(full.footer.hotline)
  const links = within(dialog).getAllByRole('link')
  const { guideUrl, appUrl } = full.laterSteps.signing
  expect(links.map((link) => link.getAttribute('href'))).toEqual([guideUrl, appUrl])
})

test('[END-24] [END-27] a way that the region does not have is not offered, nor a link', async () => {
  const laterSteps = {
    ...standard.laterSteps,
    signing: { modes: ['certificate' as const], guideUrl: null, appUrl: null },
  }
  const { dialog } = await dialogIn({ ...standard, laterSteps })
  expect(tabsOf(dialog)).toEqual(['CA签名'])
  expect(within(dialog).queryAllByRole('link')).toEqual([])
})

test('[END-25] what a phone signed is sent with its code, and the dialog closes', async () => {
  const code = {
    ...{ QRImageBsae64: btoa('<svg/>'), QRExpireTime: '2099-01-01T00:00:00.000Z', QRIntervalTime: 1, QRID },
    ...{ QRCodeStatus: 0, CertInfo: '' },
  }
  const signed = {
    QRCodeStatus: 2,
    CertInfo: 'PEM',
    Sign_Source: 'h',
    Sign_Result: 'a.b.c',
    Sign_Pdf: 'MIIC',
  }
  const { session, dialog } = await dialogIn(standard, { getSignQrImg: code, getSignQrStatus: signed })
  const tab = within(dialog).getByRole('tab', { name: '扫码签名' })
  await act(async () => void fireEvent.click(tab))
  await waitFor(() =>
    expect(session.sent).toEqual([
      { type: 'SignRecord', payload: { jws: 'a.b.c', cms: 'MIIC', code: QRID } },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
