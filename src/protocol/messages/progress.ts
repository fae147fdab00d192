import { isKnown, type RecordedEvent } from '#domain/session/event.ts'
import type { SessionState } from '#domain/session/state.ts'
import { kindAmongSeveral } from './bid-file-texts.ts'
import type { Language, Sentence } from './codes.ts'
import { announcementProgress } from './progress/announcement.ts'
import { basePriceProgress } from './progress/base-price.ts'
import { decryptionProgress } from './progress/decryption.ts'
import { depositProgress } from './progress/deposits.ts'
import { drawProgress } from './progress/draw.ts'
import { endingProgress } from './progress/ending.ts'
import { evaluationProgress } from './progress/evaluation.ts'
import { haltingProgress } from './progress/halting.ts'
import { inquiryProgress } from './progress/inquiry.ts'
import { messagesProgress } from './progress/messages.ts'
import { objectionProgress } from './progress/objections.ts'
import { preparationProgress } from './progress/preparation.ts'
import type { Lookups, ProgressKind, ProgressRow, ProgressTable } from './progress/row.ts'
import { sessionProgress } from './progress/session.ts'
import { submissionProgress } from './progress/submission.ts'
import { tenderProgress } from './progress/tender.ts'

/** How the progress log tells each event. */
const progressTable: ProgressTable = {
  ...sessionProgress,
  ...haltingProgress,
  ...tenderProgress,
  ...preparationProgress,
  ...submissionProgress,
  ...drawProgress,
  ...decryptionProgress,
  ...announcementProgress,
  ...inquiryProgress,
  ...basePriceProgress,
  ...endingProgress,
  ...depositProgress,
  ...evaluationProgress,
  ...objectionProgress,
  ...messagesProgress,
}

/** One line of the progress log as a sentence (SHL-14). */
export function progressLine(event: RecordedEvent, language: Language, lookups: Lookups): string {
  const [zh, en] = isKnown(event) ? rowOf(event).sentence(event, lookups) : unknownEvent(event)
  return language === 'en' ? en : zh
}

/** What sentences take from a state that may go on; `latest` returns the newest. */
export function lookupsIn(latest: () => Pick<SessionState, 'tender' | 'bidders' | 'draws'>): Lookups {
  return {
    nameOf: (code) => latest().bidders[code]?.name ?? code,
    kindOf: (code, fileId) => kindAmongSeveral(latest(), code, fileId),
    drawOf: (drawId) => latest().draws[drawId] ?? null,
    tender: () => latest().tender,
  }
}

export function progressKind(event: RecordedEvent): ProgressKind {
  return isKnown(event) ? rowOf(event).kind : 'unknown'
}

/** The code of the bidder whom a line is about; null when it is about nobody in particular. */
export function progressBidder(event: RecordedEvent): string | null {
  if (!isKnown(event)) return null
  const { bidderCode } = event.payload as { bidderCode?: string | null }
  return bidderCode ?? null
}

function rowOf({ type }: RecordedEvent): ProgressRow {
  return progressTable[type]
}

/** An event of a newer server: this program knows its type alone. */
function unknownEvent({ type }: { readonly type: string }): Sentence {
  return [`未知事件（${type}），请刷新页面`, `Unknown event (${type}); please reload the page`]
}
