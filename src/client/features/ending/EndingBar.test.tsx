import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StepBarSlot } from '#client/ui/StepBar.tsx'
import { event } from '#domain/session/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { EndingBar } from './EndingBar.tsx'

test.each([
  ['opener', '全部投标人已签名。请签署开标记录，再确认签名结束。'],
  ['supervisor', '全部投标人已签名，等待开标人确认签名结束。'],
] as const)('the %s sees no signing countdown once all bidders have signed', async (role, said) => {
  const history = [...histories.signing(), histories.signature(1)]
  const { tell } = await renderInSession(bar, { role, history, now: openingTime })
  expect(screen.getByText('签名剩余时间')).toBeTruthy()
  tell(histories.signed())
  expect(screen.queryByText('签名剩余时间')).toBeNull()
  expect(screen.getByText(said)).toBeTruthy()
})

const bar = (
  <StepBarSlot value={document.body}>
    <EndingBar shown="overview" onShow={() => {}} onEnded={() => {}} />
  </StepBarSlot>
)

test('[END-31] a bidder whose bid was not opened reads that nothing is asked of them, without a clock', async () => {
  const history = histories.atEndWithout(1)
  const confirming = [...history, histories.confirmationStarted(history)]
  await renderInSession(bar, { role: 'bidder', history: confirming, now: openingTime })
  expect(screen.getByText('贵单位无需确认一览表和签署开标记录，请等待开标结束。')).toBeTruthy()
  expect(screen.queryByText('确认剩余时间')).toBeNull()
})

test('while bidders sign, the opener is asked for their own signature until it is there', async () => {
  const history = [...histories.signing(), histories.signature(1)]
  const { tell } = await renderInSession(bar, { role: 'opener', history, now: openingTime })
  expect(screen.getByText('投标人正在签名：2 家中已签 1 家。请签署开标记录。')).toBeTruthy()
  tell([...history, histories.openerSignature])
  expect(screen.getByText('投标人正在签名：2 家中已签 1 家。')).toBeTruthy()
})

test('once the opener has signed too, they are asked to confirm the signing', async () => {
  const history = [...histories.signed(), histories.openerSignature]
  await renderInSession(bar, { role: 'opener', history, now: openingTime })
  expect(screen.getByText('全部投标人已签名，请确认签名结束。')).toBeTruthy()
})

test('with no bid opened nobody is said to have signed', async () => {
  const atEnd = histories.atEndWithout(1, 2)
  const started = histories.confirmationStarted(atEnd)
  const confirmed = [...atEnd, started, event('ConfirmationClosed', { unconfirmed: [] })]
  await renderInSession(bar, {
    ...{ role: 'opener', history: [...confirmed, histories.signingOrdered(confirmed)], now: openingTime },
  })
  expect(screen.getByText('无投标人需要签名。请签署开标记录，再确认签名结束。')).toBeTruthy()
})
