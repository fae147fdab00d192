import { calls } from '#protocol/calls.ts'
import { accessHandlers } from './calls/access.ts'
import { announcementHandlers } from './calls/announcement.ts'
import { basePriceHandlers } from './calls/base-price.ts'
import { bidFileHandlers } from './calls/bid-files.ts'
import { billOfQuantitiesHandlers } from './calls/bill-of-quantities.ts'
import { captchaHandlers } from './calls/captcha.ts'
import { certificateHandlers } from './calls/certificates.ts'
import { outcomeHandlers } from './calls/command.ts'
import { letterHandlers } from './calls/commitment-letter.ts'
import { confirmationHandlers } from './calls/confirmation.ts'
import { contactHandlers } from './calls/contacts.ts'
import { depositHandlers } from './calls/deposit-table.ts'
import { documentHandlers } from './calls/documents.ts'
import { downFileHandlers } from './calls/down-file.ts'
import { drawHandlers } from './calls/draws.ts'
import { endingHandlers } from './calls/ending.ts'
import { evaluationHandlers } from './calls/evaluation.ts'
import { haltingHandlers } from './calls/halting.ts'
import { inquiryHandlers } from './calls/inquiry.ts'
import { logHandlers } from './calls/log.ts'
import { lookupHandlers } from './calls/lookups.ts'
import { messageHandlers } from './calls/messages.ts'
import { objectionHandlers } from './calls/objections.ts'
import { openingHandlers } from './calls/opening.ts'
import { openingFileHandlers } from './calls/opening-files.ts'
import { platformHandlers } from './calls/platform.ts'
import { qrHandlers } from './calls/qr.ts'
import { sectionListHandlers } from './calls/section-list.ts'
import { sheetHandlers } from './calls/sheets.ts'
import { shellHandlers } from './calls/shell.ts'
import { signOnHandlers } from './calls/sign-on.ts'
import { signQrHandlers } from './calls/sign-qr.ts'
import { signingHandlers } from './calls/signing.ts'
import { siteStaffHandlers } from './calls/site-staff.ts'
import { submissionHandlers } from './calls/submission.ts'
import { tenderFileHandlers } from './calls/tender-files.ts'
import { trailHandlers } from './calls/trail.ts'
import { watchHandlers } from './calls/watch.ts'
import type { Services } from './services.ts'

/** The handlers of all calls, by call name. */
export function handlersOf(services: Services) {
  const handlers = {
    ...outcomeHandlers(calls, services.authority),
    ...accessHandlers(services),
    ...qrHandlers(services),
    ...captchaHandlers(services),
    ...certificateHandlers(services),
    ...sectionListHandlers(services),
    ...logHandlers(services),
    ...submissionHandlers(services),
    ...shellHandlers(services),
    ...openingHandlers(services),
    ...announcementHandlers,
    ...inquiryHandlers(services),
    ...bidFileHandlers(services),
    ...tenderFileHandlers(services),
    ...siteStaffHandlers(services),
    ...drawHandlers(services),
    ...letterHandlers(services),
    ...objectionHandlers(services),
    ...messageHandlers(services),
    ...basePriceHandlers(services),
    ...depositHandlers(services),
    ...openingFileHandlers(services),
    ...sheetHandlers(services),
    ...billOfQuantitiesHandlers(services),
    ...contactHandlers(services),
    ...evaluationHandlers(services),
    ...confirmationHandlers,
    ...signingHandlers(),
    ...signQrHandlers(services),
    ...endingHandlers(services),
    ...haltingHandlers(services),
    ...documentHandlers(services),
    ...platformHandlers(services),
    ...signOnHandlers(services),
    ...lookupHandlers(services),
    ...trailHandlers(services),
    ...watchHandlers(services),
  }
  return { ...handlers, ...downFileHandlers(handlers) }
}
