import { announcementEvents } from '../announcement/events.ts'
import { decryptionEvents } from '../decryption/events.ts'
import { drawEvents } from '../draw/events.ts'
import { endingEvents } from '../ending/events.ts'
import { objectionEvents } from '../objections/events.ts'
import { preparationEvents } from '../preparation/events.ts'
import { submissionEvents } from '../submission/events.ts'
import { tenderEvents } from '../tender/events.ts'
import { sessionEvents } from './events.ts'

/** Every event there is, by type: the areas' rows. */
export const eventTable = {
  ...sessionEvents,
  ...tenderEvents,
  ...preparationEvents,
  ...submissionEvents,
  ...drawEvents,
  ...decryptionEvents,
  ...announcementEvents,
  ...endingEvents,
  ...objectionEvents,
} as const
