import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { loginStore } from '#client/store/login-store.ts'
import type { openSession } from '#client/store/open-session.ts'
import { SessionProvider } from '#client/store/session-provider.tsx'
import type { SessionStore } from '#client/store/session-store.ts'
import { createTexts } from '#client/texts/index.ts'
import { theme } from '#client/ui/theme.ts'
import { VariantProvider } from '#client/variant.tsx'
import type { Role } from '#domain/actor.ts'
import type { SessionEvent } from '#domain/event.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/story.ts'
import { openingTime } from '#test/domain/world.ts'
import { lead30 } from '#variants/lead-30.ts'
import type { Variant } from '#variants/schema.ts'
import { standard } from '#variants/standard.ts'
import { TooFewBids } from './TooFewBids.tsx'

const notice = '投标人不足3家（现有2家），请发布流标公告！'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

interface Scene {
  readonly variant?: Variant
  readonly role?: Role
  readonly history?: readonly SessionEvent[]
  /** The server's clock. */
  readonly now?: number
}

/** A section with two bids after its opening time as its opener sees it, unless the scene says otherwise. */
async function show({ variant = lead30, role = 'opener', history = story.submitted(), now }: Scene) {
  const answer = { name: variant.name, demo: false, testAccounts: false, variant }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer)))
  loginStore.setState({
    who: { userType: 1, role, userCode: 'u', userName: 'u', ShowName: 'u' },
    ready: true,
  })
  let store: SessionStore | undefined
  const open: typeof openSession = (_sessionId, opened) => {
    store = opened
    return { send: () => new Promise(() => {}), loadEarlier: () => {}, close: () => {} }
  }
  render(
    <I18nextProvider i18n={createTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <VariantProvider>
          <SessionProvider sessionId="s1" open={open}>
            <TooFewBids />
            <p>shown</p>
          </SessionProvider>
        </VariantProvider>
      </ChakraProvider>
    </I18nextProvider>,
  )
  await screen.findByText('shown')
  const offset = (now ?? openingTime) - Date.now() + 1000
  act(() => store?.setState({ state: stateAfter(history), offset }))
}

test('the opener of too few bids reads that an abandonment notice is due', async () => {
  await show({})
  expect(screen.getByRole('alert').textContent).toBe(notice)
})

test.each<[string, Scene]>([
  ['to others', { role: 'supervisor' }],
  ['ahead of the opening time, when bids may still come', { now: openingTime - 600_000 }],
  ['of bids enough', { history: [...story.submitted(), story.submissionOf(3)] }],
  ['once step 2 is entered', { history: story.entered() }],
  ['in a region that does not say it', { variant: standard }],
])('nothing is said %s', async (_, scene) => {
  await show(scene)
  expect(screen.queryByText(notice)).toBeNull()
})
