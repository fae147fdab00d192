import { z } from 'zod'

/** Yes or no in each of its spellings (REST-10): true and false, 1 and 0, also as text. */
export const yesOrNo = z
  .union([z.boolean(), z.literal([0, 1]), z.literal(['0', '1', 'true', 'false'])])
  .transform((said) => said === true || said === 1 || said === '1' || said === 'true')
