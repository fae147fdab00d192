import { describe, expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { event } from '../session/event.ts'
import { publicKinds } from './document.ts'
import { downloadProblem, type Offering } from './offered.ts'

const open: Offering = {
  rules: { supervisorHiddenFrom: [] },
  laterSteps: { bidderDocuments: ['overview', 'sealed-record'], overviewAfterEvaluation: false },
}
const later = { ...open, laterSteps: { bidderDocuments: publicKinds, overviewAfterEvaluation: true } }
const ended = stateAfter(histories.ended())
const overview = { kind: 'overview', envelope: 1 } as const

describe('who may download a document', () => {
  test('[REP-7] bidders those that the region offers, and what they sign', () => {
    const may = (kind: (typeof publicKinds)[number] | 'opening-record' | 'deposits') =>
      downloadProblem(ended, 'bidder', { kind, envelope: 1 }, open) === null
    expect(publicKinds.filter(may)).toEqual(['overview', 'sealed-record'])
    expect(may('opening-record')).toBe(true)
    expect(may('deposits')).toBe(false)
  })

  test('[REP-7] nobody from whom the supervisor is hidden', () => {
    const hiding: Offering = { ...open, rules: { supervisorHiddenFrom: ['tenderer'] } }
    const problems = (['tenderer', 'agency', 'opener', 'supervisor', null] as const).map((role) =>
      downloadProblem(ended, role, overview, hiding),
    )
    expect(problems).toEqual(['document-not-offered', null, null, null, 'document-not-offered'])
  })

  test('[EVA-2] bidders all bids’ figures once the evaluation is done, others at once', () => {
    const evaluated = stateAfter([
      ...histories.ended(),
      event('EvaluationStatusChanged', { status: 'evaluated' }),
    ])
    for (const kind of ['overview', 'base-price', 'unit-prices'] as const)
      expect(downloadProblem(ended, 'bidder', { kind, envelope: 1 }, later)).toBe('overview-later')
    expect(downloadProblem(ended, 'opener', overview, later)).toBeNull()
    expect(downloadProblem(evaluated, 'bidder', overview, later)).toBeNull()
    expect(downloadProblem(ended, 'bidder', { kind: 'opening-record', envelope: 1 }, later)).toBeNull()
  })
})
