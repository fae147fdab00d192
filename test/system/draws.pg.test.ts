import { afterAll, beforeAll, expect, it } from 'vitest'
import { runningDraw } from '#domain/draw/draw-state.ts'
import { drawCommitment } from '#domain/draw/fair-draw.ts'
import type { DrawKind } from '#domain/draw/kinds.ts'
import { revealing, shortestJoining } from '#domain/draw/phase-lengths.ts'
import { drawProblem } from '#domain/draw/verify.ts'
import { firstBreak, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import type { SessionState } from '#domain/session/state.ts'
import { failureOf } from '#simulators/client/http-client.ts'
import { type Account, enterSession, type Participant } from '#simulators/client/session-client.ts'
import { contributeUntil } from '#simulators/participants/draws.ts'
import { accountOf, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'
import { codeOf } from './refusals.ts'
import { type Lived, liveBeforeOpening } from './rivals-fixture.ts'

/* Draws against a real server: by REST and by socket, with a bidder who withholds, and across a crash. */

let hall: Hall
let session: string
let opensAt: string
let opener: Participant
let supervisor: Participant
let bidder: Participant
let withholder: Participant
/** A bidder among rivals in another section, before its opening. */
let among: Lived

beforeAll(async () => {
  // A region in which the section can be entered before its opening time.
  hall = await openHall({ environment: { VARIANT: 'lead-30' } })
  const authority = await testAuthority()
  const bidders = await Promise.all([bidderOf(hall, authority), bidderOf(hall, authority)])
  ;({ session, opensAt } = await publishFor(hall, bidders, 60, {
    ...{ projectKind: 1, qualification: 0 },
    evaluation: { newModel: false, industryCategory: 1, draws: ['f-value'] },
  }))
  const enter = (account: Account) => enterSession(account, session)
  opener = await enter(await accountOf(hall, 'opener'))
  supervisor = await enter(await accountOf(hall, 'supervisor'))
  bidder = await enter(bidders[0].account)
  withholder = await enter(bidders[1].account)
}, 120_000)

afterAll(async () => {
  for (const person of [opener, supervisor, bidder, withholder]) person?.close()
  await hall?.close()
})

const range = { KaiShiZhi: '8', JieShuZhi: '12', JianZhi: '0.08', ChouQuRen: '刘抽取' }

function isDecided(kind: DrawKind) {
  return (state: ReturnType<Participant['state']>) =>
    Object.values(state.draws).some((draw) => draw.kind === kind && draw.phase === 'decided')
}

/** How many participants of the attempt have revealed their values. */
function revealed(state: SessionState, drawId: string): number {
  return Object.values(state.draws[drawId]?.joined ?? {}).filter(({ value }) => value !== null).length
}

it('[RIV-1] [RIV-4] before the opening a bidder gets the same alone and among rivals', async () => {
  const authority = await testAuthority()
  const own = await bidderOf(hall, authority)
  const rivals = await Promise.all([bidderOf(hall, authority), bidderOf(hall, authority)])
  const leader = await accountOf(hall, 'opener')
  const alone = await liveBeforeOpening(hall, own, leader, [])
  among = await liveBeforeOpening(hall, own, leader, rivals)
  expect(among.got.length).toBeGreaterThan(80)
  expect(among.got).toEqual(alone.got)
  for (const { epoch, head } of [...alone.beats, ...among.beats]) {
    expect(epoch).toMatch(/^preview\./)
    expect(head).toBeLessThanOrEqual(among.bidder.state().seq)
  }
  alone.bidder.close()
}, 120_000)

it('waits for the opening time', async () => {
  expect(await codeOf(opener.call('setFValue', { body: range }))).toBe('draw-too-early')
  await hall.clock.leapTo(opensAt)
  const { Status, code, message } = await opener.call('checkIntoTBCondition')
  expect({ Status, code, message }).toEqual({
    Status: false,
    code: 'draw-a-g-missing',
    message: '请抽取参数（a、g）',
  })
}, 60_000)

it('refuses with the prescribed texts', async () => {
  const refused = async (body: object) =>
    opener
      .call('setFValue', { body: { ...range, ...body } })
      .catch((error: unknown) => failureOf(error)?.code)
  expect(await refused({ KaiShiZhi: '' })).toBe('draw-values-invalid')
  expect(await refused({ JianZhi: '11' })).toBe('draw-interval-invalid')
  expect(await refused({ KaiShiZhi: '12', JieShuZhi: '8' })).toBe('draw-range-invalid')
  expect(await refused({ ChouQuRen: '' })).toBe('drawer-missing')
  expect(await refused({ FValue: '0.0808' })).toBe('draw-not-decided')
  expect(await codeOf(bidder.call('setFValue', { body: range }))).toBe('forbidden')
})

it('repeats a draw without the bidder who withholds, and shows everybody the same result', async () => {
  const declared = await opener.call('setFValue', { body: range })
  expect(declared).toMatchObject({ Result: true, values: [] })
  const drawId = declared.drawId ?? ''

  // One joins by REST and never reveals.
  const value = 'ab'.repeat(32)
  const joining = { drawId, attempt: 1, commitment: drawCommitment(drawId, 1, value) }
  await withholder.call('joinDraw', { body: joining })
  const others = [opener, supervisor, bidder].map((person) =>
    contributeUntil(person, isDecided('f-value'), 'the result'),
  )
  await supervisor.until((state) => Object.keys(state.draws[drawId]?.joined ?? {}).length === 4, 'all four')
  await hall.clock.leap(shortestJoining)
  await opener.call('stopDraw', { body: { drawId } })
  await supervisor.until((state) => revealed(state, drawId) === 3, 'all values but one')
  await hall.clock.leap(revealing)

  await withholder.until((state) => state.draws[drawId]?.attempt === 2, 'the repetition')
  expect(await codeOf(withholder.call('revealDraw', { body: { drawId, attempt: 1, value } }))).toBe(
    'unknown-draw',
  )
  const again = { drawId, attempt: 2, commitment: drawCommitment(drawId, 2, value) }
  expect(await codeOf(withholder.call('joinDraw', { body: again }))).toBe('draw-left-out')
  await supervisor.until(
    (state) =>
      state.draws[drawId]?.attempt === 2 && Object.keys(state.draws[drawId]?.joined ?? {}).length === 3,
    'the three others',
  )
  await hall.clock.leap(shortestJoining)
  await Promise.all(others)
  const watchers = [opener, supervisor, bidder, withholder]
  const known = await Promise.all(watchers.map((one) => one.until(isDecided('f-value'), 'the result')))
  const seen = known.map(({ draws }) => draws[drawId])
  for (const draw of seen) {
    expect(draw?.outcome).toEqual(seen[0]?.outcome)
    expect(draw && drawProblem(draw)).toBeNull()
    expect(draw?.voided).toHaveLength(1)
  }
  const named = { role: 'bidder', bidderCode: withholder.unitCode }
  expect(supervisor.state().draws[drawId]?.voided[0]?.who).toEqual([named])
  expect(bidder.state().draws[drawId]?.voided[0]?.who).toEqual([])
  expect(Object.keys(bidder.state().draws[drawId]?.joined ?? {})).not.toContain(withholder.unitCode)
}, 60_000)

it('answers the protocol’s call with the drawn values, and stores nothing else', async () => {
  const { rows } = await bidder.call('getDraws')
  const result = rows[0]?.parts[0]?.result
  const said = await opener.call('setFValue', { body: range })
  expect(said.values).toEqual([result?.saved])
  expect(rows[0]?.parts[0]?.indexList).toHaveLength(51)
  expect(rows[0]?.parts[0]?.indexList[result?.index ?? -1]).toBe(result?.value)
  expect(await codeOf(opener.call('setFValue', { body: { FValue: Number(result?.saved) } }))).toBe('done')
  expect(await codeOf(opener.call('setFValue', { body: { FValue: result?.value } }))).toBe('done')
  expect(await codeOf(opener.call('setFValue', { body: { FValue: '0.5' } }))).toBe('draw-value-differs')
  const again = {
    type: 'DeclareDraw' as const,
    payload: { kind: 'f-value' as const, subject: '', parts: [] },
  }
  expect(await codeOf(opener.send(again))).toBe('draw-already-decided')
})

it('continues after a crash with the value that the server had committed to', async () => {
  const body = { aChouQuRen: '甲', gChouQuRen: '乙' }
  await opener.call('setAGValue', { body })
  const running = await bidder.until((state) => runningDraw(state)?.kind === 'a-g', 'the draw')
  const draw = runningDraw(running)
  const contributions = [opener, bidder].map((person) =>
    contributeUntil(person, isDecided('a-g'), 'the result'),
  )
  await supervisor.until(
    (state) => Object.keys(state.draws[draw?.id ?? '']?.joined ?? {}).length === 2,
    'two',
  )
  await hall.kill()
  await hall.start()
  // Stopped once all are back: a participant who learns of it too late withholds.
  await opener.send({ type: 'PostMessage', payload: { message: '服务器已恢复' } })
  const { seq } = opener.state()
  await bidder.until((state) => state.seq >= seq, 'the message')
  // The shortest time for joining, which a quick restart does not use up.
  await hall.clock.leap(shortestJoining)
  await opener.call('stopDraw', { body: { drawId: draw?.id ?? '' } })
  await Promise.all(contributions)
  const decided = bidder.state().draws[draw?.id ?? '']
  expect(decided && drawProblem(decided)).toBeNull()
  expect(decided?.outcome?.results).toHaveLength(2)
  const { code } = await opener.call('checkIntoTBCondition')
  expect(code).not.toMatch(/^draw-/)
}, 120_000)

it('reveals no value of the server before its draw is decided', async () => {
  const page = await bidder.call('getSessionLog', { query: { after: 0, limit: 5000 } })
  const entries = page.entries as unknown as VisibleEntry[]
  expect(firstBreak(session, entries)).toBeNull()
  for (const entry of entries) {
    if (entry.type === 'DrawDeclared') expect(entry.private).toEqual({})
  }
})

it('[RIV-2] from the opening time on that bidder follows the whole log', async () => {
  const { bidder: waiting, session: section, opensAt: opens } = among
  await hall.clock.leapTo(opens)
  const watcher = await enterSession(await accountOf(hall, 'supervisor'), section)
  const { seq: head } = await watcher.call('getKBFlowStatus')
  await waiting.until(({ seq }) => seq === head, 'the log itself')
  expect(firstBreak(section, waiting.entries())).toBeNull()
  expect(waiting.entries().filter(isHidden).length).toBeGreaterThan(8)
  for (const person of [watcher, waiting]) person.close()
}, 60_000)
