import { z } from 'zod'
import { ok } from '#lib/result.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { commandRow, preparedCommandRow, serverCommandRow } from '../session/command-row.ts'
import type { Context } from '../session/context.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { reject } from '../session/rejection.ts'
import { beforeOpening, opener, present, system, untilEnded } from '../session/roles-and-statuses.ts'
import type { SessionState } from '../session/state.ts'
import { candidatesOf, savedValue } from './candidates.ts'
import {
  allRevealedAt,
  contributorKey,
  type DrawPart,
  type DrawState,
  decidedDraw,
  runningDraw,
} from './draw-state.ts'
import { drawCommitment, drawIndexes, drawRule, drawSeed, nextSecret } from './fair-draw.ts'
import { type DrawKind, type DrawRange, drawKindNames, drawKinds } from './kinds.ts'
import { drawParameters } from './parameters.ts'
import { longestJoining, revealing, shortestJoining } from './phase-lengths.ts'
import { drawerLength, drawSubjectLength } from './text-lengths.ts'

const typed = z.string().trim().max(40)
/** Ranges as typed, one part for each parameter of the kind; the rules refuse a wrong one with their own messages. */
const declared = {
  kind: z.enum(drawKindNames),
  subject: z.string().trim().max(drawSubjectLength).default(''),
  parts: z
    .array(
      z.strictObject({
        drawer: z.string().trim().max(drawerLength),
        range: z.strictObject({ start: typed, end: typed, interval: typed }).nullable(),
      }),
    )
    .max(2),
}
const drawId = z.uuid()
const attempt = z.number().int().min(1).max(100_000)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const drawCommands = {
  /**
   * The opener declares a draw (DRW-10 to DRW-12). Candidates, rule and the server's commitment are in the log before
   * anybody contributes. From the opening time on no bid can be changed, and each parameter is drawn once, so that
   * nobody can draw again for a better result.
   */
  DeclareDraw: preparedCommandRow({
    wire: z.strictObject(declared),
    /** A fresh id and the server's own value, 32 random bytes as hex. */
    payload: z.strictObject({ drawId: z.string(), secret: z.string(), ...declared }),
    roles: opener,
    statuses: beforeOpening,
    decide(state, { drawId, secret, kind, subject, parts }, { now }) {
      if (!state.tender || now < epochOf(state.tender.opensAt)) return reject('draw-too-early')
      if (runningDraw(state)) return reject('draw-running')
      const about = kind === 'random-index' ? subject.trim() : ''
      if (decidedDraw(state, kind, about)) return reject('draw-already-decided')
      if (kind === 'random-index' && about === '') return reject('draw-subject-missing')
      const checked = partsOf(kind, parts, state)
      if (!checked.ok) return checked
      const declared = { drawId, attempt: 1, kind, subject: about, parts: checked.value, rule: drawRule }
      return ok([declaration(declared, secret, now + longestJoining)])
    },
  }),

  /** A participant commits to a value; the same commitment again changes nothing. */
  JoinDraw: commandRow({
    /** `commitment`: SHA-256 over the canonical JSON of `{attempt, drawId, value}`. */
    payload: z.strictObject({ drawId, attempt, commitment: hash }),
    roles: present,
    statuses: untilEnded,
    decide(state, { drawId, attempt, commitment }, { actor, now }) {
      const draw = attemptOf(state, drawId, attempt)
      if (!draw) return reject('unknown-draw')
      const key = contributorKey(actor)
      const own = draw.joined[key]
      if (own?.commitment === commitment) return ok([])
      if (own) return reject('draw-already-joined')
      if (draw.phase !== 'joining' || now >= epochOf(draw.joinBy)) return reject('draw-joining-closed')
      if (draw.leftOut.some((other) => other.key === key)) return reject('draw-left-out')
      const others = Object.values(draw.joined)
      // A copied commitment could only repeat the value that its owner reveals.
      if (commitment === draw.serverCommitment || others.some((other) => other.commitment === commitment))
        return reject('draw-commitment-taken')
      return ok([event('DrawJoined', { drawId, attempt, bidderCode: bidderCodeOf(actor), commitment })])
    },
  }),

  /** The opener closes joining; then everybody reveals. */
  StopDraw: commandRow({
    payload: z.strictObject({ drawId }),
    roles: opener,
    statuses: untilEnded,
    decide(state, { drawId }, { now }) {
      const draw = state.draws[drawId]
      if (!draw) return reject('unknown-draw')
      if (draw.phase !== 'joining') return ok([])
      const early = now < epochOf(draw.declaredAt) + shortestJoining
      if (early || Object.keys(draw.joined).length === 0) return reject('draw-still-joining')
      return ok(closeJoining(draw, now))
    },
  }),

  /** A contributor reveals the committed value; after a wrong value the right one is still accepted. */
  RevealDraw: commandRow({
    /** `value`: 32 random bytes as hex. */
    payload: z.strictObject({ drawId, attempt, value: hash }),
    roles: present,
    statuses: untilEnded,
    decide(state, { drawId, attempt, value }, { actor, now }) {
      const draw = attemptOf(state, drawId, attempt)
      if (!draw) return reject('unknown-draw')
      const own = draw.joined[contributorKey(actor)]
      if (!own) return reject('draw-not-joined')
      if (own.value === value) return ok([])
      if (draw.phase === 'joining') return reject('draw-still-joining')
      if (draw.phase !== 'revealing' || now >= epochOf(draw.revealBy ?? '')) return reject('draw-closed')
      if (drawCommitment(drawId, attempt, value) !== own.commitment) return reject('draw-reveal-wrong')
      return ok([event('DrawRevealed', { drawId, attempt, bidderCode: bidderCodeOf(actor), value })])
    },
  }),

  /**
   * The server's clock closes joining. When all have revealed it decides the draw and reveals the server's value; when
   * somebody has not revealed in time it voids the attempt and declares the next one without them.
   */
  CloseDraw: serverCommandRow({
    payload: z.strictObject({ drawId: z.string(), attempt: z.number().int() }),
    roles: system,
    statuses: untilEnded,
    decide(state, { drawId, attempt }, { now }) {
      const draw = attemptOf(state, drawId, attempt)
      if (draw?.phase === 'joining') return ok(now < epochOf(draw.joinBy) ? [] : closeJoining(draw, now))
      if (draw?.phase !== 'revealing') return ok([])
      if (allRevealedAt(draw) !== null) return ok([decided(draw)])
      return ok(now < epochOf(draw.revealBy ?? '') ? [] : voided(draw, now))
    },
  }),
} as const

type Declared = Pick<DrawState, 'attempt' | 'kind' | 'subject' | 'parts' | 'rule'> & { drawId: string }

function declaration(declared: Declared, secret: string, joinBy: number): SessionEvent {
  const serverCommitment = drawCommitment(declared.drawId, declared.attempt, secret)
  return event('DrawDeclared', { ...declared, serverCommitment, joinBy: isoTime(joinBy) }, { secret })
}

function partsOf(
  kind: DrawKind,
  asked: readonly { readonly drawer: string; readonly range: DrawRange | null }[],
  { tender }: SessionState,
) {
  const parts: DrawPart[] = []
  const parameters = drawKinds[kind]
  if (!tender || asked.length !== parameters.length) return reject('draw-values-invalid')
  for (const [i, parameter] of parameters.entries()) {
    const { drawer = '', range = null } = asked[i] ?? {}
    const candidates = candidatesOf(parameter, range, tender)
    if (!candidates.ok) return candidates
    if (drawer.trim() === '') return reject('drawer-missing')
    const typed = drawParameters[parameter].from === 'range' ? range : null
    parts.push({ parameter, drawer: drawer.trim(), range: typed, candidates: candidates.value })
  }
  return ok(parts)
}

/**
 * The contributors' commitments, without names, in the order of `contributorKey`. The order does not depend on the
 * commitments, so that nobody can choose a place.
 */
function closeJoining(draw: DrawState, now: number): SessionEvent[] {
  const contributors = Object.keys(draw.joined)
    .sort()
    .flatMap((key) => draw.joined[key]?.commitment ?? [])
  const { id: drawId, attempt } = draw
  const revealBy = isoTime(now + revealing)
  const closed = event('DrawJoiningClosed', { drawId, attempt, contributors, revealBy })
  // The server alone could have chosen its value; such a draw proves nothing.
  if (contributors.length > 0) return [closed]
  return [closed, event('DrawVoided', { drawId, attempt, cause: 'nobody', withheld: [] }, { who: [] })]
}

function decided(draw: DrawState): SessionEvent {
  const { id: drawId, attempt, parts } = draw
  const byCommitment = new Map(
    Object.values(draw.joined).map(({ commitment, value }) => [commitment, value ?? '']),
  )
  const values = [
    secretOf(draw),
    ...draw.contributors.map((commitment) => byCommitment.get(commitment) ?? ''),
  ]
  const seed = drawSeed(draw.declaredHash, values)
  const nextIndex = drawIndexes(seed)
  const results = parts.map(({ parameter, candidates }) => {
    const index = nextIndex(candidates.length)
    const value = candidates[index] ?? ''
    return { index, value, saved: savedValue(parameter, value) }
  })
  return event('DrawDecided', { drawId, attempt, seed, values, results })
}

function voided(draw: DrawState, now: number): SessionEvent[] {
  const { id: drawId, attempt, kind, subject, parts, rule } = draw
  const silent = Object.keys(draw.joined)
    .sort()
    .flatMap((key) => {
      const contribution = draw.joined[key]
      return contribution?.value === null ? [{ key, ...contribution }] : []
    })
  const who = silent.map(({ key, role }) => ({ role, bidderCode: role === 'bidder' ? key : null }))
  const withheld = silent.map(({ commitment }) => commitment)
  const again = { drawId, attempt: attempt + 1, kind, subject, parts, rule }
  return [
    event('DrawVoided', { drawId, attempt, cause: 'withheld', withheld }, { who }),
    declaration(again, nextSecret(secretOf(draw)), now + shortestJoining),
  ]
}

function secretOf({ id, secret }: DrawState): string {
  if (secret === null) throw new Error(`draw ${id} has lost the server's value`)
  return secret
}

function attemptOf(state: SessionState, drawId: string, attempt: number): DrawState | null {
  const draw = state.draws[drawId]
  return draw?.attempt === attempt ? draw : null
}

function bidderCodeOf({ role, unitCode }: Context['actor']): string | null {
  return role === 'bidder' ? unitCode : null
}
