import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as channel from '#client/net/section-list-channel.ts'
import { agenda as agendaTexts } from '#client/texts/zh-CN/agenda.ts'
import { hall as texts } from '#client/texts/zh-CN/hall.ts'
import { dayOf, recentDays } from '#client/ui/days.ts'
import { createTimeFormat } from '#client/ui/time-format.ts'
import type { Role } from '#domain/session/actor.ts'
import type { SectionListRow } from '#protocol/calls/section-list.ts'
import { renderInRegion } from '#test/client/render-in-region.tsx'
import { lead30 } from '#variants/lead-30.ts'
import { shipped } from '#variants/load.ts'
import type { Variant } from '#variants/schema.ts'
import { standard } from '#variants/standard.ts'
import { SectionList } from './SectionList.tsx'
import { type ListTab, readAddress } from './section-list-address.ts'

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

const serverTime = '2026-03-02T01:00:00.000Z'
const name = '城西路道路改造工程'
const row = {
  ...{ bdGuid: '6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d', bdbh: 'HALL-1', bdmc: name, pbType: 16, gclx: 1 },
  ...{ zsfs: 1, OpenBidTime: serverTime, bidStatus: '未开标', BDZHUANGTAI: 4, tbrCount: '***' },
  ...{ remainTime: 0, submitted: false, running: null },
}

/** A tab of the list of one section, as somebody sees it in a region, with the filters unfolded. */
async function show(
  variant: Variant,
  role: Role,
  tab: ListTab = 'open',
  changes: Partial<SectionListRow> = {},
) {
  const page = { total: 1, more: false, rows: [{ ...row, ...changes }], serverTime }
  const answers = { getJYPTGongChengLieBiao: page, getBidProjKBEnd: page }
  const shown = renderInRegion(<List tab={tab} role={role} />, { variant, answers })
  await screen.findByText(name)
  if (screen.queryByText(texts.filters)) await press(texts.filters)
  return shown
}

function List({
  tab,
  role,
  sort = '',
}: {
  readonly tab: ListTab
  readonly role: Role
  readonly sort?: string
}) {
  const [query, setQuery] = useState(() => readAddress(new URLSearchParams({ tab, sort })))
  return <SectionList query={query} onChange={setQuery} role={role} offset={0} onEnter={() => {}} />
}

// Reading by role is slow in large pages.
const columns = () =>
  [...document.querySelectorAll('thead th')].map((head) => head.textContent?.split(' ')[0])
const filters = () =>
  [...document.querySelectorAll('form[role=search] label')]
    .map((label) => label.textContent)
    .filter((label) => label !== texts.filterTo)
const press = (label: string) => act(async () => void fireEvent.click(screen.getByText(label)))

/** The search stands before the filters that are folded away. */
function textFirst<Name extends string>(names: readonly Name[]): Name[] {
  return names.toSorted((a, b) => Number(b === 'text') - Number(a === 'text'))
}

/** The headings of these columns, for a role. */
function headsFor(
  role: Role,
  { bidderCountSeenBy }: Variant['hall'],
  names: readonly (keyof typeof heads)[],
) {
  const counts = bidderCountSeenBy.some((other) => other === role)
  const seen = names.filter((column) => column !== 'bidderCount' || counts)
  return [...seen.map((column) => heads[column]), texts.columnActions]
}

test.each(shipped)('[LST-4] [LST-5] $name has its columns, filters and choices', async (variant) => {
  const { hall } = variant
  await show(variant, 'opener')
  expect(columns()).toEqual(headsFor('opener', hall, hall.openColumns))
  expect(filters()).toEqual(textFirst(hall.openFilters).map((filter) => labels[filter]))
  expect(screen.queryAllByLabelText(texts.projectChoice)).toHaveLength(hall.newProjects ? 1 : 0)
  if (hall.openFilters.includes('industry')) {
    const { options } = screen.getByLabelText<HTMLSelectElement>(labels.industry)
    expect([...options].map(({ text }) => text)).toEqual(hall.industries.map((code) => code.name.zh))
  }
  cleanup()
  await show(variant, 'opener', 'ended')
  expect(columns()).toEqual(headsFor('opener', hall, hall.endedColumns))
  expect(filters()).toEqual(textFirst(hall.endedFilters).map((filter) => labels[filter]))
})

test('[LST-5] [HLT-9] a halted lot has no countdown; that its time has come is said of it, too', async () => {
  const [variant] = shipped
  if (!variant) throw new Error('a variant expected')
  const ahead = { OpenBidTime: '2999-03-02T01:00:00.000Z' }
  const clocks = () => screen.queryAllByRole('timer').map((clock) => clock.textContent)
  await show(variant, 'opener', 'open', { ...ahead, BDZHUANGTAI: 1 })
  expect(clocks()).toHaveLength(1)
  cleanup()
  await show(variant, 'opener', 'open', ahead)
  expect(clocks()).toEqual([])
  cleanup()
  await show(variant, 'opener')
  expect(clocks()).toEqual([texts.timeCome])
})

test.each(shipped)('[LST-3] $name shows counts, as the server masks them, to its roles', async (variant) => {
  await show(variant, 'supervisor')
  expect(columns()).toEqual(headsFor('supervisor', variant.hall, variant.hall.openColumns))
  const seesMask = columns().includes(texts.columnBidders)
  expect(screen.queryAllByText('***')).toHaveLength(seesMask ? 1 : 0)
})

const byKind = shipped.filter(({ hall }) => hall.openFilters.includes('projectKind'))

test.each(byKind)('[LST-4] $name asks for the chosen kind and offers its specialties', async (variant) => {
  const { hall } = variant
  const { asked } = await show(variant, 'opener')
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

const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** The groups' headings, each with the codes of its rows. */
function groups() {
  const found: [string | undefined, (string | undefined)[]][] = []
  for (const { dataset, textContent } of document.querySelectorAll<HTMLElement>('tbody tr')) {
    if (dataset.group !== undefined) found.push([textContent?.split(' · ')[0], []])
    else if (found.length === 0) found.push([undefined, []])
    if (dataset.index !== undefined) found.at(-1)?.[1].push(/HALL-\w+/.exec(textContent ?? '')?.[0])
  }
  return found
}

/** A page of sections, each with its code. */
async function showPage(variant: Variant, rows: readonly Partial<SectionListRow>[], sort = '') {
  const usual = { ...row, BDZHUANGTAI: 0, tbrCount: null }
  const page = {
    ...{ total: rows.length, more: false, serverTime },
    rows: rows.map((changes, n) => ({
      ...usual,
      bdGuid: `6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c0${n}`,
      bdmc: `${name}${n}`,
      ...changes,
    })),
  }
  const role: Role = 'supervisor'
  const list = <List tab="open" role={role} sort={sort} />
  const shown = renderInRegion(list, { variant, answers: { getJYPTGongChengLieBiao: page } })
  await screen.findByText(`${name}0`)
  return shown
}

const window = { name: 'decryption', deadline: soon(4) } as const
const running = { step: 'opening', bidStyle: 1, preReview: false, window } as const
const agenda: readonly Partial<SectionListRow>[] = [
  { bdbh: 'HALL-RUNS', bidStatus: '开标中', running },
  { bdbh: 'HALL-COME' },
  { bdbh: 'HALL-FAR', OpenBidTime: '2999-03-02T01:00:00.000Z' },
  { bdbh: 'HALL-DEAD', BDZHUANGTAI: 2, bidStatus: '已流标' },
]

test('[LST-14] sections stand in groups, and a running one has its step and the time left in its window', async () => {
  await showPage(standard, agenda)
  expect(groups()).toEqual([
    [agendaTexts.running, ['HALL-RUNS', 'HALL-COME']],
    [agendaTexts.later, ['HALL-FAR']],
    [agendaTexts.over, ['HALL-DEAD']],
  ])
  expect(screen.getByText('投标文件开启')).toBeTruthy()
  expect(screen.getByLabelText(agendaTexts['window.decryption']).textContent).toMatch(/^0[0-4]:\d\d$/)
  const said = (code: string) => screen.getByText(code).closest('tr')?.textContent
  expect(said('HALL-RUNS')).not.toContain(texts.timeCome)
  expect(said('HALL-COME')).toContain(texts.timeCome)
})

test('[LST-14] a row whose time has come keeps the focus when it moves to the other group', async () => {
  await showPage(standard, [
    { bdbh: 'HALL-LATE', OpenBidTime: soon(0.5) },
    { bdbh: 'HALL-NEXT', OpenBidTime: soon(0.02) },
  ])
  const inOrder = () => groups().flatMap(([, codes]) => codes)
  expect(inOrder()).toEqual(['HALL-LATE', 'HALL-NEXT'])
  const enter = [...(screen.getByText('HALL-NEXT').closest('tr')?.querySelectorAll('button') ?? [])].at(-1)
  act(() => enter?.focus())
  expect(document.activeElement).toBe(enter)
  await waitFor(() => expect(inOrder()).toEqual(['HALL-NEXT', 'HALL-LATE']), { timeout: 4000 })
  expect(document.activeElement).toBe(enter)
})

test('before the opening a bidder reads whether the own bid is in, and nobody else', async () => {
  const ahead = { OpenBidTime: '2999-03-02T01:00:00.000Z', BDZHUANGTAI: 0 }
  const says = (text: string) => screen.queryAllByText(text).length
  await show(standard, 'bidder', 'open', ahead)
  expect([says(texts.sealed), says(texts.notSealed)]).toEqual([0, 1])
  cleanup()
  await show(standard, 'bidder', 'open', { ...ahead, submitted: true })
  expect([says(texts.sealed), says(texts.notSealed)]).toEqual([1, 0])
  cleanup()
  await show(standard, 'opener', 'open', ahead)
  expect([says(texts.sealed), says(texts.notSealed)]).toEqual([0, 0])
})

test('[LST-5] a failed row says so once, a stopped one beside its status', async () => {
  const stopped = { bdbh: 'HALL-STOPPED', BDZHUANGTAI: 3, bidStatus: '开标中' }
  await showPage(standard, [...agenda, stopped])
  const said = (code: string) => screen.getByText(code).closest('tr')?.textContent ?? ''
  expect(said('HALL-DEAD').match(/流标/g)).toHaveLength(1)
  expect(said('HALL-STOPPED')).toMatch(/^终止.*开标中/)
})

test('[LST-14] in another order there are no groups', async () => {
  await showPage(standard, agenda, 'bdbh')
  expect(groups()).toEqual([[undefined, ['HALL-RUNS', 'HALL-COME', 'HALL-FAR', 'HALL-DEAD']]])
})

test('[LST-13] the button enters what can be entered, and says from when on the others can', async () => {
  const opensAt = soon(48 * 60)
  await showPage(lead30, [{ OpenBidTime: soon(29) }, { OpenBidTime: opensAt }])
  expect(screen.getByLabelText(`进入标段 ${name}0`).textContent).toBe(texts.enter)
  const label = screen.getByText(/起可进入$/).textContent
  const entry = createTimeFormat('zh-CN', lead30.timeZone).minute(Date.parse(opensAt) - 30 * 60_000)
  // In another year with the year.
  expect(label).toMatch(/^(\d{4}-)?\d\d-\d\d \d\d:\d\d 起可进入$/)
  expect(`${entry} 起可进入`.endsWith(label ?? '')).toBe(true)
})

test('[LST-13] a missing bid leads to sealing it, and one that is in to entering', async () => {
  const look = (label: string) => screen.getByLabelText(label).className
  const enter = `进入标段 ${name}`
  const seen = async (role: Role, submitted: boolean, seal?: string) => {
    await show(lead30, role, 'open', { OpenBidTime: soon(20), BDZHUANGTAI: 0, submitted })
    const looks = { enter: look(enter), seal: seal && look(seal) }
    cleanup()
    return looks
  }
  const { enter: leading } = await seen('supervisor', false)
  const missing = await seen('bidder', false, `为标段 ${name} 制作并递交投标文件`)
  const sealed = await seen('bidder', true, `替换标段 ${name} 已递交的投标文件`)
  expect([missing.enter === leading, sealed.enter === leading]).toEqual([false, true])
  expect(missing.seal).not.toBe(sealed.seal)
})

test('on a phone the order is chosen among the filters', async () => {
  await showPage(standard, agenda)
  expect(screen.queryByLabelText('排序')).toBeNull()
  await press(texts.filters)
  const order = screen.getByLabelText<HTMLSelectElement>('排序')
  fireEvent.change(order, { target: { value: 'code:false' } })
  await waitFor(() => expect(groups()).toHaveLength(1))
  expect(screen.getByLabelText<HTMLSelectElement>('排序').value).toBe('code:false')
})

test('[LST-12] a text is searched on all days; filters are counted, and so are chosen days', async () => {
  const { asked } = await show(standard, 'supervisor')
  const sent = () => asked.findLast((call) => call.name === 'getJYPTGongChengLieBiao')?.sent ?? {}
  const type = (label: string, value: string) =>
    act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
  expect(sent()).toHaveProperty('StartTime')
  await type(labels.industry, '2')
  await type(labels.dates, '2026-03-01')
  await press(agendaTexts.applyFilters)
  await waitFor(() => expect(sent()).toMatchObject({ Hangye: 2, StartTime: '2026-02-28T16:00:00.000Z' }))
  screen.getByText('已设 2 项')
  await type(labels.text, ' 0012 ')
  await press('查询')
  await waitFor(() => expect(sent()).toMatchObject({ Hangye: 2, BHOrMC: '0012' }))
  expect(sent()).not.toHaveProperty('StartTime')
  screen.getByText('已设 1 项')
  expect(screen.getByLabelText<HTMLInputElement>(labels.dates).disabled).toBe(true)
  await type(labels.text, '')
  await press('查询')
  await waitFor(() => expect(sent()).toMatchObject({ StartTime: '2026-02-28T16:00:00.000Z' }))
})

test.each([
  ['open', texts.emptyOpen, '没有待开标的标段', '已开标'],
  ['ended', texts.emptyEnded, '没有已开标的标段', '待开标'],
] as const)(
  'an empty list (%s) says which days it has; what was searched for was not found, and how to go on',
  async (tab, notFound, none, elsewhere) => {
    const nothing = { total: 0, more: false, rows: [], serverTime }
    const answers = { getJYPTGongChengLieBiao: nothing, getBidProjKBEnd: nothing }
    const role: Role = 'supervisor'
    renderInRegion(<List tab={tab} role={role} />, { variant: standard, answers })
    const { from, to } = recentDays(dayOf(Date.now(), standard.timeZone), standard.hall.recentDays)
    await screen.findByText(`${from} 至 ${to} ${none}`)
    screen.getByText(texts.noneHint)
    fireEvent.change(screen.getByLabelText(labels.text), { target: { value: 'X' } })
    await press('查询')
    await screen.findByText(notFound)
    screen.getByText(`可点击“重置”清除条件，或到“${elsewhere}”中查找。`)
    expect(screen.queryByText(texts.noneHint)).toBeNull()
  },
)

test('a device that goes offline is told so at once, with the age of the list', async () => {
  await showPage(standard, agenda)
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(said().join()).not.toContain('离线')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  const time = createTimeFormat('zh-CN', standard.timeZone).clock(Date.parse(serverTime))
  expect(said()).toContain(`本机已离线，更新于 ${time}`)
  expect(screen.queryByText(`更新于 ${time}`)).toBeNull()
})
