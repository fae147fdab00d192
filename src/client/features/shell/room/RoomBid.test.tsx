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
  expect(screen.getByText('项目已暂停')).toBeTruthy()
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
