import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import * as channel from '#client/net/watch-channel.ts'
import { preferencesStore } from '#client/store/preferences.ts'
import * as speech from '#client/voice/speaker.ts'
import type { Role } from '#domain/session/actor.ts'
import { isoTime } from '#lib/time.ts'
import type { Watched, WatchedSection } from '#protocol/socket/watched.ts'
import type { Prompt } from '#sounds/prompts.ts'
import { type Answers, renderInRegion } from '#test/client/render-in-region.tsx'
import { watchedSection } from '#test/client/watched-section.ts'
import { standard } from '#variants/standard.ts'
import { WatchPage } from './WatchPage.tsx'

const soon = watchedSection('soon', { deadline: isoTime(Date.now() + 20 * 60_000) })
const still = watchedSection('still', { phase: 'opened' })

let hear: (watched: Watched) => void = () => {}
const said: string[] = []

beforeEach(() => {
  vi.spyOn(channel, 'openWatchChannel').mockImplementation((onWatched, onLine) => {
    hear = onWatched
    onLine(true)
    return { close() {} }
  })
  vi.spyOn(speech, 'createBrowserSpeaker').mockImplementation(() => ({
    async say(choose: () => Prompt | null) {
      said.push(choose()?.text.zh ?? '')
    },
    close() {},
  }))
})
afterEach(() => {
  cleanup()
  said.length = 0
  preferencesStore.setState({ muted: false, voiceConsent: null, soundAllowed: false })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function wall(...sections: WatchedSection[]): Watched {
  return { now: Date.now(), ids: sections.map(({ id }) => id), more: 0, sections }
}

function show(answers: Answers = {}, { role = 'supervisor' as Role, at = '/watch' } = {}) {
  const who = { userType: 0, role, userCode: 'one', userName: 'one', ShowName: '陈监督' }
  loginStore.setState({ who, ready: true })
  const epoch = { serverTime: isoTime(Date.now()), epoch: Date.now() }
  return renderInRegion(<WatchPage />, {
    variant: standard,
    at,
    answers: { getServerTimeNoauth: epoch, getWatchedSections: wall(still, soon), ...answers },
  })
}

const cards = () => screen.getAllByRole('article')

test('[WAL-2] a card says step, sentence, time left, who is done and the last event; the nearest deadline is first', async () => {
  show()
  await screen.findByText('标段 soon')
  expect(cards().map((card) => within(card).getByRole('heading').textContent)).toEqual([
    ...['标段 soon', '标段 still'],
  ])
  const [card] = cards()
  if (!card) throw new Error('a card expected')
  for (const text of [
    '请各投标人在截止时间前解密投标文件。',
    '已开启 1 / 3 家',
    '中部路桥解密成功',
    'soon',
  ]) {
    expect(within(card).getByText(text), text).toBeTruthy()
  }
  await waitFor(() => expect(within(card).getByRole('timer').textContent).toMatch(/^(19:5\d|20:00)$/))
})

test('[WAL-2] once its time has come a card counts down no more', async () => {
  const late = watchedSection('late', { phase: 'preparation', deadline: isoTime(Date.now() - 60_000) })
  if (!late.summary?.window) throw new Error('a window expected')
  late.summary.window.name = 'opening'
  show({ getWatchedSections: wall(late) })
  await screen.findByText(/已到开标时间/)
  expect(screen.queryByText('距开标')).toBeNull()
})

test('[WAL-2] a halted section says why and has no clock, one that cannot be read says so', async () => {
  const halt = {
    lot: 'paused',
    by: { at: isoTime(0), name: '王主持', role: 'opener', reason: '停电' },
  } as const
  const paused = { ...still, summary: still.summary && { ...still.summary, halt } }
  show({ getWatchedSections: wall(paused, { ...soon, summary: null }) })
  await screen.findByText(/标段已暂停.*王主持.*停电/)
  expect(screen.getByText(/无法读取/)).toBeTruthy()
  expect(screen.queryAllByRole('article').some((card) => within(card).queryByRole('timer'))).toBe(false)
})

test('[WAL-5] the chosen section alone speaks, in its own words, and stays chosen over a reload', async () => {
  const { place } = show()
  fireEvent.click(await screen.findByRole('button', { name: '播报「标段 soon」' }))
  expect(place()).toBe(`/watch?voice=${soon.id}`)
  expect(preferencesStore.getState()).toMatchObject({ voiceConsent: true, soundAllowed: true })
  const ended = (section: WatchedSection): WatchedSection => ({
    ...section,
    seq: section.seq + 1,
    summary: section.summary && { ...section.summary, phase: 'ended', window: null },
  })
  act(() => hear(wall(soon, ended(still))))
  expect(said).toEqual([])
  act(() => hear(wall(ended(soon), ended(still))))
  await waitFor(() => expect(said).toEqual(['开标结束，感谢各位参与。']))
})

test('[WAL-1] the wall is for supervisors: others are told, and nothing is read', async () => {
  const { asked } = show({}, { role: 'opener' })
  await screen.findByText('监督墙仅供监督人使用')
  expect(asked.map(({ name }) => name)).not.toContain('getWatchedSections')
})

test('an empty wall says when sections come, a fuller one how many more there are', async () => {
  show({ getWatchedSections: wall() })
  await screen.findByText('现在没有正在开标或即将开标的标段')
  act(() => hear({ ...wall(soon), more: 4 }))
  expect(screen.getByText(/另有 4 个标段未显示/)).toBeTruthy()
})
