import type { Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { PollTransport } from '#streams/transport.ts'
import { api } from './api.ts'
import { readServerTime } from './read-server-time.ts'

/** The reads of a section's streams, with that section's authorization. */
export function restReads(session: string): PollTransport {
  return {
    readLog: (after, signal, limit) =>
      answered(api('getSessionLog', { query: { after, ...(limit && { limit }) }, session, signal })),
    readSnapshot: (signal) => answered(api('getSessionSnapshot', { session, signal })),
    readDeadline: (signal) => answered(api('getJieMiJieZhiShiJian', { session, signal })),
    readSigning: (signal) => answered(api('getIsSignedKb', { session, signal })),
    readStage: (signal) => answered(api('getDbFlowStatus', { session, signal })),
    readObjections: (signal) => answered(api('getYiYiList', { session, signal })),
    readProgress: async (signal) =>
      (await answered(api('getImportStatus', { query: { IsGetJieMiStatus: false }, session, signal })))
        .reading,
    readServerTime,
  }
}

async function answered<T>(call: Promise<Result<T, Failure>>): Promise<T> {
  const answer = await call
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
