import { act, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#client/ui/Toast.tsx'
import { calculateBasePrice } from '#domain/base-price/calculate.ts'
import { currentCalculation } from '#domain/base-price/save-check.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { err } from '#lib/result.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import type { Variant } from '#variants/schema.ts'
import { standard } from '#variants/standard.ts'
import { useStepNavigation } from './use-step-navigation.tsx'

afterEach(() => void vi.restoreAllMocks())

function ToEnd() {
  const { goTo, dialog } = useStepNavigation()
  return (
    <>
      <button type="button" onClick={() => goTo('end')}>
        go
      </button>
      {dialog}
    </>
  )
}

test('[ANN-17] before the end is entered the bidders are named whose disputes have no reply', async () => {
  const page = (
    <MemoryRouter>
      <ToEnd />
    </MemoryRouter>
  )
  const history = [...histories.readToEnd(), ...[1, 2].map((n) => histories.dispute(n))]
  await renderInSession(page, { role: 'opener', history: [...history, histories.disputeReply(1)] })
  await press(document.body, 'go')
  const dialog = screen.getByRole('alertdialog')
  expect(dialog.textContent).toContain('以下投标人对唱标内容的异议尚未回复：投标人2。')
})

const priced = histories.announced({ evaluation: { basePrice: {} } })
const read = event('ReadingCutShort', { reason: '停电' })

function calculated(): SessionEvent[] {
  const found = calculateBasePrice(stateAfter(priced))
  if (!found.ok) throw new Error(found.error.code)
  return [...priced, event('BasePriceCalculated', { calculation: found.value })]
}

const saved = () => {
  const price = currentCalculation(stateAfter(calculated()))?.price ?? ''
  return [...calculated(), event('BasePriceSaved', { price }), read]
}

async function goToEnd(history: readonly SessionEvent[], variant: Variant = standard) {
  const page = (
    <MemoryRouter>
      <ToEnd />
    </MemoryRouter>
  )
  const { sent } = await renderInSession(page, { role: 'opener', history, variant })
  await press(document.body, 'go')
  return sent
}

test.each([
  ['calculated', () => [...calculated(), read], /^评标基准价已计算为 [\d,.]+ 元，但尚未保存/],
  ['not calculated', () => [...priced, read], /^评标基准价尚未计算和保存/],
  ['calculated, before the reading has ended,', calculated, /^评标基准价已计算为/],
])(
  '[BAS-7] the end is entered with a base price that is %s only after a warning',
  async (_, history, words) => {
    const sent = await goToEnd(history())
    expect(within(screen.getByRole('alertdialog')).getByText(words)).toBeTruthy()
    expect(sent).toEqual([])
  },
)

test('[BAS-7] nothing is asked once the base price is saved', async () => {
  expect(await goToEnd(saved())).toEqual([{ type: 'EnterEnd', payload: {} }])
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('[BAS-7] where the base price must be saved the opener is told so at once, before any reason', async () => {
  const warned = vi.spyOn(toast, 'warning')
  const laterSteps = { ...standard.laterSteps, basePriceMustBeSaved: true }
  expect(await goToEnd(calculated(), { ...standard, laterSteps })).toEqual([])
  expect(warned).toHaveBeenCalledExactlyOnceWith('评标基准价未保存，请先保存！', 'base-price-not-saved')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

function ToOpening() {
  const { goTo } = useStepNavigation()
  return (
    <button type="button" onClick={() => goTo('opening')}>
      go
    </button>
  )
}

test('[SHL-13] a refusal to enter a step is shown as a warning', async () => {
  const [warned, failed] = [vi.spyOn(toast, 'warning'), vi.spyOn(toast, 'error')]
  const message = '请先填写人员录入信息!'
  const answer = async () => err({ code: 'person-info-missing', message, params: {} })
  const page = (
    <MemoryRouter>
      <ToOpening />
    </MemoryRouter>
  )
  await renderInSession(page, { history: histories.submitted(), answer })
  await press(screen.getByRole('button').parentElement as HTMLElement, 'go')
  await act(async () => {})
  expect(warned).toHaveBeenCalledExactlyOnceWith(message, 'person-info-missing')
  expect(failed).not.toHaveBeenCalled()
})
