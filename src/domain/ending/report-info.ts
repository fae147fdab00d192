import { z } from 'zod'
import { personNameLength } from '../preparation/person-info.ts'

/** What the opener states for the record (END-18): the tenderer's representative, the recorder, other matters. */
export const reportInfoFields = ['representative', 'recorder', 'otherMatters'] as const
export type ReportInfoField = (typeof reportInfoFields)[number]

/** The greatest length of each text. */
export const reportInfoLengths = {
  representative: personNameLength,
  recorder: personNameLength,
  otherMatters: 500,
} as const satisfies Record<ReportInfoField, number>

export const reportInfoSchema = z
  .strictObject({ representative: z.string(), recorder: z.string(), otherMatters: z.string() })
  .readonly()
export type ReportInfo = z.infer<typeof reportInfoSchema>

/** The refusal of a text that is left out. */
export const reportInfoMissing = {
  representative: 'report-representative-missing',
  recorder: 'report-recorder-missing',
  otherMatters: 'report-other-matters-missing',
} as const satisfies Record<ReportInfoField, string>
