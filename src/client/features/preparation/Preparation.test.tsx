import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tokens } from '#client/auth/tokens.ts'
import { tasks } from '#client/texts/zh-CN/tasks.ts'
import { event } from '#domain/session/event.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { sessionId } from '#test/domain/session.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { Preparation } from './Preparation.tsx'

/** Step 1 as the opener sees it once the opening time has come. */
async function show(changes: Partial<TenderInput>, isReady = false) {
  const history = [...histories.submitted(changes), ...(isReady ? [histories.personInfo] : [])]
  const slots = { siteStaff: <p>site staff</p>, draws: <p>draws</p> }
  await renderInSession(<Preparation {...slots} />, { history, now: openingTime })
  return screen.getByRole('region', { name: '开标准备' })
}

test.each<[Partial<TenderInput>, string, string, string]>([
  [{ requiredTenderFiles: ['technical'] }, '招标文件未导入，请先导入！', '去导入', '招标文件导入'],
  [{ qualification: 0, evaluation: { newModel: true } }, '请抽取参数（α、β）', '去抽取', 'draws'],
  [{}, '请先填写人员录入信息!', '去填写', '人员信息尚未录入'],
])(
  'what the entry check misses of %o is said in the bar, with the way to it',
  async (changes, said, way, to) => {
    const bar = await show(changes)
    expect(bar.textContent).toContain(said)
    await press(bar, way)
    expect(document.activeElement?.textContent).toContain(to)
  },
)

test('[PRE-2] the opener’s tasks lead to the parts of the page, which stand in their order', async () => {
  await show({ requiredTenderFiles: ['technical'], qualification: 0, evaluation: { newModel: true } })
  const list = within(screen.getByRole('region', { name: tasks.title }))
  const links = list.getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    ...[tasks.tenderFiles, tasks.draws, tasks.personInfo, `${tasks.siteStaff}${tasks.notNeeded}`],
  ])
  const places: (Element | null)[] = []
  for (const link of links) {
    await act(async () => void fireEvent.click(link))
    places.push(document.activeElement)
  }
  expect(places.map((place) => place?.id)).toEqual([
    ...['part-tenderFiles', 'part-draws', 'part-personInfo', 'part-siteStaff'],
  ])
  expect(places).toEqual([...document.querySelectorAll('[id^="part-"]')].slice(0, 4))
})

test('[PRE-2] draws that the section does not need stand after what it needs', async () => {
  await show({})
  const places = [...document.querySelectorAll('[id^="part-"]')].map(({ id }) => id)
  expect(places).toEqual([
    ...['part-personInfo', 'part-tenderFiles', 'part-draws', 'part-siteStaff', 'part-bids'],
  ])
})

test('when nothing is missing the bar only leads to step 2', async () => {
  const bar = await show({}, true)
  expect(bar.querySelectorAll('button')).toHaveLength(1)
})

test('[PRE-2] step 2 has the name of the procedure, and is closed before its time', async () => {
  const history = [...histories.submitted({ qualification: 8 }), histories.personInfo]
  await renderInSession(<Preparation />, { history, now: openingTime - 60_000 })
  const early = screen.getByRole<HTMLButtonElement>('button', { name: '进入资格申请文件导入' })
  expect(early.disabled).toBe(true)
  cleanup()
  await renderInSession(<Preparation />, { history, now: openingTime })
  const due = screen.getByRole<HTMLButtonElement>('button', { name: '进入资格申请文件导入' })
  expect(due.disabled).toBe(false)
})

test('[PRE-17] an opener who prepared the section enters it once that is possible', async () => {
  const asked: string[] = []
  const serve = (path: string) => {
    if (!path.includes('getProjectAuthorization')) return null
    asked.push(path)
    return Response.json({ oauth2: 'entered', userName: 'u', ShowName: 'u', bidProjGuid: sessionId })
  }
  await renderInSession(<Preparation />, {
    ...{ history: histories.enrolled(), now: openingTime - 60_000, serve },
  })
  expect(asked).toEqual([])
  cleanup()
  await renderInSession(<Preparation />, { history: histories.enrolled(), now: openingTime, serve })
  await waitFor(() => expect(asked).toHaveLength(1))
  await waitFor(() => expect(tokens.session('s1')).toBe('entered'))
})

test('before the decryption command a bidder reads what is awaited, and has no link to step 2', async () => {
  const { tell } = await renderInSession(<Preparation />, {
    ...{ role: 'bidder', history: histories.entered(), now: openingTime },
  })
  const bar = screen.getByRole('region', { name: '开标准备' })
  expect(bar.textContent).toContain('开标人已进入投标文件开启环节，等待下达解密指令。')
  expect(bar.querySelector('button')).toBeNull()
  tell(histories.decrypting())
  expect(bar.querySelector('button')).not.toBeNull()
})

test('a bidder has no link to step 2 when bids are not encrypted and none was submitted', async () => {
  const history = [
    ...histories.published({ encrypted: false }),
    histories.personInfo,
    event('BidOpeningEntered', {}),
  ]
  const { tell } = await renderInSession(<Preparation />, { role: 'bidder', history, now: openingTime })
  const bar = screen.getByRole('region', { name: '开标准备' })
  expect(bar.textContent).toContain('开标人已进入投标文件开启环节。')
  expect(bar.querySelector('button')).toBeNull()
  tell([...history, event('BidImportStarted', {})])
  expect(bar.querySelector('button')).not.toBeNull()
})

test('whoever watches sees the bidders before what the opener prepares', async () => {
  await renderInSession(<Preparation />, { role: 'supervisor', history: histories.submitted() })
  expect(document.querySelector('[id^="part-"]')?.id).toBe('part-bids')
})
