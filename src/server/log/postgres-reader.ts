import { performance } from 'node:perf_hooks'
import type { Pool } from 'pg'
import { isoTime } from '#lib/time.ts'
import { isSealedTo } from '#seal/layers.ts'
import { answerAgain, checkCommandId, digestOfContent } from './batch.ts'
import type { CachedSessions } from './cached-sessions.ts'
import { selectCommands, selectEntries } from './rows.ts'
import { sealIdentityOf, sealKeyOf } from './seal-keys.ts'
import { type CachedSession, fromTail } from './session-cache.ts'
import type { SessionLogReader, Snapshot } from './session-log-reader.ts'

/** `read` answers from memory for this long without asking whether other nodes appended, unless a notice came. */
const trustMilliseconds = 200

/** Reads of the log; `refresh` yields a session with everything that is committed by now. */
export function createPostgresReader(
  pool: Pool,
  sessions: Pick<CachedSessions, 'get'>,
  refresh: (id: string) => Promise<CachedSession | null>,
): Omit<SessionLogReader, 'onAppended'> {
  /** The session as this node may answer reads from: verified a moment ago, or now. */
  async function recent(id: string): Promise<CachedSession | null> {
    const known = sessions.get(id)
    return known && isTrusted(known) ? known : latest(id)
  }

  async function latest(id: string): Promise<CachedSession | null> {
    return isSessionId(id) ? refresh(id) : null
  }

  return {
    async find(id, actorId, asked) {
      const { commandId } = asked
      checkCommandId(commandId)
      const session = await recent(id)
      if (!session) return null
      const [row] = await selectCommands(pool, id, [{ actor: actorId, commandId }])
      if (!row) return null
      const { firstSeq, lastSeq, digest } = row
      const count = lastSeq - firstSeq + 1
      const entries = count === 0 ? [] : await selectEntries(pool, session.row, firstSeq - 1, count)
      const appended = { repeated: true, firstSeq, lastSeq, entries }
      return answerAgain({ appended, digest }, digestOfContent(asked, session.digest))
    },
    state: async (id) => snapshotOf(await latest(id)),
    async stateAtLeast(id, head) {
      const known = sessions.get(id)
      return snapshotOf(known && known.fold.head >= head ? known : await latest(id))
    },
    async read(id, after, limit) {
      const session = await recent(id)
      if (!session) return null
      const { epoch } = session.row
      const { head } = session.fold
      const entries =
        fromTail(session, after, limit) ??
        (await selectEntries(pool, session.row, after, Math.min(limit, head - after)))
      return { epoch, head, entries }
    },
    head: async (id) => (await latest(id))?.fold.head ?? null,
    async sealIdentity(id, envelope) {
      // Only the second envelope's key depends on how far the section has come.
      const session = await (envelope === 1 ? recent(id) : latest(id))
      return session && sealIdentityOf(session.row, envelope, session.fold.state)
    },
    async sealRecipient(id, envelope) {
      const session = await recent(id)
      return session && sealKeyOf(session.row, envelope).sealRecipient
    },
    async isSealedFor(id, envelope, head) {
      const session = await recent(id)
      return session !== null && isSealedTo(head, sealKeyOf(session.row, envelope).sealIdentity)
    },
    async listRunning(now) {
      const { rows } = await pool.query<{ id: string }>(
        'select id from session where ended_at is null and (flow > 0 or opens_at <= $1)',
        [isoTime(now)],
      )
      return rows.map((row) => row.id)
    },
  }
}

function snapshotOf(session: CachedSession | null): Snapshot | null {
  if (!session) return null
  const { row, fold } = session
  return { epoch: row.epoch, head: fold.head, hash: fold.hash, at: fold.at, unredactedState: fold.state }
}

function isTrusted({ noticed, fold, verifiedAt }: CachedSession): boolean {
  return noticed <= fold.head && performance.now() - verifiedAt < trustMilliseconds
}

export function isSessionId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}
