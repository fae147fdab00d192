import type { Rules } from '#domain/session/variant-rules.ts'
import { type Tender, type TenderInput, tenderSchema } from '#domain/tender/tender.ts'
import { epochOf } from '#lib/time.ts'
import { sampleTender } from '#simulators/fixtures/sample-tender.ts'

/** The tender and the rules that tests use unless they need others. */

const opensAt = '2026-03-02T01:30:00.000Z'

/** The opening time in epoch milliseconds. */
export const openingTime = epochOf(opensAt)

export const agencyCode = '91410100MA40000001'

export const rules: Rules = {
  entryLeadMinutes: 30,
  minimumDecryptionMinutes: 5,
  defaultDecryptionMinutes: 30,
  minimumBidders: 3,
  refuseTooFewBidders: false,
  personInfoRequired: true,
  personInfoPerEnvelope: false,
  workersRequired: false,
  personnelFromOtherSections: true,
  contacts: { mobilePrefixes: ['13', '14', '15', '18'], serviceNumbers: false },
  objectionsUntil: 'opening',
  messagesFrom: ['bidder', 'supervisor'],
  commitmentLetter: true,
  defaultConfirmationMinutes: 10,
  autoConfirm: true,
  defaultSigningMinutes: 15,
  signingWays: ['certificate', 'scan'],
  remarksRequired: false,
  flowAfterEnd: 45,
  objectionInquiry: { minutes: 3, warningMilliseconds: 120_000, invitedOnly: true },
  basePriceMustBeSaved: false,
  stopAllowed: true,
  failureReasonLength: 500,
  failureSignedFor: [],
  announcementRows: 'at-once',
  supervisorHiddenFrom: ['agency', 'tenderer'],
}

/** The sample tender as a trading platform publishes it, with more columns. */
export function tenderInput(changes: Partial<TenderInput> = {}): TenderInput {
  return sampleTender({
    agency: '河南省公共资源招标代理有限公司',
    agencyCode,
    specialty: 3,
    opensAt,
    place: '第一开标室',
    columns: [
      { key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money', unit: '元', decimals: 6 },
      { key: 'days', title: { zh: '工期', en: 'Duration' }, kind: 'integer', unit: '天', required: false },
      { key: 'manager', title: { zh: '项目经理', en: 'Project manager' }, kind: 'text', required: false },
    ],
    ...changes,
  })
}

/** The sample tender as the domain reads it. */
export function tender(changes: Partial<TenderInput> = {}): Tender {
  return tenderSchema.parse(tenderInput(changes))
}
