import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { loginStore } from '#client/store/login-store.ts'
import type { openSession } from '#client/store/open-session.ts'
import { SessionProvider } from '#client/store/session-provider.tsx'
import type { SessionStore } from '#client/store/session-store.ts'
import { createTexts } from '#client/texts/index.ts'
import { theme } from '#client/ui/theme.ts'
import { VariantProvider } from '#client/variant.tsx'
import { event, type SessionEvent } from '#domain/event.ts'
import { ok } from '#lib/result.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/story.ts'
import { standard } from '#variants/standard.ts'
import { ParametersDialog } from './ParametersDialog.tsx'

const sent: WireCommand[] = []
const closed = vi.fn()

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sent.length = 0
  closed.mockClear()
})

/** The control price as the opener's side reads it in. */
function priced(price: string): SessionEvent {
  const controlPrice = { price, remark: '' }
  return event('EvaluationParametersSet', { changes: {}, controlPriceSet: true }, { controlPrice })
}

/** The dialog over a section that stands as `history` tells from before it was opened. */
async function show(history: readonly SessionEvent[]) {
  const answer = { name: standard.name, demo: false, testAccounts: false, variant: standard }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer)))
  loginStore.setState({
    who: { userType: 1, role: 'opener', userCode: 'u', userName: 'u', ShowName: 'u' },
    ready: true,
  })
  let store: SessionStore | undefined
  const open: typeof openSession = (_sessionId, opened) => {
    store = opened
    opened.setState({ state: stateAfter(history) })
    const send = async (command: WireCommand) => {
      sent.push(command)
      return ok(1)
    }
    return { send, loadEarlier: () => {}, close: () => {} }
  }
  const page = (shown: boolean) => (
    <I18nextProvider i18n={createTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <VariantProvider>
          <SessionProvider sessionId="s1" open={open}>
            {shown && <ParametersDialog onClose={closed} />}
            <p>shown</p>
          </SessionProvider>
        </VariantProvider>
      </ChakraProvider>
    </I18nextProvider>
  )
  const { rerender } = render(page(false))
  await screen.findByText('shown')
  await vi.waitUntil(() => store)
  rerender(page(true))
  const dialog = await screen.findByRole('dialog')
  return {
    dialog,
    tell: (now: readonly SessionEvent[]) => act(() => store?.setState({ state: stateAfter(now) })),
  }
}

test('what the opener left alone is not sent: a control price read in meanwhile stands', async () => {
  const history = [...story.submitted(), priced('4000000.00')]
  const { dialog, tell } = await show(history)
  expect(within(dialog).getByDisplayValue('4000000.00')).toBeTruthy()
  tell([...history, priced('4860000.50')])
  fireEvent.change(within(dialog).getByLabelText(/抽取/), { target: { value: '抽取K值' } })
  fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
  await vi.waitUntil(() => closed.mock.calls.length > 0)
  expect(sent).toMatchObject([{ type: 'SetEvaluationParameters', payload: { drawNote: '抽取K值' } }])
  expect(Object.keys(sent[0]?.payload ?? {})).toEqual(['drawNote'])
})

test('a control price that the opener takes back is sent, and nothing else', async () => {
  const { dialog } = await show([...story.submitted(), priced('4000000.00')])
  fireEvent.change(within(dialog).getByDisplayValue('4000000.00'), { target: { value: ' ' } })
  fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
  await vi.waitUntil(() => closed.mock.calls.length > 0)
  expect(sent[0]?.payload).toEqual({ controlPrice: '' })
})
