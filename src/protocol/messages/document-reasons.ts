import type { Sentence } from './codes.ts'

/** Why the opener's page makes the overview again once the envelope or the opening has ended (REP-5). The log has it in that page's language. */
export const endedReason: Sentence = ['开标结束', 'The opening ended']

/** A document's reason in both languages: as it was typed, unless the hall gave it itself. */
export function reasonTexts(reason: string): Sentence {
  return endedReason.includes(reason) ? endedReason : [reason, reason]
}
