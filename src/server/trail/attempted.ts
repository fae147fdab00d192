import { reads } from '#domain/session/permissions.ts'
import type { Call } from '#protocol/call.ts'
import type { CallName } from '#protocol/calls.ts'
import { type Attempted, recordedCalls } from './recorded-calls.ts'

/** Whether a call changes something in the hall, in the name of whoever is logged in. */
export function isChange({ auth, method, action, form, unsafe, readOnly }: Call): boolean {
  if (isRead(action) || readOnly) return false
  if (unsafe || form !== undefined || action !== undefined) return true
  return method === 'POST' && (auth === 'session' || auth === 'user')
}

export function isRead(action: Call['action']): boolean {
  return reads.some((read) => read === action)
}

export function isLogin(name: string): boolean {
  return recordedCalls[name as CallName] === 'login'
}

/** What a refused call was, for the trail. */
export function attemptedBy(name: string, call: Call): Attempted {
  if (isLogin(name)) return 'login'
  if (call.form) return 'upload'
  return isChange(call) || call.auth === 'platform' ? 'command' : 'read'
}
