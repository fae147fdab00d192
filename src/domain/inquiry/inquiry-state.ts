import { recordOf } from '#lib/bare-record.ts'
import type { Window } from '../session/window.ts'

/** What a bidder said in the objection inquiry, with the opener's reply to an objection. */
export interface InquiryAnswer {
  /** Whether they object to the opening; only then there is a text. */
  readonly objects: boolean
  readonly text: string
  readonly at: string
  readonly reply: { readonly content: string; readonly at: string } | null
}

export const inquiryEndings = ['all-answered', 'time-out'] as const
export type InquiryEnding = (typeof inquiryEndings)[number]

/** How the inquiry ended, in numbers that everybody may know. */
export interface InquiryOutcome {
  readonly at: string
  readonly cause: InquiryEnding
  /** How many bidders answered, how many of them object, and how many did not answer. */
  readonly answered: number
  readonly objecting: number
  readonly silent: number
}

/** The objection inquiry of one envelope's round: a window in which bidders say whether they object (INQ-1). */
export interface InquiryState extends Window {
  /** How long before its end it is first warned of; 0: not at all (INQ-10). */
  readonly warningMilliseconds: number
  /** Null while it is open. */
  outcome: InquiryOutcome | null
  /** Those that the viewer may see, by bidder. */
  answers: Record<string, InquiryAnswer>
}

/** Restores an inquiry from JSON: its record has no prototype. States of before there were inquiries have none. */
export function reviveInquiry(inquiry: InquiryState | null | undefined): InquiryState | null {
  return inquiry
    ? {
        ...inquiry,
        prolongedFor: inquiry.prolongedFor ?? [],
        answers: recordOf(Object.entries(inquiry.answers)),
      }
    : null
}
