import type { Call } from './call.ts'
import { accessCalls } from './calls/access.ts'
import { announcementCalls } from './calls/announcement.ts'
import { basePriceCalls } from './calls/base-price.ts'
import { bidFileCalls } from './calls/bid-files.ts'
import { billOfQuantitiesCalls } from './calls/bill-of-quantities.ts'
import { captchaCalls } from './calls/captcha.ts'
import { certificateCalls } from './calls/certificates.ts'
import { letterCalls } from './calls/commitment-letter.ts'
import { confirmationCalls } from './calls/confirmation.ts'
import { contactCalls } from './calls/contacts.ts'
import { depositCalls } from './calls/deposits.ts'
import { documentCalls } from './calls/documents.ts'
import { downFileCalls } from './calls/down-file.ts'
import { drawCalls } from './calls/draws.ts'
import { endingCalls } from './calls/ending.ts'
import { evaluationCalls } from './calls/evaluation.ts'
import { haltingCalls } from './calls/halting.ts'
import { inquiryCalls } from './calls/inquiry.ts'
import { logCalls } from './calls/log.ts'
import { lookupCalls } from './calls/lookups.ts'
import { messageCalls } from './calls/messages.ts'
import { objectionCalls } from './calls/objections.ts'
import { openingCalls } from './calls/opening.ts'
import { openingFileCalls } from './calls/opening-files.ts'
import { platformCalls } from './calls/platform.ts'
import { qrCalls } from './calls/qr.ts'
import { sectionListCalls } from './calls/section-list.ts'
import { sheetCalls } from './calls/sheets.ts'
import { shellCalls } from './calls/shell.ts'
import { signOnCalls } from './calls/sign-on.ts'
import { signingCalls } from './calls/signing.ts'
import { siteStaffCalls } from './calls/site-staff.ts'
import { submissionCalls } from './calls/submission.ts'
import { tenderFileCalls } from './calls/tender-files.ts'
import { trailCalls } from './calls/trail.ts'
import { watchCalls } from './calls/watch.ts'

/** The contract table of all REST calls. Server, client, simulators and the API page read it. */
export const calls = {
  ...accessCalls,
  ...captchaCalls,
  ...certificateCalls,
  ...qrCalls,
  ...sectionListCalls,
  ...logCalls,
  ...submissionCalls,
  ...shellCalls,
  ...openingCalls,
  ...announcementCalls,
  ...inquiryCalls,
  ...bidFileCalls,
  ...tenderFileCalls,
  ...siteStaffCalls,
  ...drawCalls,
  ...letterCalls,
  ...objectionCalls,
  ...messageCalls,
  ...basePriceCalls,
  ...depositCalls,
  ...openingFileCalls,
  ...sheetCalls,
  ...billOfQuantitiesCalls,
  ...contactCalls,
  ...evaluationCalls,
  ...confirmationCalls,
  ...signingCalls,
  ...endingCalls,
  ...haltingCalls,
  ...documentCalls,
  ...downFileCalls,
  ...lookupCalls,
  ...platformCalls,
  ...signOnCalls,
  ...trailCalls,
  ...watchCalls,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls
