import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { RoomBid } from './RoomBid.tsx'

const reading = histories.reading()
const place = /^第 1 家 \/ 共 \d+ 家$/

test('[HLT-9] the room reads in large letters that the lot is halted, and why, instead of the bid being read', async () => {
  const { tell } = await renderInSession(<RoomBid />, { history: reading })
  expect(screen.getByText(place)).toBeTruthy()
  const halted = event('OpeningHalted', {
    ...{ kind: 'paused' as const, reason: '现场停电', recorder: '周记录', name: '王主持' },
  })
  tell([...reading, halted])
  expect(screen.getByText('标段已暂停')).toBeTruthy()
  expect(screen.getByText('原因：现场停电')).toBeTruthy()
  expect(screen.queryByText(place)).toBeNull()
  tell([...reading, halted, event('OpeningResumed', { name: '王主持' })])
  expect(screen.getByText(place)).toBeTruthy()
})

test('during the objection inquiry the room reads how many have answered, also before the reading has ended', async () => {
  const asked = histories.inquiring().slice(-1)
  await renderInSession(<RoomBid />, { history: [...reading, ...asked] })
  expect(screen.getByText(/^0 \/ \d+$/)).toBeTruthy()
  expect(screen.getByText('家已答复异议询问')).toBeTruthy()
  expect(screen.queryByText(place)).toBeNull()
})

test('[END-30] after the end the room reads when it ended, what was opened, objected to and signed, and where the record is', async () => {
  const late = histories.atEndWithout(2)
  const closed = event('InquiryClosed', { cause: 'all-answered', answered: 1, objecting: 1, silent: 0 })
  const asked = [...late, ...histories.inquiring().slice(-1), histories.inquiryAnswer(1), closed]
  const signed = [histories.signingOrdered(asked), histories.signature(1)]
  const ended = [event('SigningConfirmed', { unsigned: [] }), event('OpeningEnded', {})]
  await renderInSession(<RoomBid />, { history: [...asked, ...signed, ...ended] })
  expect(document.body.textContent).toMatch(/^开标于 [-\d]+ [:\d]+ 结束。/)
  const said = (role: 'term' | 'definition') => screen.getAllByRole(role).map((one) => one.textContent)
  expect(said('term')).toEqual(['已开启', '未开启', '开标异议', '已签名'])
  expect(said('definition')).toEqual(['1 家', '1 家', '1 家', '1 / 1 家'])
  expect(screen.getByText('开标记录表见开标大厅本标段页面。')).toBeTruthy()
})

test('[END-30] between two envelopes the room reads how the first has ended, and where its record is', async () => {
  await renderInSession(<RoomBid />, { history: histories.firstEnvelopeEnded() })
  expect(document.body.textContent).toMatch(/^第一信封开标于 [-\d]+ [:\d]+ 结束。/)
  const said = (role: 'term' | 'definition') => screen.getAllByRole(role).map((one) => one.textContent)
  expect(said('term')).toEqual(['已开启', '未开启', '已签名'])
  expect(said('definition')).toEqual(['2 家', '0 家', '2 / 2 家'])
  expect(screen.getByText('开标记录表见开标大厅本标段页面。')).toBeTruthy()
})
