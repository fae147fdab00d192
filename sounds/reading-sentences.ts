import type { FailureCause } from '#domain/decryption/outcome.ts'
import type { SessionState } from '#domain/session/state.ts'
import { standingOf } from '#domain/submission/bids.ts'
import { type Column, columnsOfEnvelope } from '#domain/tender/tender.ts'
import { unitIn } from '#domain/tender/units.ts'
import type { PhraseName } from './phrases.ts'
import {
  amount,
  comma,
  count,
  grouped,
  type Piece,
  phrase,
  type Sentences,
  unitHasClip,
  words,
} from './sentence.ts'
import { named, nameOf } from './spoken-bids.ts'

/* What is read aloud of one bid: each announced item under its own title with its unit (VOI-4). */

/** Titles that have a clip; any other item is in the caption and in the browser's own voice alone. */
const titleClips: Readonly<Record<string, PhraseName>> = {
  报价: 'price',
  投标报价: 'bidPrice',
  投标总价: 'totalPrice',
  投标总报价: 'totalPrice',
  总价: 'totalPrice',
  下浮率: 'discount',
  费率: 'rate',
  工期: 'duration',
  计划工期: 'duration',
  交货期: 'delivery',
  服务期: 'servicePeriod',
  投标有效期: 'bidValidity',
  投标保证金: 'bidSecurity',
  安全文明施工费: 'safetyFee',
}

const causes: Readonly<Record<FailureCause, { readonly zh: PhraseName; readonly en: string }>> = {
  'time-out': { zh: 'notDecryptedInTime', en: 'not decrypted in time' },
  'wrong-key': { zh: 'keyDidNotFit', en: 'the key does not fit' },
  'bad-content': { zh: 'contentDiffers', en: 'the content is not what was submitted' },
  'damaged-file': { zh: 'fileDamaged', en: 'the file is damaged' },
  'server-failure': { zh: 'hallFailed', en: 'the hall could not open it' },
  'hall-away': { zh: 'hallFailed', en: 'the hall was away during decryption' },
}

/** The sentence that reads a bid; an unopened or invalid one is read as such, with its reason. */
export function bidSentences(bidderCode: string, state: SessionState): Sentences {
  const bidder = state.bidders[bidderCode]
  const name = nameOf(bidderCode, state)
  const who = named(bidderCode, state)
  const file = bidder ? standingOf(state, bidder) : null
  if (file?.status === 'failed') {
    const cause = causes[file.cause]
    const kind = file.kind === 'revoked' ? 'bidRevoked' : 'bidWithdrawn'
    return {
      zh: [who, phrase(kind), comma, phrase(cause.zh)],
      en: `${name}: bid ${file.kind}, ${cause.en}.`,
    }
  }
  if (bidder?.invalid) {
    const { note } = bidder.invalid
    return {
      zh: [who, phrase('readInvalid'), comma, words(note)],
      en: `${name}: bid marked invalid, ${note}.`,
    }
  }
  const items = itemsOf(bidderCode, state)
  if (items.length === 0) return { zh: [who, phrase('seeOverview')], en: `${name}: see the overview.` }
  return {
    zh: [who, ...items.flatMap(({ zh }, i) => (i === 0 ? zh : [comma, ...zh]))],
    en: `${name}: ${items.map(({ en }) => en).join('; ')}.`,
  }
}

function itemsOf(bidderCode: string, state: SessionState): Sentences[] {
  const { tender, stage, bidders } = state
  const figures = bidders[bidderCode]?.figures ?? {}
  return (tender ? columnsOfEnvelope(tender, stage.number) : []).flatMap((column) => {
    const value = figures[column.key]
    return value ? [item(column, value)] : []
  })
}

/** Without a clip for both title and value the clips leave the item out, so that no number stands alone. */
function item({ title, kind, unit }: Column, value: string): Sentences {
  const clip = titleClips[title.zh]
  const isSpoken = clip !== undefined && kind !== 'text' && unitHasClip(unit)
  const silent = (piece: Piece): Piece => (isSpoken ? piece : { ...piece, clips: [] })
  return {
    zh: [silent(words(title.zh, clip)), silent(kind === 'text' ? words(value) : amount(value, unit))],
    en: `${title.en} ${kind === 'text' ? value : grouped(value)} ${unitIn('en', unit)}`.trimEnd(),
  }
}

/** The bid being read, and after a pause. */
export function resumed(state: SessionState): Sentences {
  const code = state.announcement?.reading?.bidderCode ?? null
  const again = code === null ? null : bidSentences(code, state)
  return {
    zh: [phrase('readingResumed'), ...(again ? [comma, ...again.zh] : [])],
    en: `The reading goes on.${again ? ` ${again.en}` : ''}`,
  }
}

/** The bidders, where the reading begins. */
export function announcementBegins(bidderCount: number): Sentences {
  return {
    zh: [phrase('announcementStarted'), count(bidderCount), phrase('bidders')],
    en: `The announcement begins, with ${bidderCount} ${bidderCount === 1 ? 'bidder' : 'bidders'}.`,
  }
}
