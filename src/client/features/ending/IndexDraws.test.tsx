import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { drawId } from '#test/draw/draw-commands.ts'
import { IndexDraws } from './IndexDraws.tsx'

const at = '2026-03-02T01:31:00.000Z'
const parts = [
  { parameter: 'randomIndex', drawer: '刘抽取', range: null, candidates: ['1', '2', '3'] },
] as const
const declared = event(
  'DrawDeclared',
  {
    ...{ drawId, attempt: 1, kind: 'random-index', subject: '入围投标人', rule: 'hmac-sha256/1' },
    ...{ parts: [...parts], serverCommitment: 'c1'.repeat(32), joinBy: at },
  },
  { secret: '5e'.repeat(32) },
)
const results = [{ index: 1, value: '2', saved: '2' }]
const decided = event('DrawDecided', { drawId, attempt: 1, seed: '5d'.repeat(32), values: [], results })

test('the record of random draws opens in a dialog, where there was one', async () => {
  const { tell } = await renderInSession(<IndexDraws />, { role: 'bidder', history: histories.submitted() })
  expect(screen.queryByRole('button')).toBeNull()
  tell([...histories.submitted(), declared, decided])
  await press(document.body, '随机抽取投标单位记录表')
  const table = within(await screen.findByRole('dialog')).getByRole('table')
  for (const text of ['入围投标人', '刘抽取', '1、2、3', '2']) expect(table.textContent).toContain(text)
})
