import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noDepositEdit } from '#domain/deposits/deposit-edit.ts'
import type { Role } from '#domain/session/actor.ts'
import { event } from '#domain/session/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import type { History } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { OverviewPanel } from './OverviewPanel.tsx'

const paid = (n: number, bzjzt: string) => ({ EntprsCode: bidderCode(n), bzjzt })

/** `answers`: what the server says of the deposits, one reading after the other. */
function show(role: Role, history: History, ...answers: object[][]) {
  let asked = 0
  const serve = (path: string) => {
    if (!path.includes('GetBzjztList')) return null
    asked += 1
    return Response.json(answers[Math.min(asked, answers.length) - 1] ?? [])
  }
  return renderInSession(<OverviewPanel />, { role, history, serve })
}

const rowOf = (name: string) =>
  screen.getAllByRole('row').find((row) => row.textContent?.includes(name)) as HTMLElement

test('[DEP-5] a bidder reads the status of every deposit, and again with each version of the overview', async () => {
  const first = [paid(1, '已缴纳'), paid(2, '未缴纳')]
  const { tell } = await show('bidder', histories.atEnd(), first, [paid(1, '已缴纳'), paid(2, '已退还')])
  await screen.findByText('未缴纳')
  within(rowOf('投标人1')).getByText('已缴纳')
  within(rowOf('投标人2')).getByText('未缴纳')
  tell([...histories.atEnd(), histories.filed(1)])
  await waitFor(() => within(rowOf('投标人2')).getByText('已退还'))
})

test('[DEP-4] the opener’s own edits are shown as they are made', async () => {
  const { tell } = await show('opener', histories.atEnd(), [paid(1, '已缴纳')])
  await screen.findByText('已缴纳')
  const edit = { ...noDepositEdit, status: '已到账' }
  tell([...histories.atEnd(), event('DepositEdited', { bidderCode: bidderCode(2), edit })])
  await waitFor(() => within(rowOf('投标人2')).getByText('已到账'))
})

test('[END-31] a bid that was not opened is not shown as unconfirmed', async () => {
  const history = histories.atEndWithout(2)
  await show('opener', [...history, histories.confirmationStarted(history)], [])
  within(rowOf('投标人1')).getByText('未确认')
  expect(within(rowOf('投标人2')).queryByText('未确认')).toBeNull()
})

test('[REP-12] the table is called preliminary until it is filed or the opening has ended', async () => {
  const { tell } = await show('supervisor', histories.atEnd(), [])
  const badge = () => screen.queryByText('预览，未归档')
  expect(badge()).toBeTruthy()
  tell(histories.ended())
  expect(badge()).toBeNull()
  tell([...histories.atEnd(), histories.filed(1)])
  expect(badge()).toBeNull()
})
