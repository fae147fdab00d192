import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { event, type SessionEvent } from '#domain/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as story from '#test/domain/story.ts'
import { ParametersDialog } from './ParametersDialog.tsx'

const closed = vi.fn()

afterEach(() => void closed.mockClear())

/** The control price as the opener's side reads it in. */
function priced(price: string): SessionEvent {
  const controlPrice = { price, remark: '' }
  return event('EvaluationParametersSet', { changes: {}, controlPriceSet: true }, { controlPrice })
}

/** The dialog over a section that stands as `history` tells from before it was opened. */
async function show(history: readonly SessionEvent[]) {
  const section = await renderInSession(<ParametersDialog onClose={closed} />, { history })
  return { ...section, dialog: await screen.findByRole('dialog') }
}

const save = (dialog: HTMLElement) =>
  act(async () => void fireEvent.submit(dialog.querySelector('form') as HTMLFormElement))

test('what the opener left alone is not sent: a control price read in meanwhile stands', async () => {
  const history = [...story.submitted(), priced('4000000.00')]
  const { dialog, tell, sent } = await show(history)
  expect(within(dialog).getByDisplayValue('4000000.00')).toBeTruthy()
  tell([...history, priced('4860000.50')])
  fireEvent.change(within(dialog).getByLabelText(/抽取/), { target: { value: '抽取K值' } })
  await save(dialog)
  expect(closed).toHaveBeenCalledOnce()
  expect(sent).toMatchObject([{ type: 'SetEvaluationParameters', payload: { drawNote: '抽取K值' } }])
  expect(Object.keys(sent[0]?.payload ?? {})).toEqual(['drawNote'])
})

test('a control price that the opener takes back is sent, and nothing else', async () => {
  const { dialog, sent } = await show([...story.submitted(), priced('4000000.00')])
  fireEvent.change(within(dialog).getByDisplayValue('4000000.00'), { target: { value: ' ' } })
  await save(dialog)
  expect(closed).toHaveBeenCalledOnce()
  expect(sent[0]?.payload).toEqual({ controlPrice: '' })
})
