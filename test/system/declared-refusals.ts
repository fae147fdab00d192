import { type CallName, calls } from '#protocol/calls.ts'
import type { CallRefusal } from '#protocol/refusals.ts'
import { refusalsOf } from '#server/transport/operation.ts'

/** Throws when a call was refused with a code that the API description does not list for it. */
export function expectDeclaredRefusal(name: CallName, status: number, bytes: Uint8Array): void {
  if (status < 400 || status >= 500) return
  const { code } = JSON.parse(new TextDecoder().decode(bytes)) as { code: CallRefusal }
  const declared = refusalsOf(calls[name])
  if (declared.includes(code) || (status === 409 && declared.includes('any-rule'))) return
  throw new Error(`${name} refused with ${status} ${code}, which its row does not declare`)
}
