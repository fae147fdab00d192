import { isKnown, type RecordedEvent } from '#domain/session/event.ts'
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
import type { DrawOf, FileKindOf, NameOf, ProgressKind, ProgressRow, ProgressTable } from './progress/row.ts'
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
export function progressLine(
  event: RecordedEvent,
  language: Language,
  nameOf: NameOf,
  kindOf: FileKindOf = () => null,
  drawOf: DrawOf = () => null,
): string {
  const [zh, en] = isKnown(event)
    ? rowOf(event).sentence(event, { nameOf, kindOf, drawOf })
    : unknownEvent(event)
  return language === 'en' ? en : zh
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
