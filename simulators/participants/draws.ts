import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { decidedDraw, runningDraw } from '#domain/draw/draw-state.ts'
import { drawCommitment } from '#domain/draw/fair-draw.ts'
import { type DrawKind, drawKinds } from '#domain/draw/kinds.ts'
import { neededDraws } from '#domain/draw/needed.ts'
import { drawParameters, proposedRange } from '#domain/draw/parameters.ts'
import type { SessionState } from '#domain/session/state.ts'
import { failureOf } from '../client/http-client.ts'
import type { Participant } from '../client/session-client.ts'

/** Range of a parameter for which the tender gives none. */
const anyRange = { start: '1', end: '5', interval: '0.5' }

/**
 * Contributes to every draw, as browsers do automatically, until `over` holds; resolves with that state.
 */
export async function contributeUntil(
  person: Participant,
  over: (state: SessionState) => boolean,
  what: string,
): Promise<SessionState> {
  const values = new Map<string, string>()
  const revealed = new Set<string>()
  for (;;) {
    const state = await person.until((now) => over(now) || hasPart(now, values, revealed), what)
    if (over(state)) return state
    const draw = runningDraw(state)
    if (!draw) continue
    const { id: drawId, attempt } = draw
    const key = `${drawId} ${attempt}`
    const value = values.get(key)
    if (value === undefined) {
      const fresh = randomBytes(32).toString('hex')
      values.set(key, fresh)
      const commitment = drawCommitment(drawId, attempt, fresh)
      await unlessTooLate(person.send({ type: 'JoinDraw', payload: { drawId, attempt, commitment } }))
    } else {
      revealed.add(key)
      await unlessTooLate(person.send({ type: 'RevealDraw', payload: { drawId, attempt, value } }))
    }
  }
}

function hasPart(
  state: SessionState,
  values: ReadonlyMap<string, string>,
  revealed: ReadonlySet<string>,
): boolean {
  const draw = runningDraw(state)
  if (!draw) return false
  const key = `${draw.id} ${draw.attempt}`
  return draw.phase === 'joining' ? !values.has(key) : values.has(key) && !revealed.has(key)
}

/** The opener makes the draws that step 2 requires, one after the other, and stops each as soon as allowed. */
export async function drawNeeded(opener: Participant): Promise<void> {
  const { tender } = opener.state()
  for (const { kind } of tender ? neededDraws(tender) : []) {
    if (!isDrawn(opener.state(), kind)) await drawOne(opener, kind)
  }
}

async function drawOne(opener: Participant, kind: DrawKind): Promise<void> {
  const { tender } = opener.state()
  if (!tender) throw new Error('no tender to draw for')
  const parts = drawKinds[kind].map((parameter) => {
    const range = proposedRange(parameter, tender) ?? anyRange
    const whole = parameter === 'randomIndex' ? { ...range, interval: '1' } : range
    return { drawer: '王主持', range: drawParameters[parameter].from === 'list' ? null : whole }
  })
  const subject = kind === 'random-index' ? '抽取方案' : ''
  await opener.send({ type: 'DeclareDraw', payload: { kind, subject, parts } })
  const declared = await opener.until((state) => runningDraw(state)?.kind === kind, 'the draw')
  const stopping = stopLater(opener, runningDraw(declared)?.id ?? '')
  await contributeUntil(opener, (state) => isDrawn(state, kind), `the result of ${kind}`)
  await stopping
}

async function stopLater(opener: Participant, drawId: string): Promise<void> {
  await sleep(3_200)
  // Refused when clocks differ or the draw is over; it then ends by itself.
  await unlessTooLate(opener.send({ type: 'StopDraw', payload: { drawId } }))
}

function isDrawn(state: SessionState, kind: DrawKind): boolean {
  return decidedDraw(state, kind, kind === 'random-index' ? '抽取方案' : '') !== null
}

async function unlessTooLate(command: Promise<void>): Promise<void> {
  try {
    await command
  } catch (error) {
    const code = failureOf(error)?.code ?? ''
    if (!code.startsWith('draw-') && code !== 'unknown-draw') throw error
  }
}
