import { act, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#client/ui/Toast.tsx'
import { err } from '#lib/result.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
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
  expect(dialog.textContent).toContain('以下投标人对唱标内容的异议尚未答复：投标人2。')
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
