import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { ConfirmationPanel } from './ConfirmationPanel.tsx'
import { OwnTask } from './OwnTask.tsx'

test('[END-20] the opener ends the confirmation with a reason, and the panel says why', async () => {
  const { sent, tell } = await renderInSession(<ConfirmationPanel />, {
    ...{ history: histories.confirming(), now: openingTime },
  })
  await press(document.body, '提前结束确认')
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('2 家投标人尚未确认')
  await press(dialog, '提前结束确认')
  expect(sent).toEqual([])
  expect(dialog.textContent).toContain('请填写提前结束确认的原因！')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '均已口头确认' } })
  await press(dialog, '提前结束确认')
  expect(sent).toEqual([{ type: 'EndConfirmation', payload: { reason: '均已口头确认' } }])
  const ended = event('ConfirmationEnded', { reason: '均已口头确认', automatic: [bidderCode(1)] })
  tell([...histories.confirming(), ended])
  expect(screen.getByText('开标人已提前结束确认：均已口头确认')).toBeTruthy()
  expect(screen.getByText('投标人确认 0 家，自动确认 1 家，共 2 家')).toBeTruthy()
})

test('[END-20] a bidder who confirmed reads in their own notice why it was ended early, also while signing', async () => {
  const ended = event('ConfirmationEnded', { reason: '均已口头确认', automatic: [bidderCode(2)] })
  const confirmed = [...histories.confirming(), histories.confirmation(1)]
  const { tell } = await renderInSession(<OwnTask />, {
    ...{ role: 'bidder', history: confirmed, now: openingTime },
  })
  const said = () => screen.getByText('贵单位已确认开标一览表。').closest('[role=status]')?.textContent
  expect(said()).not.toContain('提前')
  tell([...confirmed, ended])
  expect(said()).toContain('开标人已提前结束确认：均已口头确认')
  tell([...confirmed, ended, histories.signingOrdered([...confirmed, ended])])
  expect(said()).toContain('均已口头确认')
})

test('[END-21] expired rows without an answer are confirmed by a button', async () => {
  const closed = event('ConfirmationClosed', { unconfirmed: [bidderCode(2)] })
  const { sent } = await renderInSession(<ConfirmationPanel />, {
    ...{ history: [...histories.confirming(), histories.confirmation(1), closed], now: openingTime },
  })
  await press(document.body, '将未确认的视为已确认')
  await press(await screen.findByRole('alertdialog'), '将未确认的视为已确认')
  expect(sent).toEqual([{ type: 'ConfirmExpired', payload: { bidderCodes: [bidderCode(2)] } }])
})
