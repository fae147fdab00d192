import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { names } from '#test/domain/sample-actors.ts'
import { PersonPanel } from './PersonPanel.tsx'

const halt = (kind: 'paused' | 'stopped') =>
  event('OpeningHalted', { kind, reason: '停电', recorder: '周记录', name: '王主持' })

test('the people of a lot that was stopped are read, and no longer entered', async () => {
  const history = histories.entered()
  const { tell } = await renderInSession(<PersonPanel />, { history })
  expect(screen.getAllByRole('textbox')).toHaveLength(8)
  tell([...history, halt('paused')])
  expect(screen.getAllByRole('textbox')).toHaveLength(8)
  tell([...history, halt('stopped')])
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect(screen.getByText(names.announcer)).toBeTruthy()
})
