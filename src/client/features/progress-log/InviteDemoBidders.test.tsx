import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import { enrolled, submitted } from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { InviteDemoBidders } from './InviteDemoBidders.tsx'

const enters = (n: number) =>
  event(
    'ParticipantEntered',
    { role: 'bidder', bidderCode: bidderCode(n), name: `投标人${n}` },
    { address: '10.0.0.9' },
  )
const shown = (text: string | RegExp) => screen.queryByText(text) !== null
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('simulated bidders can be invited while a bidder is missing; then all are shown as present', async () => {
  const { tell } = await renderInSession(<InviteDemoBidders />, { history: enrolled() })
  expect([buttons(), shown(/已进入/)]).toEqual([[], false])
  tell([...submitted(), enters(1)])
  expect(buttons()).toEqual(['邀请模拟投标人参加'])
  expect(shown('1/2 家已进入')).toBe(true)
  tell([...submitted(), enters(1), enters(2)])
  expect(buttons()).toEqual([])
  expect(shown('2 家投标人均已进入')).toBe(true)
})

test('after the invitation the button is gone', async () => {
  const answer = { Result: true, ResultMessage: '', count: 2 }
  const serve = (path: string) =>
    path.includes('joinDemoBidders') ? new Response(JSON.stringify(answer)) : null
  const { tell } = await renderInSession(<InviteDemoBidders />, { history: submitted(), serve })
  await press(document.body, '邀请模拟投标人参加')
  await screen.findByText('已邀请，0/2 家已进入')
  expect(buttons()).toEqual([])
  tell([...submitted(), enters(1)])
  // The log announces who enters.
  expect([shown('已邀请，1/2 家已进入'), screen.queryByRole('status')]).toEqual([true, null])
})
