import { z } from 'zod'
import { recordOf } from '#lib/bare-record.ts'
import { epochOf } from '#lib/time.ts'
import { type Actor, type Role, roles } from '../session/actor.ts'
import {
  type DrawKind,
  type DrawParameter,
  drawKinds,
  drawParameterNames,
  drawRangeSchema,
  kindOfParameter,
} from './kinds.ts'

/** One parameter of a draw: who draws it, from which candidates. */
export const drawPartSchema = z
  .strictObject({
    parameter: z.enum(drawParameterNames),
    /** 抽取人 */
    drawer: z.string(),
    /** As the opener typed it; null where the candidates are a fixed list. */
    range: drawRangeSchema.nullable(),
    /** The result's index counts in this order. */
    candidates: z.array(z.string()).readonly(),
  })
  .readonly()
export type DrawPart = z.infer<typeof drawPartSchema>

/** The result of a part. `saved`: as it is stored, F as a fraction (DRW-8). */
export const drawResultSchema = z
  .strictObject({ index: z.number().int(), value: z.string(), saved: z.string() })
  .readonly()
export type DrawResult = z.infer<typeof drawResultSchema>

export interface DrawContribution {
  readonly role: Role
  readonly commitment: string
  /** Null until it is revealed. */
  readonly value: string | null
  readonly revealedAt: string | null
}

/** A contributor who did not reveal; `bidderCode` is null for staff. */
export const withholderSchema = z
  .strictObject({ role: z.enum(roles), bidderCode: z.string().nullable() })
  .readonly()
export type Withholder = z.infer<typeof withholderSchema>

/** A void attempt; `withheld`: commitments that were not revealed. */
export interface VoidAttempt {
  readonly attempt: number
  readonly cause: 'withheld' | 'nobody'
  readonly withheld: readonly string[]
  readonly who: readonly Withholder[]
  readonly at: string
}

export interface DrawState {
  readonly id: string
  readonly kind: DrawKind
  /** The subject of a random index; empty for other kinds. */
  readonly subject: string
  readonly parts: readonly DrawPart[]
  readonly rule: string
  /** From 1; a void attempt is repeated. */
  attempt: number
  declaredAt: string
  /** Hash of the entry that declares this attempt. */
  declaredHash: string
  serverCommitment: string
  /** The server's value in this attempt; only the server knows it until the draw is decided. */
  secret: string | null
  joinBy: string
  /** Null until joining is closed. */
  revealBy: string | null
  phase: 'joining' | 'revealing' | 'decided' | 'void'
  /** Contributions to this attempt that the viewer may know, by `contributorKey`. */
  joined: Record<string, DrawContribution>
  /** The contributors' commitments in order of actor, known once joining is closed; visible to all, without names. */
  contributors: readonly string[]
  /** Contributors who did not reveal in an earlier attempt, as far as the viewer may know. */
  leftOut: readonly { readonly key: string; readonly role: Role }[]
  voided: readonly VoidAttempt[]
  /** `values`: the server's first, then in the order of `contributors`. */
  outcome: {
    readonly seed: string
    readonly values: readonly string[]
    readonly results: readonly DrawResult[]
    readonly at: string
  } | null
}

/** The draws of a session by id, and their ids in the order they were declared. */
export interface Draws {
  readonly draws: Readonly<Record<string, DrawState>>
  readonly drawOrder: readonly string[]
}

/** The key of a contributor: a bidder's unit, so that it contributes once; for others the account. */
export function contributorKey({ role, id, unitCode }: Pick<Actor, 'role' | 'id' | 'unitCode'>): string {
  return role === 'bidder' && unitCode !== null ? unitCode : id
}

/** Draws in the order they were declared. */
export function drawsOf({ drawOrder, draws }: Draws): DrawState[] {
  return drawOrder.flatMap((id) => draws[id] ?? [])
}

/** The draw that is under way; null where none is. */
export function runningDraw(state: Draws): DrawState | null {
  // Only the last can be running: a draw is declared after the one before it has ended.
  const last = state.draws[state.drawOrder.at(-1) ?? '']
  return last && (last.phase === 'joining' || last.phase === 'revealing') ? last : null
}

/** The decided draw of a kind; of a random index the one for the subject. */
export function decidedDraw(state: Draws, kind: DrawKind, subject = ''): DrawState | null {
  const found = drawsOf(state).find(
    (draw) => draw.phase === 'decided' && draw.kind === kind && draw.subject === subject,
  )
  return found ?? null
}

/** A parameter as it was drawn and saved (DRW-8), with its drawer; null while it is not drawn. */
export function drawnParameter(
  state: Draws,
  parameter: Exclude<DrawParameter, 'randomIndex'>,
): { readonly saved: string; readonly drawer: string } | null {
  const kind = kindOfParameter(parameter)
  const draw = decidedDraw(state, kind)
  const place = (drawKinds[kind] as readonly DrawParameter[]).indexOf(parameter)
  const result = draw?.outcome?.results[place]
  return result ? { saved: result.saved, drawer: draw?.parts[place]?.drawer ?? '' } : null
}

/** When the last contributor revealed; null while one has not. Only the server's state has all contributions. */
export function allRevealedAt({ contributors, joined }: DrawState): string | null {
  const revealed = new Map<string, string>()
  for (const { commitment, revealedAt } of Object.values(joined)) {
    if (revealedAt !== null) revealed.set(commitment, revealedAt)
  }
  let last = ''
  for (const commitment of contributors) {
    const at = revealed.get(commitment)
    if (at === undefined) return null
    if (at > last) last = at
  }
  return last
}

interface DrawDue {
  readonly at: number
  readonly drawId: string
  readonly attempt: number
  readonly phase: DrawState['phase']
  readonly isDeadline: boolean
}

/** What the server's clock has to do next in a draw, and when (epoch ms); null when none is running. */
export function nextDrawDue(state: Draws): DrawDue | null {
  const draw = runningDraw(state)
  if (!draw) return null
  const { id: drawId, attempt, phase } = draw
  const revealedAt = phase === 'joining' ? null : allRevealedAt(draw)
  const deadline = phase === 'joining' ? draw.joinBy : (draw.revealBy ?? draw.joinBy)
  return { at: epochOf(revealedAt ?? deadline), drawId, attempt, phase, isDeadline: revealedAt === null }
}

/** Restores draws from JSON: their records of contributions have no prototype. */
export function reviveDraws(draws: Readonly<Record<string, DrawState>>): Record<string, DrawState> {
  return recordOf(
    Object.entries(draws).map(([id, draw]) => [
      id,
      { ...draw, joined: recordOf(Object.entries(draw.joined)) },
    ]),
  )
}
