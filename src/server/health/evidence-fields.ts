import type { MarkedFields } from '../secrets/marks.ts'

/* What the marks of evidence cover (KEY-5): each row as a whole. */

export interface Beat {
  readonly node: string
  readonly at: Date
}

export function beatFields({ node, at }: Beat): MarkedFields {
  return [node, textOf(at)]
}

export interface Outage {
  readonly fromAt: Date
  readonly toAt: Date
}

export function outageFields({ fromAt, toAt }: Outage): MarkedFields {
  return [textOf(fromAt), textOf(toAt)]
}

export interface Line {
  readonly id: string
  readonly sessionId: string
  readonly bidderCode: string
  readonly node: string
  readonly fromAt: Date
  readonly untilAt: Date | null
}

export function lineFields({ id, sessionId, bidderCode, node, fromAt, untilAt }: Line): MarkedFields {
  return [id, sessionId.toLowerCase(), bidderCode, node, textOf(fromAt), untilAt && textOf(untilAt)]
}

/** What the hall never writes, such as `infinity`, is no Date. */
function textOf(at: unknown): string {
  return at instanceof Date && !Number.isNaN(at.getTime()) ? at.toISOString() : `not a time: ${at}`
}
