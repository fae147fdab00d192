import { announcementEvents } from '../announcement/events.ts'
import { basePriceEvents } from '../base-price/events.ts'
import { decryptionEvents } from '../decryption/events.ts'
import { depositEvents } from '../deposits/events.ts'
import { documentEvents } from '../documents/events.ts'
import { drawEvents } from '../draw/events.ts'
import { endingEvents } from '../ending/events.ts'
import { evaluationEvents } from '../evaluation/events.ts'
import { haltingEvents } from '../halting/events.ts'
import { inquiryEvents } from '../inquiry/events.ts'
import { messageEvents } from '../messages/events.ts'
import { objectionEvents } from '../objections/events.ts'
import { openingFileEvents } from '../opening-files/events.ts'
import { preparationEvents } from '../preparation/events.ts'
import { submissionEvents } from '../submission/events.ts'
import { tenderEvents } from '../tender/events.ts'
import { sessionEvents } from './events.ts'

/** Every event there is, by type: the areas' rows. */
export const eventTable = {
  ...sessionEvents,
  ...haltingEvents,
  ...tenderEvents,
  ...preparationEvents,
  ...submissionEvents,
  ...drawEvents,
  ...decryptionEvents,
  ...announcementEvents,
  ...inquiryEvents,
  ...basePriceEvents,
  ...endingEvents,
  ...depositEvents,
  ...openingFileEvents,
  ...evaluationEvents,
  ...objectionEvents,
  ...messageEvents,
  ...documentEvents,
} as const
