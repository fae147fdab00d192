import { act, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RedirectToDecryption } from '#client/features/decryption/RedirectToDecryption.tsx'
import { StepNav } from '#client/features/shell/StepNav.tsx'
import { useRouteGuard } from '#client/features/shell/use-route-guard.ts'
import { useStepNavigation } from '#client/features/shell/use-step-navigation.tsx'
import { StepNavigation } from '#client/session/step-navigation.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { toast } from '#client/ui/Toast.tsx'
import type { Role } from '#domain/session/actor.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'

/* The step bar and the guard of the addresses together, as the shell has them. */

function Section() {
  const { goTo, dialog } = useStepNavigation()
  return (
    <StepNavigation value={goTo}>
      <StepNav />
      <Screen />
      {dialog}
    </StepNavigation>
  )
}

function Screen() {
  return useRouteGuard() && <Outlet />
}

const children = [
  ...['bidready', 'bidbegin', 'declassifiedstatus', 'bidcall', 'bidend', 'progress'].map((path) => ({
    path,
    element: <main />,
  })),
  ...['auto-kb', 'bid-begin'].map((path) => ({ path, element: <RedirectToDecryption /> })),
]

const told = [vi.spyOn(toast, 'info'), vi.spyOn(toast, 'warning')]
afterEach(() => void vi.clearAllMocks())

/** A section at an address, as that role sees it. */
async function at(route: string, role: Role, history: readonly SessionEvent[]) {
  const router = createMemoryRouter([{ path: '/bid/:sessionId', element: <Section />, children }], {
    initialEntries: [`/bid/s1/${route}`],
  })
  const session = await renderInSession(<RouterProvider router={router} />, { role, history })
  await act(async () => {})
  return {
    ...session,
    address: () => router.state.location.pathname.split('/')[3] + router.state.location.search,
    goTo: (address: string) => act(() => router.navigate(`/bid/s1/${address}`)),
  }
}

/** What has been said since the last time. */
function said(): string[] {
  const texts = told.flatMap(({ mock }) => mock.calls.map(([text]) => text))
  vi.clearAllMocks()
  return texts
}

const refusal = (code: Parameters<typeof messageFor>[1]['code']) => messageFor('zh-CN', { code, params: {} })
const choose = (step: string) => press(screen.getByRole('navigation'), new RegExp(step))
const watchers = ['bidder', 'supervisor'] as const

describe('a step that is not open yet', () => {
  const { waitDecryption, waitAnnouncement, waitEnd } = shell
  const waiting = [
    ['投标文件开启', waitDecryption],
    ['唱标', waitAnnouncement],
    ['开标结束', waitEnd],
  ] as const
  test.each<[Role, string, SessionEvent[], readonly (readonly [string, string])[]]>([
    ['bidder', 'bidready', histories.submitted(), waiting],
    ['supervisor', 'bidready', histories.submitted(), waiting],
    ['bidder', 'bidready', histories.entered(), waiting],
    ['bidder', 'declassifiedstatus', histories.decrypting(), waiting.slice(1)],
    ['bidder', 'bidcall', histories.announced(), waiting.slice(2)],
    [
      ...(['opener', 'bidready', histories.submitted()] as const),
      [
        ['唱标', refusal('enter-opening-first')],
        ['开标结束', refusal('enter-announcement-first')],
      ],
    ],
    ['opener', 'bidbegin', histories.entered(), [['唱标', refusal('decryption-not-issued')]]],
    ['opener', 'declassifiedstatus', histories.decrypting(), [['唱标', refusal('imports-pending')]]],
    ['opener', 'declassifiedstatus', histories.opened(), [['开标结束', refusal('announce-first')]]],
  ])('is refused to the %s at %s with the reason', async (role, route, history, refused) => {
    const { address, sent } = await at(route, role, history)
    for (const [step, message] of refused) {
      await choose(step)
      expect(said()).toEqual([message])
      expect(address()).toBe(route)
    }
    expect(sent).toEqual([])
  })

  test.each(['opener', ...watchers] as const)('says to the %s why a lot is halted', async (role) => {
    const { address, tell } = await at('declassifiedstatus', role, histories.opened())
    for (const [lot, code] of [
      ['failure-pending', 'failure-pending'],
      ['stopped', 'flow-terminated'],
      ['failed', 'flow-terminated'],
    ] as const) {
      tell([...histories.opened(), event('LotStatusChanged', { lot })])
      for (const step of ['唱标', '开标结束']) {
        await choose(step)
        expect(said()).toEqual([refusal(code)])
      }
      await choose('开标准备')
      expect(address()).toBe('bidready')
      await choose('投标文件开启')
      expect(address()).toBe('declassifiedstatus')
    }
  })
})

describe('an address', () => {
  test.each(['bidbegin', 'bidcall', 'bidend'])(
    '%s leads a bidder back to step 1, with the reason',
    async (route) => {
      const { address } = await at(route, 'bidder', histories.submitted())
      expect(address()).toBe('bidready')
      expect(said()).toHaveLength(1)
    },
  )

  test.each<[Role, SessionEvent[], string]>([
    ['opener', histories.submitted(), 'bidready'],
    ['opener', histories.entered(), 'bidbegin'],
    ['opener', histories.decrypting(), 'declassifiedstatus'],
    ['opener', histories.announced(), 'bidcall'],
    ['bidder', histories.entered(), 'bidready'],
    ['supervisor', histories.atEnd(), 'bidend'],
  ])('without a step leads the %s to the one that is running', async (role, history, route) => {
    const { address } = await at('', role, history)
    expect(address()).toBe(route)
    expect(said()).toEqual([])
  })

  test.each(['bidbegin', 'auto-kb', 'bid-begin'])(
    '[SHL-6] %s leads to the decryption page with its parameters',
    async (route) => {
      const { address } = await at(`${route}?from=platform`, 'bidder', histories.decrypting())
      expect(address()).toBe('declassifiedstatus?from=platform')
      expect(said()).toEqual([])
    },
  )

  test.each([
    ['mode YS', { openingMode: 'YS' }],
    ['no encryption', { encrypted: false }],
  ] as const)('%s: step 2 opens the decryption page', async (_, changes) => {
    const { address } = await at('bidready', 'opener', histories.entered(changes))
    await choose('投标文件开启')
    expect(address()).toBe('declassifiedstatus')
  })

  test('[END-17] entering the end before the reading has ended asks why it is cut short', async () => {
    const { sent } = await at('bidcall', 'opener', histories.reading())
    await choose('开标结束')
    const asked = await screen.findByRole('alertdialog')
    expect(sent).toEqual([])
    await type(asked, /^提前结束的原因/, '停电')
    await press(asked, '唱标未完成，提前结束并进入开标结束')
    await waitFor(() => expect(sent).toEqual([{ type: 'EnterEnd', payload: { cutShortReason: '停电' } }]))
  })

  test('without an announcement step the opener goes from the decryption to the end', async () => {
    const { address, sent, tell } = await at(
      'declassifiedstatus',
      'opener',
      histories.opened({ bidStyle: 0 }),
    )
    await choose('开标结束')
    expect(sent.map(({ type }) => type)).toEqual(['EnterAnnouncement'])
    tell([...histories.opened({ bidStyle: 0 }), ...histories.announcements, event('EndEntered', {})])
    await waitFor(() => expect(address()).toBe('bidend'))
  })
})

describe('as the section goes on', () => {
  test.each(watchers)('the %s moves along from step to step', async (role) => {
    const { address, tell } = await at('bidready', role, histories.submitted())
    for (const [history, route] of [
      [histories.entered(), role === 'bidder' ? 'bidready' : 'bidbegin'],
      [histories.decrypting(), 'declassifiedstatus'],
      [histories.announced(), 'bidcall'],
    ] as const) {
      tell(history)
      await waitFor(() => expect(address()).toBe(route))
    }
    // From an earlier step, too.
    await choose('开标准备')
    expect(address()).toBe('bidready')
    tell(histories.atEnd())
    await waitFor(() => expect(address()).toBe('bidend'))
  })

  test('the opener stays at an earlier step, but moves to the decryption page', async () => {
    const { address, tell } = await at('bidbegin', 'opener', histories.entered())
    tell(histories.decrypting())
    await waitFor(() => expect(address()).toBe('declassifiedstatus'))
    await choose('开标准备')
    tell(histories.announced())
    await act(async () => {})
    expect(address()).toBe('bidready')
  })
})
