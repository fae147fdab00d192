import { expect, test } from 'vitest'
import { flowStatusOf } from '#domain/preparation/entry-check.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { opener } from '#test/domain/sample-actors.ts'
import { full } from '#variants/full.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { standard } from '#variants/standard.ts'
import type { Services } from '../services.ts'
import { setFlowStatus } from './step-status.ts'

const sections = {
  submitted: histories.submitted(),
  opened: histories.opened(),
  announced: histories.announced(),
  atEnd: histories.atEnd(),
  ended: histories.ended(),
}

/** The command that a status gives in a section with this history; null where it gives none. */
async function commandFor(history: SessionEvent[], body: { KBFlowStatus: number; Reason?: string }) {
  const given: unknown[] = []
  const authority = {
    submit: async (_asked: unknown, wire: unknown) => {
      given.push(wire)
      return ok({ seq: 9 })
    },
  }
  const state = stateAfter(history)
  const session = { id: 's', state, unredactedState: state }
  const context = { body, session, login: { actor: opener }, language: 'zh-CN' }
  const answer = await setFlowStatus(
    { authority, settings: { variant: standard } } as unknown as Pick<Services, 'authority' | 'settings'>,
    context as unknown as Parameters<typeof setFlowStatus>[1],
  )
  expect(answer).toMatchObject({ ok: true, value: { Result: true } })
  return { given: given[0] ?? null, answered: answer.ok ? answer.value.KBFlowStatus : null }
}

test.each([
  [0, 'submitted', null],
  [5, 'submitted', null],
  [10, 'submitted', 'EnterBidOpening'],
  [15, 'submitted', 'EnterBidOpening'],
  [15, 'announced', null],
  [20, 'opened', 'EnterAnnouncement'],
  [25, 'opened', 'EnterAnnouncement'],
  [20, 'announced', null],
  [25, 'announced', 'EnterAnnouncement'],
  [35, 'announced', 'EnterEnd'],
  [40, 'announced', 'EnterEnd'],
  [40, 'atEnd', null],
  [25, 'atEnd', null],
  [45, 'atEnd', 'EndOpening'],
  [45, 'ended', null],
] as const)('[SES-18] status %d in a section that is %s gives %s', async (KBFlowStatus, at, type) => {
  const { given } = await commandFor(sections[at], { KBFlowStatus })
  expect(given).toEqual(type && { type, payload: {} })
})

test('[SES-2] the status that is answered before step 2 is 5 once the preparation is done', async () => {
  const ready = [...histories.submitted(), histories.personInfo]
  expect((await commandFor(histories.submitted(), { KBFlowStatus: 0 })).answered).toBe(0)
  expect((await commandFor(ready, { KBFlowStatus: 5 })).answered).toBe(5)
})

test('[SES-2] after the end it is the region’s, whichever status was asked for', async () => {
  expect((await commandFor(sections.ended, { KBFlowStatus: 45 })).answered).toBe(40)
  expect((await commandFor(sections.atEnd, { KBFlowStatus: 45 })).answered).toBe(40)
  const state = stateAfter(sections.ended)
  expect([standard, full].map((variant) => flowStatusOf(state, rulesOf(variant)))).toEqual([40, 45])
})

test('[END-17] the reason of a reading cut short goes with the status of step 4', async () => {
  const { given } = await commandFor(histories.announced(), { KBFlowStatus: 40, Reason: '停电' })
  expect(given).toEqual({
    type: 'EnterEnd',
    payload: { cutShortReason: '停电' },
  })
})
