import { ChakraProvider } from '@chakra-ui/react'
import { act, configure, fireEvent, render, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { I18nextProvider } from 'react-i18next'
import { NEVER } from 'rxjs'
import { vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import type { openSession, RunningSession } from '#client/store/open-session.ts'
import { SessionProvider } from '#client/store/session-provider.tsx'
import type { SessionStore } from '#client/store/session-store.ts'
import { VariantProvider } from '#client/store/variant.tsx'
import type { Role } from '#domain/session/actor.ts'
import type { SessionState } from '#domain/session/state.ts'
import { viewState } from '#domain/session/view-state.ts'
import { ok } from '#lib/result.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import type { SendCommand } from '#streams/commands.ts'
import type { Connection } from '#streams/connection.ts'
import { theme } from '#test/client/theme.ts'
import { type History, stateAfter } from '#test/domain/given.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import type { Variant } from '#variants/schema.ts'
import { standard } from '#variants/standard.ts'
import { allTexts } from './all-texts.ts'

export interface Scene {
  /** The viewer's role, by default the opener; a bidder is the first one. */
  readonly role?: Role
  /** The section's history before the element is shown. */
  readonly history?: History
  readonly variant?: Variant
  /** The server's clock, epoch ms; by default the browser's. */
  readonly now?: number
  /** The server's answer to a command; by default it is accepted. */
  readonly answer?: SendCommand
  /** The progress of reading large files; by default none. */
  readonly progress$?: RunningSession['progress$']
  /** The answer to a call, by its path; null stands for the region's settings. */
  readonly serve?: (path: string) => Response | null
}

export interface SessionOnScreen {
  /** The commands that the element has sent. */
  readonly sent: readonly WireCommand[]
  /** Replaces the section's log. */
  tell(history: History): void
  /** Sets the state of the connection. */
  line(status: Connection['status']): void
  /** Sets the section's state as the viewer may see it. */
  stands(state: SessionState): void
}

// Machines are shared and slow; the limit only catches what hangs.
configure({ asyncUtilTimeout: 20_000 })

/**
 * Shows an element within a section that has no server, in the state that `history` gives for the viewer. Drafts last
 * for the test. Everything is removed after each test.
 */
export async function renderInSession(element: ReactElement, scene: Scene = {}): Promise<SessionOnScreen> {
  const { role = 'opener', history = [], variant = standard, answer = async () => ok(1) } = scene
  const sent: WireCommand[] = []
  const { progress$ = NEVER } = scene
  let opened: SessionStore | null = null
  const open: typeof openSession = (_sessionId, store) => {
    opened = store
    const send: SendCommand = (command) => {
      sent.push(command)
      return answer(command)
    }
    return { send, progress$, loadEarlier: () => {}, close: () => {} }
  }
  function store(): SessionStore {
    if (!opened) throw new Error('the section is not open yet')
    return opened
  }
  function stands(now: SessionState): void {
    const viewer = { role, unitCode: role === 'bidder' ? bidderCode(1) : null, seesSupervisor: true }
    act(() => store().setState({ state: viewState(viewer, now) }))
  }
  const line = (status: Connection['status']) =>
    act(() => store().setState({ connection: { status, since: Date.now(), heardAt: null } }))
  const tell = (now: History) => stands(stateAfter(now))

  standIn(variant, scene.serve)
  const who = { userType: role === 'bidder' ? 2 : 1, role, userCode: 'u', userName: 'u', ShowName: 'u' }
  loginStore.setState({ who, ready: true })
  const page = (shown: ReactElement | null) => (
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <VariantProvider>
          <SessionProvider sessionId="s1" open={open}>
            {shown}
          </SessionProvider>
        </VariantProvider>
      </ChakraProvider>
    </I18nextProvider>
  )
  const { rerender } = render(page(null))
  await waitFor(store)
  tell(history)
  // One second more, so that the given time has passed.
  if (scene.now !== undefined) store().setState({ offset: scene.now - Date.now() + 1000 })
  rerender(page(element))
  return { sent, tell, line, stands }
}

/** Replaces the server's calls. */
function standIn(variant: Variant, serve: Scene['serve'] = () => null): void {
  const region = { name: variant.name, demo: false, testAccounts: false, variant }
  vi.stubGlobal('fetch', async (path: string) => serve(path) ?? new Response(JSON.stringify(region)))
}

/** Types into the field with this label, leaves it, and waits until the form has checked it. */
export async function type(where: HTMLElement, label: string | RegExp, value: string): Promise<void> {
  const field = within(where).getByLabelText(label)
  await act(async () => {
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
  })
}

/** Presses the button with this name, and waits for its immediate effects. */
export async function press(where: HTMLElement, name: string | RegExp): Promise<void> {
  const button = within(where).getByRole('button', { name })
  await act(async () => void fireEvent.click(button))
}
