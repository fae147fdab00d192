import { z } from 'zod'

/** BidStage, StageOrd (REST-4): the envelope that is meant; left out, the one that is dealt with. */
export const stage = z.coerce
  .number()
  .pipe(z.literal([1, 2]))
  .optional()
