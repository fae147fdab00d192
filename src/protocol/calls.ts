import type { Call } from './call.ts'
import { accessCalls } from './calls/access.ts'
import { endingCalls } from './calls/ending.ts'
import { hallCalls } from './calls/hall.ts'
import { logCalls } from './calls/log.ts'
import { objectionCalls } from './calls/objections.ts'
import { openingCalls } from './calls/opening.ts'
import { platformCalls } from './calls/platform.ts'
import { submissionCalls } from './calls/submission.ts'

/** The contract table: every REST call there is. Server, client, simulators and the API page read it. */
export const calls = {
  ...accessCalls,
  ...hallCalls,
  ...logCalls,
  ...submissionCalls,
  ...openingCalls,
  ...objectionCalls,
  ...endingCalls,
  ...platformCalls,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls
