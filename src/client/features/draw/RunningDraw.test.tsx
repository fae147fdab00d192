import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import type { openSession } from '#client/store/open-session.ts'
import { SessionProvider } from '#client/store/session-provider.tsx'
import type { SessionStore } from '#client/store/session-store.ts'
import { drawCommitment } from '#domain/draw/fair-draw.ts'
import type { Actor, Role } from '#domain/session/actor.ts'
import { viewState } from '#domain/session/view-state.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder } from '#test/domain/sample-actors.ts'
import { declaration, stop } from '#test/draw/draw-commands.ts'
import { type DrawSession, drawSession } from '#test/draw/draw-session.ts'
import { RunningDraw } from './RunningDraw.tsx'

let store: SessionStore | undefined
let sent: WireCommand[] = []
let section: DrawSession

beforeEach(() => {
  sent = []
  section = drawSession()
  localStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(role: Role) {
  loginStore.setState({
    who: { userType: 2, role, userCode: 'u', userName: 'u', ShowName: 'u' },
    ready: true,
  })
  const open: typeof openSession = (_sessionId, opened) => {
    store = opened
    return {
      send: (command) => {
        sent.push(command)
        return new Promise(() => {})
      },
      progress$: NEVER,
      loadEarlier: () => {},
      close: () => {},
    }
  }
  render(
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <SessionProvider sessionId="s1" open={open}>
          <RunningDraw />
        </SessionProvider>
      </ChakraProvider>
    </I18nextProvider>,
  )
}

/** The page receives the current state, as the viewer may see it. */
function arrives({ role, unitCode }: Pick<Actor, 'role' | 'unitCode'> = bidder(1)) {
  const state = structuredClone(viewState({ role, unitCode, seesSupervisor: true }, section.state))
  act(() => store?.setState({ state }))
}

/** The server carries out a command that the page has sent. */
function isDone(command: WireCommand | undefined) {
  if (!command) throw new Error('nothing was sent')
  expect(section.say(command as Parameters<DrawSession['say']>[0], bidder(1))).toBeNull()
}

test('a bidder’s page commits once, and reveals the same value once when joining has closed', () => {
  show('bidder')
  section.say(declaration())
  arrives()
  arrives()
  expect(sent).toMatchObject([{ type: 'JoinDraw', payload: { attempt: 1 } }])
  isDone(sent[0])
  arrives()
  section.pass(3_000)
  section.say(stop(section.draw()))
  arrives()
  arrives()
  expect(sent).toHaveLength(2)
  isDone(sent[1])
  section.tick()
  expect(section.draw().phase).toBe('decided')
})

test('a page that was reloaded after committing reveals the committed value', () => {
  show('bidder')
  section.say(declaration())
  arrives()
  isDone(sent[0])
  cleanup()
  sent = []
  show('bidder')
  section.pass(3_000)
  section.say(stop(section.draw()))
  arrives()
  expect(sent).toMatchObject([{ type: 'RevealDraw' }])
  isDone(sent[0])
})

test('a commitment that is missing from the closed list is not revealed', () => {
  show('bidder')
  section.say(declaration())
  arrives()
  isDone(sent[0])
  const [own] = Object.values(section.draw().joined)
  section.pass(3_000)
  section.say(stop(section.draw()))
  const state = structuredClone(
    viewState({ role: 'bidder', unitCode: 'B0001', seesSupervisor: true }, section.state),
  )
  const draw = state.draws[section.draw().id]
  if (draw)
    state.draws[draw.id] = {
      ...draw,
      contributors: draw.contributors.filter((one) => one !== own?.commitment),
    }
  act(() => store?.setState({ state }))
  expect(sent).toHaveLength(1)
})

describe('the dialog of a draw that is decided', () => {
  const title = '抽取 F值'
  const isShown = () => screen.queryAllByText(title).length > 0

  /** A draw is shown from its declaration to its result. */
  async function decided(role: Role, viewer: Pick<Actor, 'role' | 'unitCode'>): Promise<void> {
    show(role)
    section.say(declaration())
    arrives(viewer)
    await screen.findAllByText(title, {}, { timeout: 20_000 })
    // From here on time is the test's.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { id: drawId } = section.draw()
    const commitment = drawCommitment(drawId, 1, value)
    section.say({ type: 'JoinDraw', payload: { drawId, attempt: 1, commitment } }, bidder(2))
    section.pass(3_000)
    section.say(stop(section.draw()))
    section.say({ type: 'RevealDraw', payload: { drawId, attempt: 1, value } }, bidder(2))
    section.tick()
    expect(section.draw().phase).toBe('decided')
    arrives(viewer)
  }
  const value = 'ab'.repeat(32)
  afterEach(() => void vi.useRealTimers())

  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  test.each([
    ['agency', false],
    ['opener', true],
  ] as const)('after half a minute the %s still sees it: %j', async (role, stays) => {
    await decided(role, { role, unitCode: 'x' })
    wait(29_000)
    expect(isShown()).toBe(true)
    wait(2_000)
    expect(isShown()).toBe(stays)
  })

  test('stays open for whoever uses it', async () => {
    await decided('agency', { role: 'agency', unitCode: 'x' })
    fireEvent.pointerDown(document.body)
    wait(60_000)
    expect(isShown()).toBe(true)
  })

  test.each(['agency', 'opener'] as const)(
    '[SHL-15] gives way to the decryption command for the %s',
    async (role) => {
      await decided(role, { role, unitCode: 'x' })
      const state = structuredClone(viewState({ role, unitCode: 'x', seesSupervisor: true }, section.state))
      const { decryption } = stateAfter(histories.decrypting())
      act(() => store?.setState({ state: { ...state, decryption } }))
      expect(isShown()).toBe(false)
    },
  )
})

test('[SHL-15] a draw never opens over an open window', async () => {
  show('agency')
  section.say(declaration())
  const state = structuredClone(
    viewState({ role: 'agency', unitCode: 'x', seesSupervisor: true }, section.state),
  )
  const { decryption } = stateAfter(histories.decrypting())
  act(() => store?.setState({ state: { ...state, decryption } }))
  expect(screen.queryByText('抽取 F值')).toBeNull()
  arrives({ role: 'agency', unitCode: 'x' })
  expect((await screen.findAllByText('抽取 F值', {}, { timeout: 20_000 })).length).toBeGreaterThan(0)
})

test('a viewer without a part in draws, or who arrives after joining has closed, only watches', async () => {
  show('agency')
  section.say(declaration())
  arrives({ role: 'agency', unitCode: 'x' })
  expect(sent).toEqual([])
  const titles = await screen.findAllByText('抽取 F值', {}, { timeout: 20_000 })
  expect(titles.length).toBeGreaterThan(0)
  const value = 'ab'.repeat(32)
  const { id: drawId } = section.draw()
  section.say(
    { type: 'JoinDraw', payload: { drawId, attempt: 1, commitment: drawCommitment(drawId, 1, value) } },
    bidder(2),
  )
  section.pass(3_000)
  section.say(stop(section.draw()))
  cleanup()
  show('bidder')
  arrives()
  expect(sent).toEqual([])
})
