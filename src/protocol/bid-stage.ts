import { z } from 'zod'

/** BidStage, StageOrd (REST-4): the envelope; the current one where left out. */
export const stage = z.coerce
  .number()
  .pipe(z.literal([1, 2]))
  .optional()
