import type { Variant } from './schema.ts'
import { standard } from './standard.ts'

/** Entry 60 minutes before the opening, led by the tenderer (user type 3) or an opener. */
export const lead60: Variant = {
  ...standard,
  name: 'lead-60',
  userTypes: {
    codes: { opener: 1, bidder: 2, tenderer: 3, supervisor: 4, agency: 5 },
    actAsOpener: ['tenderer'],
    accountLogin: { opener: 2, bidder: 4, tenderer: 6, supervisor: 8 },
    certificateLogin: { opener: 3, bidder: 5, tenderer: 7 },
    licenceLogin: {},
  },
  login: {
    ...standard.login,
    tabs: [
      { role: 'bidder', modes: ['certificate', 'qr'] },
      { role: 'opener', modes: ['certificate', 'account'] },
      { role: 'tenderer', modes: ['certificate', 'account'] },
      { role: 'supervisor', modes: ['account'] },
    ],
    certificateProviders: [{ type: 3, name: { zh: '市级数字证书', en: 'City certificate' } }],
  },
  signOn: {
    ...standard.signOn,
    userTypes: { 1: 'opener', 2: 'bidder', 3: 'tenderer', 4: 'supervisor', 5: 'agency' },
  },
  rules: {
    ...standard.rules,
    entryLeadMinutes: 60,
    minimumDecryptionMinutes: 5,
    objectionsUntil: 'announcement',
    messagesFrom: ['bidder'],
    remarksRequired: true,
    supervisorHiddenFrom: ['agency'],
  },
  hall: { ...standard.hall, bidderCountSeenBy: ['opener', 'tenderer', 'supervisor'] },
  shell: { ...standard.shell, bidderUnitInfo: false },
  laterSteps: {
    ...standard.laterSteps,
    objectionInquiry: { ...standard.laterSteps.objectionInquiry, minutes: 5, invitedOnly: false },
    basePriceMustBeSaved: true,
    personInfoPerEnvelope: true,
    signing: { ...standard.laterSteps.signing, modes: ['certificate'] },
    stopAllowed: false,
  },
}
