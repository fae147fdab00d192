import { type FailureCause, failureKindOf } from '#domain/decryption/outcome.ts'
import { type ConfirmationCount, confirmationCount } from '#domain/ending/asked.ts'
import { type OverviewRow, overviewRows, roundOfEnvelope } from '#domain/ending/record.ts'
import { signersOf } from '#domain/ending/signers.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { opensTwice } from '#domain/tender/tender.ts'
import { signedOf } from './ending-phase.ts'

/** What became of the bids in one envelope, and who signed its record (END-30). */
export interface RoundSummary {
  readonly envelope: EnvelopeNumber
  readonly total: number
  /** Invalid ones included. */
  readonly opened: number
  readonly failures: readonly Failures[]
  readonly invalid: readonly OverviewRow[]
  /** How the bidders confirmed the overview, and the round that says why it was closed; null without a confirmation. */
  readonly confirmation: { readonly count: ConfirmationCount; readonly round: SessionState } | null
  /** How many bidders have signed, of those who were asked to. */
  readonly signed: number
  readonly signers: number
  /** Null where there is no signature of an opener to wait for. */
  readonly openerSigned: boolean | null
  /** Of the record that was to be signed; null without signing. */
  readonly recordHash: string | null
}

/** The bids that failed for one cause. */
interface Failures {
  readonly cause: FailureCause
  readonly kind: ReturnType<typeof failureKindOf>
  readonly names: readonly string[]
}

/** The summaries of the rounds that were held, in their order. */
export function summariesOf(state: SessionState): RoundSummary[] {
  const envelopes: readonly EnvelopeNumber[] = state.tender && opensTwice(state.tender) ? [1, 2] : [1]
  return envelopes.flatMap((envelope) => {
    const round = roundOfEnvelope(state, envelope)
    return round ? [summaryOf(round, envelope)] : []
  })
}

function summaryOf(round: SessionState, envelope: EnvelopeNumber): RoundSummary {
  const rows = overviewRows(round)
  const signed = signedOf(round)
  const opener = round.signing && signersOf(round).find(({ isOpener }) => isOpener)
  return {
    ...{ envelope, total: rows.length, signed: signed.done, signers: signed.total },
    opened: rows.filter(({ badge }) => badge !== 'failed').length,
    confirmation: round.confirmation?.closed ? { count: confirmationCount(round), round } : null,
    failures: failuresOf(rows),
    invalid: rows.filter(({ badge }) => badge === 'invalid'),
    openerSigned: opener ? opener.signature !== null : null,
    recordHash: round.signing?.recordHash ?? null,
  }
}

function failuresOf(rows: readonly OverviewRow[]): Failures[] {
  const names = new Map<FailureCause, string[]>()
  for (const { cause, bidderName } of rows) {
    if (cause !== null) names.set(cause, [...(names.get(cause) ?? []), bidderName])
  }
  return [...names].map(([cause, names]) => ({ cause, kind: failureKindOf(cause), names }))
}
