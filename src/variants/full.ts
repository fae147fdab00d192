import { publicKinds } from '#domain/documents/document.ts'
import type { Variant } from './schema.ts'
import { standard } from './standard.ts'

/** Everything switched on: every tab and login mode, every filter, every option of the later steps. */
export const full: Variant = {
  ...standard,
  name: 'full',
  userTypes: {
    ...standard.userTypes,
    actAsOpener: ['agency', 'tenderer'],
    accountLogin: { opener: 2, bidder: 4, agency: 6, supervisor: 8, tenderer: 9 },
    certificateLogin: { opener: 3, bidder: 5, agency: 7, tenderer: 7 },
    licenceLogin: { bidder: 5, agency: 5, tenderer: 5 },
  },
  login: {
    ...standard.login,
    tabs: [
      { role: 'bidder', modes: ['certificate', 'account', 'qr', 'licence'] },
      { role: 'opener', modes: ['certificate', 'account', 'qr'] },
      { role: 'supervisor', modes: ['account'] },
      { role: 'agency', modes: ['certificate', 'account', 'qr', 'licence'] },
      { role: 'tenderer', modes: ['certificate', 'account', 'qr', 'licence'] },
    ],
    certificateProviders: [
      ...standard.login.certificateProviders,
      { type: 2, name: { zh: '省级数字证书', en: 'Provincial certificate' } },
      { type: 3, name: { zh: '市级数字证书', en: 'City certificate' } },
    ],
  },
  rules: {
    ...standard.rules,
    entryLeadMinutes: 60,
    refuseTooFewBidders: true,
    workersRequired: true,
    personnelFromOtherSections: true,
    contacts: { mobilePrefixes: ['13', '14', '15', '16', '17', '18', '19'], serviceNumbers: true },
    objectionsUntil: 'end',
    commitmentLetter: true,
    autoConfirm: false,
    remarksRequired: true,
    announcementRows: 'as-read',
  },
  hall: {
    ...standard.hall,
    openFilters: [
      'projectKind',
      'industry',
      'specialty',
      'procurement',
      'openingType',
      'qualificationMethod',
      'dates',
      'text',
    ],
    endedFilters: ['openingType', 'industry', 'dates', 'text'],
    maskBidderCount: true,
    bidderCountSeenBy: ['opener', 'agency', 'tenderer', 'supervisor'],
    tooFewBiddersNotice: true,
    newProjects: true,
  },
  shell: {
    bidderAddressTable: ['opener', 'supervisor', 'agency', 'tenderer'],
    videoLink: 'venue',
    extractionUrl: 'https://extraction.example.org/',
    deposits: true,
    bidderUnitInfo: true,
  },
  files: {
    ...standard.files,
    launcher: {
      prefix: 'bidtool:',
      suffixes: ['.zbj', '.zczbj', '.zbs', ...standard.files.bidSuffixes],
    },
  },
  laterSteps: {
    ...standard.laterSteps,
    bidderDocuments: [...publicKinds],
    extraStatuses: ['evaluating', 'evaluated', 'failed'],
    objectionInquiry: { minutes: 2, warningMilliseconds: 60_000, invitedOnly: false },
    basePriceMustBeSaved: true,
    overviewAfterEvaluation: true,
    personInfoPerEnvelope: true,
    customTabs: [{ title: { zh: '现场直播', en: 'Live from the room' }, url: 'https://live.example.org/' }],
    signing: {
      modes: ['certificate', 'scan'],
      guideUrl: 'https://help.example.org/signing',
      appUrl: 'https://help.example.org/app',
    },
    failureSignedFor: [1],
    flowAfterEnd: 45,
    tendererEvaluation: true,
    maskedPhones: true,
    priceColumns: [
      { industry: 2, category: 3, keys: ['price', 'lowerRate'] },
      { industry: null, category: null, keys: ['price'] },
    ],
  },
}
