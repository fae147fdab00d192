import { z } from 'zod'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { Caller } from './command-call.ts'

/** BidStage, StageOrd (REST-4): the envelope; the current one where left out. */
export const stage = z.coerce
  .number()
  .pipe(z.literal([1, 2]))
  .optional()

/** Whether a command names another envelope than the current one: its sender's state is old, or the stage is wrong. */
export function isOtherStage({ state }: Caller, asked: EnvelopeNumber | undefined): boolean {
  return asked !== undefined && asked !== state.stage.number
}
