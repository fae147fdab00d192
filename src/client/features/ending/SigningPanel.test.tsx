import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import type { History } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { minute } from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { SigningPanel } from './SigningPanel.tsx'

/** The acts that stand out, and those that do not. */
async function acts(history: History, now = openingTime) {
  await renderInSession(<SigningPanel />, { role: 'opener', history, now })
  const named = (emphasis: string) =>
    [...document.querySelectorAll(`[data-official-act=${emphasis}]`)].map(({ textContent }) => textContent)
  return { next: named('next'), others: named('secondary') }
}

const closed = event('SigningClosed', {})

test.each<[string, History, string[], string[]]>([
  ['before the order', histories.confirmed(), ['下达电子签名指令'], []],
  ['until the opener has signed', histories.signed(), ['签署开标记录'], ['确认签名结束']],
  ['once all have signed', [...histories.signed(), histories.openerSignature], ['确认签名结束'], []],
])('[END-22] one act of the signing stands out %s', async (_, history, next, others) => {
  expect(await acts(history)).toEqual({ next, others })
})

test('how many have signed stands above the acts that wait for it', async () => {
  await acts(histories.signing())
  const confirm = screen.getByRole('button', { name: '确认签名结束' })
  expect(
    screen.getByRole('progressbar').compareDocumentPosition(confirm) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy()
})

test('[END-9] once the time is over, the confirmation stands out and the extension does not', async () => {
  const history = [...histories.signing(), histories.openerSignature, closed]
  const now = Date.parse(isoTime(histories.signingDeadline + minute))
  expect(await acts(history, now)).toEqual({ next: ['确认签名结束'], others: ['延长签名时间'] })
  expect(screen.getByText('确认签名结束')).toBeTruthy()
})
