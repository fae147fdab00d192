import { announcementCommands } from '../announcement/commands.ts'
import { basePriceCommands } from '../base-price/commands.ts'
import { decryptionCommands } from '../decryption/commands.ts'
import { depositCommands } from '../deposits/commands.ts'
import { documentCommands } from '../documents/commands.ts'
import { drawCommands } from '../draw/commands.ts'
import { endingCommands } from '../ending/commands.ts'
import { evaluationCommands } from '../evaluation/commands.ts'
import { haltingCommands } from '../halting/commands.ts'
import { inquiryCommands } from '../inquiry/commands.ts'
import { messageCommands } from '../messages/commands.ts'
import { objectionCommands } from '../objections/commands.ts'
import { openingFileCommands } from '../opening-files/commands.ts'
import { preparationCommands } from '../preparation/commands.ts'
import { submissionCommands } from '../submission/commands.ts'
import { tenderCommands } from '../tender/commands.ts'
import { sessionCommands } from './commands.ts'

/** Every command there is, by type: the areas' rows. */
export const commandTable = {
  ...sessionCommands,
  ...haltingCommands,
  ...tenderCommands,
  ...preparationCommands,
  ...submissionCommands,
  ...drawCommands,
  ...decryptionCommands,
  ...announcementCommands,
  ...inquiryCommands,
  ...basePriceCommands,
  ...endingCommands,
  ...depositCommands,
  ...openingFileCommands,
  ...evaluationCommands,
  ...objectionCommands,
  ...messageCommands,
  ...documentCommands,
} as const
