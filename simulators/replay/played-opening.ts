import { isBasePriceSaved } from '#domain/base-price/save-check.ts'
import { confirmers, signingBidders } from '#domain/ending/asked.ts'
import { hasInquiry } from '#domain/inquiry/inquiry.ts'
import { participants } from '#domain/submission/bids.ts'
import { rulesOf } from '#variants/rules-of.ts'
import type { Variant } from '#variants/schema.ts'
import type { Participant } from '../client/session-client.ts'

/** What was played, in words of the log, and how long it took. */
export interface PlayedOpening {
  readonly what: 'opening' | 'paused opening' | 'failed lot'
  readonly steps: Readonly<Record<string, number | string | readonly string[]>>
  readonly seconds: number
}

/** What the log of an ended opening has of each step, and one line for each step that the region has and it lacks. */
export async function playedSteps(
  opener: Participant,
  variant: Variant | undefined,
): Promise<{ readonly steps: PlayedOpening['steps']; readonly missing: string[] }> {
  const state = opener.state()
  const { announcement, inquiry, basePrice, signing, tender, interruptions } = state
  const bidders = participants(state)
  const filed = (await opener.call('GetReportFileInfo')).map(({ kind, format }) => `${kind}.${format}`)
  const confirmed = bidders.filter(({ confirmed: by }) => by === 'bidder').length
  const signed = bidders.filter(({ signature }) => signature !== null).length
  const read = announcement?.reading?.endedAt ? announcement.reading.position : 0
  const isAsked = variant !== undefined && hasInquiry(state, rulesOf(variant))
  const isPriced = tender?.evaluation?.basePrice !== undefined
  const wanted: readonly (readonly [step: string, isPlayed: boolean])[] = [
    ['reading', read === bidders.length && announcement?.reading?.cutShort === null],
    ['objection inquiry', !isAsked || inquiry?.outcome?.answered === bidders.length],
    ['base price', !isPriced || isBasePriceSaved(state)],
    ['confirmation', confirmed === confirmers(state).length],
    ['signing', signed === signingBidders(state).length && signing?.confirmed === true],
    ['documents', needed.every((document) => filed.includes(document))],
  ]
  return {
    steps: {
      bidsRead: read,
      ...(inquiry?.outcome && { answers: inquiry.outcome.answered, objections: inquiry.outcome.objecting }),
      ...(basePrice?.saved && { basePrice: basePrice.saved.price }),
      ...{ confirmed, signed, pauses: interruptions.length, documents: filed },
    },
    missing: wanted.filter(([, isPlayed]) => !isPlayed).map(([step]) => `not played: ${step}`),
  }
}

const needed = ['overview.pdf', 'sign-in.pdf', 'certificates.pdf', 'opening-record.pdf', 'sealed-record.pdf']
