import { z } from 'zod'

/** Minutes as typed: empty or missing becomes null; text that is no finite number becomes 0, which the rule refuses. */
export const typedMinutes = z
  .union([z.number(), z.string().trim().max(20)])
  .nullish()
  .transform((typed) => (typed === '' || typed == null ? null : finite(Number(typed))))

/** Minutes of a window without a message of its own for an empty field: it becomes 0, which the rule refuses. */
export const windowMinutes = typedMinutes.transform((minutes) => minutes ?? 0)

function finite(minutes: number): number {
  return Number.isFinite(minutes) ? minutes : 0
}
