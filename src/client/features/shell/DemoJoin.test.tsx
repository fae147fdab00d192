import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/event.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import { enrolled, submitted } from '#test/domain/story.ts'
import { bidderCode } from '#test/domain/world.ts'
import { DemoJoin } from './DemoJoin.tsx'

const enters = (n: number) =>
  event(
    'ParticipantEntered',
    { role: 'bidder', bidderCode: bidderCode(n), name: `投标人${n}` },
    { address: '10.0.0.9' },
  )
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('simulated bidders are offered while somebody who bid is missing; then it says that all are here', async () => {
  const { tell } = await renderInSession(<DemoJoin />, { history: enrolled() })
  expect([buttons(), screen.queryByRole('status')]).toEqual([[], null])
  tell([...submitted(), enters(1)])
  expect(buttons()).toEqual(['邀请模拟投标人参加'])
  expect(screen.getByRole('status').textContent).toBe('1/2 家已进入')
  tell([...submitted(), enters(1), enters(2)])
  expect(buttons()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('2 家投标人均已进入')
})

test('who were invited and have not come may be invited again', async () => {
  const answer = { Result: true, ResultMessage: '', count: 2 }
  const serve = (path: string) =>
    path.includes('joinDemoBidders') ? new Response(JSON.stringify(answer)) : null
  await renderInSession(<DemoJoin />, { history: submitted(), serve })
  await press(document.body, '邀请模拟投标人参加')
  await screen.findByRole('button', { name: '再次邀请模拟投标人' })
  expect(screen.getByRole('status').textContent).toBe('已邀请，0/2 家已进入')
})
