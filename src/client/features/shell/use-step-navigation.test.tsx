import { act, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#client/ui/Toast.tsx'
import { err } from '#lib/result.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { useStepNavigation } from './use-step-navigation.tsx'

afterEach(() => void vi.restoreAllMocks())

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
