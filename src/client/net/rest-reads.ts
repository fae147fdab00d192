import type { Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { PollTransport } from '#streams/transport.ts'
import { api } from './api.ts'

/** The reads that a section's streams make, under that section's authorization. */
export function restReads(session: string): PollTransport {
  return {
    readLog: (after, signal) => answered(api('getSessionLog', { query: { after }, session, signal })),
    readDeadline: (signal) => answered(api('getJieMiJieZhiShiJian', { session, signal })),
    readServerTime: async (signal) => (await answered(api('getServerTimeNoauth', { signal }))).epoch,
  }
}

async function answered<T>(call: Promise<Result<T, Failure>>): Promise<T> {
  const answer = await call
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
