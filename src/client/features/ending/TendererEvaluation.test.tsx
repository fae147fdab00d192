import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toasts, toast } from '#client/ui/Toast.tsx'
import type { Role } from '#domain/session/actor.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import type { History } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { full } from '#variants/full.ts'
import { standard } from '#variants/standard.ts'
import { TendererEvaluation } from './TendererEvaluation.tsx'

const section = { bdGuid: '7d0f8d3e-3d5b-4a53-9b34-6d9f3e6f2b11', bdmc: '一标段' }
const address = 'https://platform.example/evaluate?id=1'
const asked: string[] = []
/** Null while the platform does not answer. */
let missing: readonly (typeof section)[] | null = []
const page = { opener: {} as unknown, location: { replace: vi.fn() }, close: vi.fn() }
const open = vi.fn((..._given: unknown[]) => page as unknown as Window)

beforeEach(() => {
  asked.length = 0
  missing = [section]
  sessionStorage.clear()
  vi.stubGlobal('open', open)
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

function refusal(code: string, message: string, status: number) {
  const failure = { Result: false, ResultMessage: message, message, params: {}, requestId: 'r' }
  return Response.json({ ...failure, code }, { status })
}

function show(role: Role, history: History, variant = full, refused: string | null = null) {
  const serve = (path: string) => {
    if (/undisList|evaluate/.test(path)) asked.push(path)
    if (path.includes('undisList'))
      return missing
        ? Response.json(missing)
        : refusal('evaluation-list-failed', '查询未评价的项目接口失败！', 503)
    if (!path.includes('evaluate')) return null
    if (refused === null) return Response.json({ Result: true, ResultMessage: address })
    return refusal('already-evaluated', refused, 409)
  }
  const screen_ = (
    <>
      <TendererEvaluation />
      <Toasts />
    </>
  )
  return renderInSession(screen_, { role, history, variant, serve })
}

test('[EVA-3] after the end a bidder is asked, and evaluates in a window of 1000 by 800', async () => {
  await show('bidder', histories.ended())
  const dialog = await screen.findByRole('dialog', { name: '招标人评价' })
  await press(dialog, '评价')
  await waitFor(() => expect(page.location.replace).toHaveBeenCalledWith(address))
  expect(open).toHaveBeenCalledWith('', '_blank', 'width=1000,height=800')
  expect(page.opener).toBeNull()
})

test('[EVA-3] a bidder who does not evaluate now is not asked again, and finds the button', async () => {
  await show('bidder', histories.ended())
  await press(await screen.findByRole('dialog'), '不评价')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: '评价' })).toBeTruthy()
})

test('[EVA-3] who comes back from the evaluation is not asked any more, though the platform tells of it later', async () => {
  await show('bidder', histories.ended())
  await press(await screen.findByRole('dialog'), '不评价')
  vi.useFakeTimers()
  await act(async () => void window.dispatchEvent(new Event('focus')))
  expect(screen.getByRole('button', { name: '评价' })).toBeTruthy()
  missing = []
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.queryByRole('button', { name: '评价' })).toBeNull()
})

test('[EVA-3] a refusal is shown, and no empty window stays', async () => {
  await show('bidder', histories.ended(), full, '该项目已参与评价！')
  await press(await screen.findByRole('dialog'), '评价')
  expect(await screen.findByText('该项目已参与评价！')).toBeTruthy()
  expect(page.close).toHaveBeenCalled()
})

test('[EVA-3] that the platform does not answer is said once, though it is asked again when the bidder is back', async () => {
  const message = '查询未评价的项目接口失败！'
  missing = null
  const told = vi.spyOn(toast, 'error')
  await show('bidder', histories.ended())
  expect(await screen.findByText(message)).toBeTruthy()
  await act(async () => void window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(asked).toHaveLength(2))
  await act(async () => {})
  expect(told).toHaveBeenCalledTimes(1)
})

test.each([
  ['the opener', 'opener', histories.ended(), full],
  ['a bidder before the end', 'bidder', histories.atEnd(), full],
  ['a bidder of a region without it', 'bidder', histories.ended(), standard],
] as const)('[EVA-3] %s is not asked', async (_name, role, history, variant) => {
  await show(role, history, variant)
  await act(async () => {})
  expect(asked).toEqual([])
  expect(screen.queryByText('招标人评价')).toBeNull()
})
