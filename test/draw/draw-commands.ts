import type { DrawState } from '#domain/draw/draw-state.ts'
import { drawCommitment } from '#domain/draw/fair-draw.ts'
import type { DrawRange } from '#domain/draw/kinds.ts'
import type { Command, CommandShapes } from '#domain/session/command.ts'

/** The commands of a draw in the domain's tests. */

export const drawId = '00000000-0000-4000-a000-000000000001'
export const secret = '5e'.repeat(32)

/** The value that somebody contributes. */
export function contributionOf(n: number): string {
  return String(n).padStart(64, '0')
}

export const fRange: DrawRange = { start: '8', end: '12', interval: '0.08' }

export function declaration(changes: Partial<CommandShapes['DeclareDraw']> = {}): Command {
  const parts = [{ drawer: '刘抽取', range: fRange }]
  return {
    type: 'DeclareDraw',
    payload: { drawId, secret, kind: 'f-value', subject: '', parts, ...changes },
  }
}

export function joining({ id, attempt }: Pick<DrawState, 'id' | 'attempt'>, value: string): Command {
  const commitment = drawCommitment(id, attempt, value)
  return { type: 'JoinDraw', payload: { drawId: id, attempt, commitment } }
}

export function reveal({ id, attempt }: Pick<DrawState, 'id' | 'attempt'>, value: string): Command {
  return { type: 'RevealDraw', payload: { drawId: id, attempt, value } }
}

export function stop({ id }: Pick<DrawState, 'id'>): Command {
  return { type: 'StopDraw', payload: { drawId: id } }
}
