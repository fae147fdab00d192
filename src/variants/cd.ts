import { industries } from './codes.ts'
import type { Variant } from './schema.ts'
import { standard } from './standard.ts'

/** Bidders' addresses visible to all but bidders, counts masked until the opening, supervisors as user type 3. */
export const cd: Variant = {
  ...standard,
  name: 'cd',
  texts: {
    'steps:announcement.titlePreReview': { zh: '资审文件开启', en: 'Opening of qualification files' },
  },
  userTypes: {
    ...standard.userTypes,
    codes: { opener: 1, bidder: 2, supervisor: 3, tenderer: 4, agency: 5 },
    actAsOpener: [],
  },
  login: {
    ...standard.login,
    tabs: [
      { role: 'bidder', modes: ['certificate'] },
      { role: 'opener', modes: ['certificate', 'qr'] },
      { role: 'agency', modes: ['certificate', 'qr'] },
      { role: 'supervisor', modes: ['account'] },
    ],
    certificateProviders: [
      { type: 2, name: { zh: '省级数字证书', en: 'Provincial certificate' } },
      ...standard.login.certificateProviders,
    ],
  },
  signOn: { ...standard.signOn, projectTypeField: 'HangYeLeiBie', stageField: 'BidStage' },
  hall: {
    ...standard.hall,
    openFilters: ['projectKind', 'specialty', 'qualificationMethod', 'dates', 'text'],
    endedFilters: ['openingType', 'industry', 'dates', 'text'],
    maskBidderCount: true,
    bidderCountSeenBy: ['opener', 'agency'],
    openingsOnHome: false,
    // Housing before municipal works, roads before water.
    industries: [0, 2, 1, 4, 3, 5, 99].flatMap((code) =>
      industries.filter((industry) => industry.code === code),
    ),
  },
  shell: {
    ...standard.shell,
    bidderAddressTable: ['opener', 'supervisor', 'agency', 'tenderer'],
    videoLink: 'venue',
    extractionUrl: 'https://extraction.example.org/',
  },
  laterSteps: {
    ...standard.laterSteps,
    objectionInquiry: { ...standard.laterSteps.objectionInquiry, minutes: 5 },
    announcementPageSize: 9999,
    reportTimeoutMilliseconds: 600_000,
  },
}
