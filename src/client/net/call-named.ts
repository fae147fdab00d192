import type { Call } from '#protocol/call.ts'
import { accessCalls } from '#protocol/calls/access.ts'
import { captchaCalls } from '#protocol/calls/captcha.ts'
import { certificateCalls } from '#protocol/calls/certificates.ts'
import { sectionListCalls } from '#protocol/calls/section-list.ts'
import type { CallName, calls } from '#protocol/calls.ts'

/** The calls of the login and of the section list, whose schemas need nothing of a section. */
const early: Partial<typeof calls> = {
  ...accessCalls,
  ...captchaCalls,
  ...certificateCalls,
  ...sectionListCalls,
}

/**
 * A call of the contract table. For other calls than the early ones it loads the whole table, with the schemas of all
 * commands and events: half of the client's script. Rejects where that cannot be loaded.
 */
export async function callNamed(name: CallName): Promise<Call> {
  return early[name] ?? (await import('#protocol/calls.ts')).calls[name]
}
