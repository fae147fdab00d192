import { randomUUID } from 'node:crypto'
import type { VisibleEntry } from '#domain/log/entry.ts'
import { httpClient } from '../../client/http-client.ts'
import { readLog } from '../../client/read-log.ts'
import { enterSession, type Participant } from '../../client/session-client.ts'
import { opensIn } from '../../fixtures/opening-time.ts'
import { sampleTender } from '../../fixtures/sample-tender.ts'
import type { Cast } from './people.ts'
import type { Surroundings } from './prepare.ts'
import type { Witness } from './witness.ts'

/** Asks the hall after each kill whether it is there again. */
export interface Probe {
  /** Resolves when the hall has answered a read of a log and committed a new command. */
  back(): Promise<void>
  /** Compares the probe's own log. */
  compare(): Promise<readonly string[]>
  close(): void
}

/** So that what is measured is the hall, not a pause of the probe. */
const retryMs = 25
/** A hall that has not answered within this time is asked again. */
const attemptMs = 2000
/** A hall that is not back by then is given up. */
const patienceMs = 120_000

/** Opens a section of its own, which stays in its first step. */
export async function openProbe(
  cast: Cast,
  { hall, http, platform, witness }: Surroundings & { readonly witness: Witness },
): Promise<Probe> {
  const opensAt = await opensIn(http, 2)
  const session = await platform.publishTender(sampleTender({ agencyCode: cast.agencyCode, opensAt }))
  await hall.leapTo(opensAt)
  const impatient = httpClient({ url: hall.url, timeoutMs: patienceMs, attemptMs, retryMs })
  const reader = await enterSession(cast.supervisor.through(impatient), session)
  const writer = await enterSession(cast.opener.through(impatient), session)
  let read = 0
  let asked = 0

  return {
    async back() {
      const { entries } = await reader.call('getSessionLog', { query: { after: read } })
      witness.saw(session, entries as VisibleEntry[])
      read += entries.length
      const id = randomUUID()
      asked += 1
      const payload = { message: `第 ${asked} 次中断后恢复` }
      const { seq } = await writer.call('submitCommand', { body: { id, type: 'PostMessage', payload } })
      witness.acknowledged({ session, id, seq })
    },
    async compare() {
      const differences = witness.expectation(session)
      return differences(await readLog(reader))
    },
    close() {
      for (const one of [reader, writer] satisfies Participant[]) one.close()
    },
  }
}
