import type { TrailKind } from '#domain/trail/trail-line.ts'
import type { Call } from '#protocol/call.ts'
import { type CallName, calls } from '#protocol/calls.ts'
import type { MessageCode } from '#protocol/messages/codes.ts'
import { statusOf } from '../refusal.ts'

/** Calls that give a file which is no export: everybody's certificate of the demo, and what people uploaded for others. */
const noExports: readonly string[] = [
  'getDemoCertificate',
  'getTenderFile',
  'getYiYiFuJian',
  'getBidOpenFuJian',
] satisfies CallName[]

/** Calls whose answer is saved as a file by whoever asks. */
const answersToSave: readonly string[] = ['getOpeningRecord'] satisfies CallName[]

const exportCalls = Object.entries<Call>(calls)
  .filter(
    ([name, { produces }]) =>
      (produces !== undefined && !noExports.includes(name)) || answersToSave.includes(name),
  )
  .map(([name]) => [name, 'export'] as const)

/** What leaves a line when it was done, before it is answered (TRL-3). */
export const recordedCalls: Partial<Record<CallName, TrailKind>> = {
  getOauth1: 'login',
  licenseLogin: 'login',
  GetOauth4: 'login',
  getOauth2ByJyxtToken: 'login',
  testLogin: 'login',
  logout: 'logout',
  logoutAll: 'revoked',
  addAccount: 'account-changed',
  recordContacts: 'account-changed',
  editLastProjectType: 'setting-changed',
  ...Object.fromEntries(exportCalls),
}

/** Busy: the limit of requests that wait for a report. */
const limitCodes: readonly MessageCode[] = ['too-many-requests', 'login-throttled', 'reports-busy']

/** What was refused. */
export type Attempted = 'login' | 'upload' | 'command' | 'read'

/**
 * The kind of line that a refusal leaves (TRL-2); null for a failure of the server, and for reads that are refused for
 * what is asked and not for who asks.
 */
export function refusalKind(attempted: Attempted, code: MessageCode): TrailKind | null {
  if (limitCodes.includes(code)) return 'limit'
  const status = statusOf(code)
  if (status >= 500) return null
  return attempted !== 'read' || status === 401 || status === 403 ? `${attempted}-refused` : null
}
