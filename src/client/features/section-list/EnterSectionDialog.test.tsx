import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as entry from '#client/session/enter-section.ts'
import { hall as texts } from '#client/texts/zh-CN/hall.ts'
import type { Role } from '#domain/session/actor.ts'
import { ok } from '#lib/result.ts'
import type { SectionListRow } from '#protocol/calls/section-list.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { type Answers, renderInRegion } from '#test/client/render-in-region.tsx'
import { lead30 } from '#variants/lead-30.ts'
import { lead60 } from '#variants/lead-60.ts'
import type { Variant } from '#variants/schema.ts'
import { standard } from '#variants/standard.ts'
import { EnterSectionDialog } from './EnterSectionDialog.tsx'

afterEach(() => vi.restoreAllMocks())

const minute = 60_000
const now = Date.parse('2026-03-02T01:00:00.000Z')
const serverTime = new Date(now).toISOString()
const section = '6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d'
const name = '城西路道路改造工程'
const row: SectionListRow = {
  ...{ bdGuid: section, bdbh: 'HALL-1', bdmc: name, pbType: 16, gclx: 1, zsfs: 1, bidStatus: '未开标' },
  ...{ BDZHUANGTAI: 0, tbrCount: 0, remainTime: 0, submitted: false, OpenBidTime: serverTime, running: null },
}

/** The platform's record of the section. */
function platformRecord(opensAt: string) {
  const { submitted: _, running: __, ...listed } = row
  return {
    ...{ ...listed, OpenBidTime: opensAt, jbjssj: opensAt, jbrq: opensAt, createDate: serverTime },
    ...{ bidProjGuid: section, dbGuid: section, webGuid: null },
  }
}

/** Somebody in a region enters a section. */
function show(variant: Variant, role: Role, entered: SectionListRow, answers: Answers = {}) {
  const offset = now - Date.now()
  const dialog = (
    <EnterSectionDialog row={entered} tab="open" role={role} offset={offset} onClose={() => {}} />
  )
  return renderInRegion(dialog, {
    variant,
    at: '/hall',
    answers: { getServerTimeNoauth: { serverTime, epoch: now }, ...answers },
  })
}

test.each([standard, lead30, lead60])('[PRE-1] $name says when one may enter', async (variant) => {
  const leadMinutes = variant.rules.entryLeadMinutes
  const refused = { code: 'opening-time-not-reached', params: { leadMinutes } } as const
  const message = messageFor('zh-CN', refused)
  const opensAt = new Date(now + (leadMinutes + 10) * minute).toISOString()
  const failure = { Result: false, ResultMessage: message, message, ...refused, requestId: 'r' }
  show(
    variant,
    'opener',
    { ...row, OpenBidTime: opensAt },
    {
      getJYPTGongCheng: [platformRecord(opensAt)],
      getProjectAuthorization: Response.json(failure, { status: 409 }),
    },
  )
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByText('可进入时间：2026-03-02 09:10:00')).toBeTruthy()
})

test.each<[Role, boolean]>([
  ['opener', true],
  ['supervisor', false],
])('[PRE-17] before that, the %s may prepare the section: %j', async (role, may) => {
  const refused = { code: 'opening-time-not-reached', params: { leadMinutes: 0 } } as const
  const message = messageFor('zh-CN', refused)
  const opensAt = new Date(now + 10 * minute).toISOString()
  const failure = { Result: false, ResultMessage: message, message, ...refused, requestId: 'r' }
  const early: SectionListRow = { ...row, OpenBidTime: opensAt }
  const { asked } = show(standard, role, early, {
    getJYPTGongCheng: [platformRecord(opensAt)],
    getProjectAuthorization: Response.json(failure, { status: 409 }),
  })
  await screen.findByText(message)
  const button = screen.queryByRole('button', { name: texts.prepare })
  expect(button !== null).toBe(may)
  if (!button) return
  await act(async () => void fireEvent.click(button))
  const sent = () => asked.filter((call) => call.name === 'getProjectAuthorization').map((call) => call.sent)
  await waitFor(() => expect(sent()).toMatchObject([{ Preparation: false }, { Preparation: true }]))
})

test('[LST-13] at that time it enters by itself', async () => {
  const refused = { code: 'opening-time-not-reached', params: { leadMinutes: 0 } } as const
  const message = messageFor('zh-CN', refused)
  const opensAt = new Date(now + 1000).toISOString()
  const failure = { Result: false, ResultMessage: message, message, ...refused, requestId: 'r' }
  const { asked } = show(
    standard,
    'supervisor',
    { ...row, OpenBidTime: opensAt },
    {
      getJYPTGongCheng: [platformRecord(opensAt)],
      getProjectAuthorization: Response.json(failure, { status: 409 }),
    },
  )
  await screen.findByText(texts.entersByItself)
  const attempts = () => asked.filter((call) => call.name === 'getProjectAuthorization').length
  expect(attempts()).toBe(1)
  await waitFor(() => expect(attempts()).toBeGreaterThan(1))
})

test.each<[says: string, Variant, Role, told: boolean]>([
  ['an opener reads of too few bids before entering', lead30, 'opener', true],
  ['a supervisor enters without', lead30, 'supervisor', false],
  ['an opener of another region enters without', standard, 'opener', false],
])('[PRE-3] %s', async (_, variant, role, told) => {
  vi.spyOn(entry, 'enterSection').mockImplementation(async (_, { countBids }) =>
    ok({ sessionId: section, at: now, bids: countBids ? 0 : null, bidStyle: 1 }),
  )
  const { place } = show(variant, role, row)
  if (told) {
    const tooFew = messageFor('zh-CN', { code: 'too-few-bidders', params: { minimum: 3, count: 0 } })
    await screen.findByText(tooFew)
    expect(place()).toBe('/hall')
    await act(async () => void fireEvent.click(screen.getByText(texts.enterAllTheSame)))
  }
  await waitFor(() => expect(place()).toBe(`/bid/${section}`))
})
