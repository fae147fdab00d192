import { expect, test } from 'vitest'
import type { EvaluationAnswer } from '#protocol/evaluation-request.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder } from '#test/domain/sample-actors.ts'
import { full } from '#variants/full.ts'
import { standard } from '#variants/standard.ts'
import type { Services } from '../services.ts'
import { evaluationHandlers } from './evaluation.ts'

const url = 'https://platform.example/page'
const state = stateAfter(histories.ended())

function ask(answer: EvaluationAnswer | null, variant = full) {
  const services = { settings: { variant }, evaluationDesk: async () => answer } as unknown as Services
  const { undisList, evaluate } = evaluationHandlers(services)
  const context = { session: { id: 's', state }, login: { actor: bidder(1) } }
  return {
    list: () => undisList(context as unknown as Parameters<typeof undisList>[0]),
    page: () => evaluate(context as unknown as Parameters<typeof evaluate>[0]),
  }
}

test('[EVA-3] a section that is not evaluated yet is listed, with the address of its page', async () => {
  const { list, page } = ask({ evaluated: false, url })
  expect(await list()).toEqual({ ok: true, value: [{ bdGuid: 's', bdmc: state.tender?.sectionName }] })
  expect(await page()).toEqual({ ok: true, value: { Result: true, ResultMessage: url } })
})

test('[EVA-3] it is evaluated once', async () => {
  const { list, page } = ask({ evaluated: true, url: null })
  expect(await list()).toEqual({ ok: true, value: [] })
  expect(await page()).toMatchObject({ ok: false, error: { code: 'already-evaluated' } })
})

test('[EVA-3] an evaluation system that does not answer is reported', async () => {
  const { list, page } = ask(null)
  expect(await list()).toMatchObject({ ok: false, error: { code: 'evaluation-list-failed' } })
  expect(await page()).toMatchObject({ ok: false, error: { code: 'evaluation-page-failed' } })
})

test('[EVA-3] a region without it says so', async () => {
  const { list, page } = ask({ evaluated: false, url }, standard)
  for (const asked of [list, page])
    expect(await asked()).toMatchObject({ ok: false, error: { code: 'evaluation-not-offered' } })
})
