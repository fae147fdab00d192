import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { drawId } from '#test/draw/draw-commands.ts'
import { event } from '../session/event.ts'
import { indexDrawRows } from './index-record.ts'
import type { DrawKind, DrawParameter } from './kinds.ts'

const at = '2026-03-02T01:31:00.000Z'

function declared(kind: DrawKind, parameter: DrawParameter) {
  const parts = [{ parameter, drawer: '刘抽取', range: null, candidates: ['1', '2', '3'] }]
  const about = { drawId, attempt: 1, kind, subject: kind === 'random-index' ? '入围投标人' : '' }
  const payload = {
    ...about,
    rule: 'hmac-sha256/1' as const,
    parts,
    serverCommitment: 'c1'.repeat(32),
    joinBy: at,
  }
  return event('DrawDeclared', payload, { secret: '5e'.repeat(32) })
}

const results = [{ index: 1, value: '2', saved: '2' }]
const decided = event('DrawDecided', { drawId, attempt: 1, seed: '5d'.repeat(32), values: [], results })

test('[DRW-21] the record has the decided draws of an index, with candidates and result', () => {
  const history = [...histories.submitted(), declared('random-index', 'randomIndex')]
  expect(indexDrawRows(stateAfter(history))).toEqual([])
  expect(indexDrawRows(stateAfter([...history, { event: decided, at }]))).toEqual([
    {
      number: 1,
      drawId,
      subject: '入围投标人',
      drawer: '刘抽取',
      candidates: ['1', '2', '3'],
      value: '2',
      at,
    },
  ])
})

test('[DRW-21] draws of evaluation parameters are not in it', () => {
  expect(indexDrawRows(stateAfter([...histories.submitted(), declared('k', 'k'), decided]))).toEqual([])
})
