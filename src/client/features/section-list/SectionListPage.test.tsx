import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import * as channel from '#client/net/section-list-channel.ts'
import { hall as texts } from '#client/texts/zh-CN/hall.ts'
import type { Role } from '#domain/session/actor.ts'
import { ok } from '#lib/result.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { type Answers, renderInRegion } from '#test/client/render-in-region.tsx'
import { lead30 } from '#variants/lead-30.ts'
import { lead60 } from '#variants/lead-60.ts'
import { shipped } from '#variants/load.ts'
import type { Variant } from '#variants/schema.ts'
import { standard } from '#variants/standard.ts'
import * as entry from './enter-section.ts'
import { SectionListPage } from './SectionListPage.tsx'

/* The section list of the shipped variants, compared with their files. */

beforeEach(() => void vi.spyOn(channel, 'openSectionListChannel').mockReturnValue({ close() {} }))
afterEach(() => vi.restoreAllMocks())

const labels = {
  industry: texts.filterIndustry,
  openingType: texts.filterType,
  projectKind: texts.filterKind,
  specialty: texts.filterSpecialty,
  procurement: texts.filterProcurement,
  qualificationMethod: texts.filterMethod,
  dates: texts.filterFrom,
  text: texts.filterText,
}
const heads = {
  ribbon: texts.columnRibbon,
  index: texts.columnIndex,
  opensAt: texts.columnTime,
  status: texts.columnStatus,
  code: texts.columnCode,
  name: texts.columnName,
  countdown: texts.columnCountdown,
  bidderCount: texts.columnBidders,
}

const minute = 60_000
const now = Date.parse('2026-03-02T01:00:00.000Z')
const section = '6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d'
const name = '城西路道路改造工程'
const row = {
  ...{ bdGuid: section, bdbh: 'HALL-1', bdmc: name, pbType: 16, gclx: 1, zsfs: 1, bidStatus: '未开标' },
  ...{ BDZHUANGTAI: 0, tbrCount: 5, remainTime: 0, submitted: false },
  OpenBidTime: new Date(now).toISOString(),
}
const serverTime = new Date(now).toISOString()

/** The page of somebody in a region whose list has these rows. */
async function show(variant: Variant, role: Role, rows: readonly object[], answers: Answers = {}) {
  const who = { userType: 1, role, userCode: 'u', userName: 'u', ShowName: 'u' }
  loginStore.setState({ who, ready: true })
  const page = { total: rows.length, more: false, rows, serverTime }
  const shown = renderInRegion(<SectionListPage />, {
    variant,
    at: '/hall',
    answers: {
      getServerTimeNoauth: { serverTime, epoch: now },
      getJYPTGongChengLieBiao: page,
      getBidProjKBEnd: { ...page, total: 0, rows: [] },
      ...answers,
    },
  })
  await screen.findByText(name)
  return shown
}

// Reading by role is slow in large pages.
const columns = () =>
  [...document.querySelectorAll('thead th')].map((head) => head.textContent?.split(' ')[0])
const filters = () =>
  [...document.querySelectorAll('form[role=search] label')]
    .map((label) => label.textContent)
    .filter((label) => label !== texts.filterTo)
const press = (label: string) => act(async () => void fireEvent.click(screen.getByText(label)))
const enter = () => act(async () => void fireEvent.click(screen.getByLabelText(`进入标段 ${name}`)))

test.each(shipped)('[LST-3] [LST-4] [LST-5] $name has its columns, filters and choices', async (variant) => {
  const { hall } = variant
  await show(variant, 'opener', [{ ...row, BDZHUANGTAI: 4, tbrCount: '***' }])
  const headsFor = (role: Role, names: readonly (keyof typeof heads)[]) => {
    const counts = hall.bidderCountSeenBy.some((other) => other === role)
    const seen = names.filter((column) => column !== 'bidderCount' || counts)
    return [...seen.map((column) => heads[column]), texts.columnActions]
  }
  expect(filters()).toEqual(hall.openFilters.map((filter) => labels[filter]))
  expect(screen.queryAllByLabelText(texts.projectChoice)).toHaveLength(hall.newProjects ? 1 : 0)
  if (hall.openFilters.includes('industry')) {
    const { options } = screen.getByLabelText<HTMLSelectElement>(labels.industry)
    expect([...options].map(({ text }) => text)).toEqual(hall.industries.map((code) => code.name.zh))
  }
  for (const role of ['opener', 'bidder', 'supervisor'] as const) {
    act(() => loginStore.setState(({ who }) => ({ who: who && { ...who, role } })))
    expect(columns(), role).toEqual(headsFor(role, hall.openColumns))
    const seesMask = columns().includes(texts.columnBidders)
    expect(screen.queryAllByText('***'), role).toHaveLength(seesMask ? 1 : 0)
  }
  await press(texts.tabEnded)
  await screen.findByText(texts.emptyEnded)
  expect(columns()).toEqual(headsFor('supervisor', hall.endedColumns))
  expect(filters()).toEqual(hall.endedFilters.map((filter) => labels[filter]))
})

const byKind = shipped.filter(({ hall }) => hall.openFilters.includes('projectKind'))

test.each(byKind)('[LST-4] $name asks for the chosen kind and offers its specialties', async (variant) => {
  const { hall } = variant
  const { asked } = await show(variant, 'opener', [row])
  const lastAsked = () => asked.findLast((call) => call.name === 'getJYPTGongChengLieBiao')?.sent ?? {}
  const kind = () => screen.getByLabelText<HTMLSelectElement>(labels.projectKind)
  const unasked = kind().value
  for (const { code } of hall.projectKinds.slice(-2)) {
    fireEvent.change(kind(), { target: { value: String(code) } })
    if (hall.openFilters.includes('specialty')) {
      const known = hall.specialties.some(({ projectKind }) => projectKind === code)
      expect(screen.getByLabelText<HTMLSelectElement>(labels.specialty).disabled).toBe(!known)
    }
    await press('查询')
    await waitFor(() => expect(lastAsked()).toMatchObject({ GCLX: code }))
  }
  await press('重置')
  await waitFor(() => expect(lastAsked()).not.toHaveProperty('GCLX'))
  expect(kind().value).toBe(unasked)
  if (!hall.openFilters.includes('qualificationMethod')) return
  const method = screen.getByLabelText(labels.qualificationMethod)
  fireEvent.change(method, { target: { value: '0' } })
  await press('查询')
  await waitFor(() => expect(lastAsked()).toMatchObject({ zsfs: 0 }))
})

test.each([standard, lead30, lead60])('[PRE-1] $name says when one may enter', async (variant) => {
  const leadMinutes = variant.rules.entryLeadMinutes
  const refused = { code: 'opening-time-not-reached', params: { leadMinutes } } as const
  const message = messageFor('zh-CN', refused)
  const opensAt = new Date(now + (leadMinutes + 10) * minute).toISOString()
  const failure = { Result: false, ResultMessage: message, message, ...refused, requestId: 'r' }
  const record = { bidProjGuid: section, dbGuid: section, bdGuid: section, bdbh: 'HALL-1', bdmc: name }
  await show(variant, 'opener', [{ ...row, OpenBidTime: opensAt }], {
    getJYPTGongCheng: [{ ...record, bidStatus: '未开标', OpenBidTime: opensAt }],
    getProjectAuthorization: Response.json(failure, { status: 409 }),
  })
  await enter()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByText('可进入时间：2026-03-02 09:10:00')).toBeTruthy()
})

test.each<[says: string, Variant, Role, told: boolean]>([
  ['an opener reads of too few bids before entering', lead30, 'opener', true],
  ['a supervisor enters without', lead30, 'supervisor', false],
  ['an opener of another region enters without', standard, 'opener', false],
])('[PRE-3] %s', async (_, variant, role, told) => {
  vi.spyOn(entry, 'enterSection').mockImplementation(async (_, { countBids }) =>
    ok({ sessionId: section, at: now, bids: countBids ? 0 : null, bidStyle: 1 }),
  )
  const { place } = await show(variant, role, [row])
  await enter()
  if (told) {
    const tooFew = messageFor('zh-CN', { code: 'too-few-bidders', params: { minimum: 3, count: 0 } })
    await screen.findByText(tooFew)
    expect(place()).toBe('/hall')
    await press(texts.enterAllTheSame)
  }
  await waitFor(() => expect(place()).toBe(`/bid/${section}/bidready`))
})
