import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useTranslation } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { Toasts } from '#client/ui/Toast.tsx'
import type { FiledDocument } from '#domain/documents/document.ts'
import type { Role } from '#domain/session/actor.ts'
import { event } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import { type History, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, documentId, figuresOf } from '#test/domain/sample-actors.ts'
import { type BidPlan, openingOf } from '#test/domain/session.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { full } from '#variants/full.ts'
import { standard } from '#variants/standard.ts'
import { Ending } from './Ending.tsx'

const at = (address: string) => (
  <MemoryRouter initialEntries={[address]}>
    <Ending basePrice={<p>基准价面板</p>} objections={<p>异议清单</p>} />
  </MemoryRouter>
)
const ending = at('/')
const withLanguageButton = (
  <>
    <ToEnglish />
    {ending}
  </>
)

test('[END-3] a bidder confirms directly under the bar, above the tabs and the overview', async () => {
  const history = histories.confirming()
  const { stands } = await renderInSession(ending, { role: 'bidder', history, now: openingTime })
  const task = screen.getByRole('region', { name: '确认开标一览表' })
  for (const below of [screen.getByRole('tablist'), screen.getByRole('table')])
    expect(task.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(within(task).getByText('确认一览表：先打开证书')).toBeTruthy()
  stands(stateAfter(histories.confirmed()))
  expect(within(task).getByText('贵单位已确认开标一览表。')).toBeTruthy()
})

test('what is done is no longer headed as a task', async () => {
  const { stands } = await renderInSession(ending, {
    ...{ role: 'bidder', history: histories.confirming(), now: openingTime },
  })
  const heading = (name: string) => screen.queryByRole('heading', { name }) !== null
  stands(stateAfter(histories.confirmed()))
  expect([heading('确认开标一览表'), heading('本单位的一览表确认')]).toEqual([false, true])
  stands(stateAfter(histories.signing()))
  expect([heading('签署开标记录'), heading('本单位的签名')]).toEqual([true, false])
  stands(stateAfter(histories.signed()))
  expect([heading('签署开标记录'), heading('本单位的签名')]).toEqual([false, true])
})

test.each([
  ['supervisor', true],
  ['bidder', false],
] as const)(
  'that no confirmation is asked for yet is said in its panel to the %s: %s',
  async (role, says) => {
    await renderInSession(ending, { role, history: histories.atEnd(), now: openingTime })
    expect(screen.queryByText('开标人尚未要求确认。') !== null).toBe(says)
    expect(screen.queryAllByText('等待开标人要求确认开标一览表。')).toHaveLength(says ? 0 : 1)
  },
)

test('[END-20] a bidder who counts as confirmed reads why, before and while they sign', async () => {
  const ended = event('ConfirmationEnded', { reason: '均已到场', automatic: [bidderCode(1)] })
  const early = [...histories.confirming(), histories.confirmation(2), ended]
  const { tell } = await renderInSession(ending, { role: 'bidder', history: early, now: openingTime })
  const said = '一览表确认结束时贵单位未确认，已按自动确认处理。开标人已提前结束确认：均已到场'
  const inTask = (name: string) => screen.getByRole('region', { name }).textContent
  expect(inTask('本单位的一览表确认')).toContain(said)
  tell([...early, histories.signingOrdered(early)])
  expect(inTask('签署开标记录')).toContain(said)
})

test('[END-31] a bidder whose bid was not opened reads in the bar alone that nothing is asked of them', async () => {
  const history = histories.atEndWithout(1)
  await renderInSession(ending, { role: 'bidder', history, now: openingTime })
  screen.getByText('贵单位无需确认一览表和签署开标记录，请等待开标结束。')
  expect(screen.queryByText('开标人尚未要求确认。')).toBeNull()
  expect(screen.queryByRole('region', { name: '等候室' })).toBeNull()
})

test('the bar leads to the tab that it names, which is out of sight below the summary', async () => {
  const history = histories.ended()
  await renderInSession(at('/?tab=signing'), { role: 'bidder', history, now: openingTime })
  await press(document.body, '报表')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tabpanel', { name: '报表' })))
  expect(screen.queryByRole('button', { name: '报表' })).toBeNull()
})

test('[END-2] the confirmation form proposes 10 minutes', async () => {
  await renderInSession(ending, { history: histories.atEnd(), now: openingTime })
  expect(screen.getByDisplayValue('10')).toBeTruthy()
})

test.each([
  ['opener', true],
  ['bidder', false],
] as const)('[BAS-7] a base price that must be saved again is shown to the %s: %s', async (role, shown) => {
  const history = [
    ...histories.announced({ evaluation: { basePrice: {} } }),
    event('ReadingCutShort', { reason: '停电' }),
    event('EndEntered', {}),
  ]
  const variant = { ...standard, laterSteps: { ...standard.laterSteps, basePriceMustBeSaved: true } }
  const { tell } = await renderInSession(ending, { role, history, variant, now: openingTime })
  expect(screen.queryByText('基准价面板') !== null).toBe(shown)
  tell(histories.atEnd())
  expect(screen.queryByText('基准价面板')).toBeNull()
})

test('[END-6] the signing form proposes 15 minutes', async () => {
  await renderInSession(ending, { history: histories.confirmed(), now: openingTime })
  expect(screen.getByDisplayValue('15')).toBeTruthy()
})

test.each(['overview', 'signIn', 'certificates'])(
  '[ANN-6] the tab %s shows all rows, with a search past twenty',
  async (tab) => {
    const bids = Array.from({ length: 21 }, (_, i) => ({ name: `投标人${i + 1}`, figures: figuresOf(i + 1) }))
    const { stands } = await renderInSession(at(`/?tab=${tab}`), { now: openingTime })
    stands(openingOf(bids, 'confirmed').state)
    const rows = () => within(screen.getByRole('table')).getAllByRole('row').length - 1
    const search = await screen.findByRole('searchbox')
    expect(rows()).toBeGreaterThanOrEqual(21)
    fireEvent.change(search, { target: { value: '投标人21' } })
    expect(rows()).toBe(1)
  },
)

test('[REP-5] [MSG-1] an overview that could not be made on entering is told, with the cause', async () => {
  const message = '报表较多，请稍后再试！'
  const refused = {
    ...{ Result: false, ResultMessage: message, message },
    ...{ code: 'reports-busy', params: {}, requestId: '' },
  }
  const serve = (path: string) =>
    path.includes('createReport') ? Response.json(refused, { status: 503 }) : null
  const shown = (
    <>
      {ending}
      <Toasts />
    </>
  )
  await renderInSession(shown, { history: histories.atEnd(), now: openingTime, serve })
  expect(await screen.findByText(`生成开标一览表失败！${message}`)).toBeTruthy()
})

test('[REP-6] an overview that was taken out of the list is not made again on entering', async () => {
  const { asked, serve } = reportCalls()
  const withdrawn = event('DocumentWithdrawn', { documentId: documentId(1), reason: '有误', by: '王主持' })
  const { tell } = await renderInSession(ending, {
    history: [...histories.atEnd(), histories.filed(1), withdrawn],
    now: openingTime,
    serve,
  })
  expect(asked).toEqual([])
  tell(histories.atEnd())
  await waitFor(() => expect(asked).toHaveLength(1))
})

test('[REP-5] another language of the page files no other overview', async () => {
  const { asked, serve } = reportCalls()
  const history = [...histories.ended(), histories.filed(1)]
  await renderInSession(withLanguageButton, { history, now: openingTime, serve })
  await press(document.body, 'English')
  await screen.findByRole('tab', { name: 'Reports' })
  expect(asked).toEqual([])
})

test('[REP-5] a version in the page’s language of before the end is made again, and says until then what it is', async () => {
  const { asked, serve } = reportCalls()
  const { state } = openingOf([{ name: '江河建设', figures: figuresOf(1) }], 'ended')
  const ended = Date.parse(state.endedAt ?? '')
  const made = (version: number, language: 'en' | 'zh-CN', at: number): FiledDocument => ({
    ...histories.overviewVersion(version),
    ...{ language, version: 1, withdrawn: null, at: isoTime(at) },
  })
  const { stands } = await renderInSession(withLanguageButton, { now: openingTime, serve })
  stands({ ...state, documents: [made(1, 'en', ended - 1), made(2, 'zh-CN', ended + 1)] })
  const summary = screen.getByRole('region', { name: '开标小结' })
  within(summary).getByRole('button', { name: '开标一览表（PDF）' })
  within(summary).getByRole('button', { name: '开标一览表（PDF，英文） · 开标结束前的版本' })
  expect(asked).toEqual([])
  await press(document.body, 'English')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(screen.getByText(/^Version 1 · .* · from before the end$/)).toBeTruthy()
})

/** A server that notes the calls for reports. */
function reportCalls() {
  const asked: string[] = []
  const serve = (path: string) => {
    if (path.includes('createReport')) asked.push(path)
    return null
  }
  return { asked, serve }
}

function ToEnglish() {
  const { i18n } = useTranslation()
  return (
    <button type="button" onClick={() => i18n.changeLanguage('en')}>
      English
    </button>
  )
}

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)

test('[TAB-1] the tabs are the hall’s and the region’s, and the address names the shown one', async () => {
  await renderInSession(at('/?tab=page1'), { history: histories.ended(), variant: full })
  expect(tabs()).toEqual([
    ...[
      '开标结果',
      '开标一览表',
      '签到表',
      '电子签名',
      '人员及备注',
      '投标保证金',
      '异议与回复',
      'CA 报告',
      '开标问题',
      '报表',
    ],
    '现场直播',
  ])
  const link = screen.getByRole('link', { name: '打开现场直播' })
  expect(link.getAttribute('href')).toBe('https://live.example.org/')
  expect(link.getAttribute('rel')).toContain('noopener')
})

test('[TAB-1] an unknown tab in the address shows the tab of the phase', async () => {
  await renderInSession(at('/?tab=nothing'), { history: histories.atEnd(), now: openingTime })
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('开标一览表')
})

test('[TAB-1] objections with their replies have a tab', async () => {
  await renderInSession(at('/?tab=objections'), { history: histories.atEnd(), now: openingTime })
  expect(screen.getByText('异议清单')).toBeTruthy()
})

test('[TAB-2] the sign-in sheet has a line for each bidder, for a bidder their own', async () => {
  const { stands } = await renderInSession(at('/?tab=signIn'), { now: openingTime })
  const bids = [1, 2].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) }))
  stands(openingOf(bids, 'announced').state)
  const rows = () => within(screen.getByRole('table')).getAllByRole('row')
  expect(rows()).toHaveLength(3)
  expect(rows()[1]?.textContent).toContain('进入大厅时间2026-03-02 09:30:05')
  cleanup()
  await renderInSession(at('/?tab=signIn'), { role: 'bidder', history: histories.atEnd(), now: openingTime })
  expect(rows()).toHaveLength(2)
})

describe('[EVA-2] the overview after the evaluation', () => {
  const region = { ...standard, laterSteps: { ...standard.laterSteps, overviewAfterEvaluation: true } }
  const evaluated = event('EvaluationStatusChanged', { status: 'evaluated' })
  const show = (role: Role, history: History) =>
    renderInSession(at('/?tab=overview'), { role, history, variant: region, now: openingTime })

  test('a bidder reads it later, the opener at once', async () => {
    const { tell } = await show('bidder', histories.ended())
    expect(screen.getByText('请稍后查看')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    tell([evaluated])
    expect(await screen.findByRole('table')).toBeTruthy()
    cleanup()
    await show('opener', histories.ended())
    expect(screen.getByRole('table')).toBeTruthy()
  })

  test('a bidder who is asked to confirm it reads it', async () => {
    await show('bidder', histories.confirming())
    expect(screen.getByRole('table')).toBeTruthy()
  })
})

describe('[END-30] once the opening has ended', () => {
  const bids: readonly BidPlan[] = [
    { name: '江河建设', figures: figuresOf(1), fails: 'time-out' },
    { name: '城西建筑', figures: figuresOf(2), fails: 'time-out' },
    { name: '南山路桥', figures: figuresOf(3), fails: 'bad-content' },
    { name: '东湖市政', figures: figuresOf(4), invalid: '未盖章' },
    { name: '北岭园林', figures: figuresOf(5), signs: false },
  ]
  const { state } = openingOf(bids, 'ended')
  const summary = () => screen.getByRole('region', { name: '开标小结' })
  const show = async (role: Role, variant = standard) => {
    const { stands } = await renderInSession(ending, { role, variant, now: openingTime })
    stands(state)
  }

  test('everybody reads first how many bids were opened, why others were not, and who signed', async () => {
    await show('supervisor')
    expect(summary().compareDocumentPosition(screen.getByRole('tablist'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    expect([...summary().querySelectorAll('dl')].slice(0, 3).map(({ textContent }) => textContent)).toEqual([
      '已开启2家',
      '未开启3家',
      '已签名1/ 2 家',
    ])
    const { getByText } = within(summary())
    const causes = '未在规定时间内解密：江河建设、城西建筑\n投标文件内容不符合要求：南山路桥'
    expect(summary().textContent).toContain(causes)
    expect(getByText('东湖市政：未盖章')).toBeTruthy()
    expect(getByText('投标人确认 2 家，自动确认 0 家，共 2 家')).toBeTruthy()
    expect(getByText(state.signing?.recordHash ?? 'none')).toBeTruthy()
  })

  test('a bidder reads their own result before that', async () => {
    await show('bidder')
    const [first] = within(summary()).getAllByRole('alert')
    expect(first?.textContent).toContain('贵单位的投标文件未能开启：未在规定时间内解密。')
    const counts = within(summary()).getByText('未开启')
    expect(first?.compareDocumentPosition(counts)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('[EVA-2] where bidders read the overview later, no rival is named', async () => {
    const { laterSteps } = standard
    await show('bidder', { ...standard, laterSteps: { ...laterSteps, overviewAfterEvaluation: true } })
    expect(within(summary()).getByText('未开启')).toBeTruthy()
    expect(summary().textContent).not.toContain('城西建筑')
  })

  test('[REP-7] the current versions of the documents that the viewer may have are there', async () => {
    const { tell } = await renderInSession(ending, { role: 'bidder', now: openingTime })
    tell([...histories.ended(), histories.filed(1), histories.filed(2)])
    expect(within(summary()).getAllByRole('button', { name: '开标一览表（PDF）' })).toHaveLength(1)
    tell(histories.ended())
    expect(within(summary()).getByText('尚未生成任何文件。')).toBeTruthy()
  })

  test('who has ended it has the focus on the summary', async () => {
    const shown = await renderInSession(ending, { history: histories.signingConfirmed(), now: openingTime })
    await press(document.body, '结束开标')
    await press(await screen.findByRole('alertdialog'), '结束开标')
    await waitFor(() => expect(shown.sent).toHaveLength(1))
    shown.tell(histories.ended())
    await waitFor(() => expect(summary().contains(document.activeElement)).toBe(true))
  })
})
