import type { Variant } from './schema.ts'
import { standard } from './standard.ts'

/**
 * Entry 30 minutes before the opening; with fewer than three bids the opener reads that an abandonment notice is due.
 */
export const lead30: Variant = {
  ...standard,
  name: 'lead-30',
  login: {
    ...standard.login,
    tabs: [
      { role: 'opener', modes: ['account', 'qr'] },
      { role: 'bidder', modes: ['certificate', 'account'] },
      { role: 'supervisor', modes: ['account'] },
    ],
    defaultRole: 'opener',
  },
  rules: {
    ...standard.rules,
    entryLeadMinutes: 30,
    defaultDecryptionMinutes: 0,
    messagesFrom: ['supervisor'],
  },
  hall: { ...standard.hall, refreshMilliseconds: null, tooFewBiddersNotice: true },
  files: {
    ...standard.files,
    launcher: { prefix: 'zbtool:', suffixes: ['.zbj', '.zbs', '.tbj', '.tbs'] },
  },
  laterSteps: { ...standard.laterSteps, flowAfterEnd: 45 },
  clockPollMilliseconds: 60_000,
}
