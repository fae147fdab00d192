import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'

/*
 * Notices between nodes: "session S reached seq N", nothing else. They may be lost; every reader checks by itself from
 * time to time. A notice is sent after its commit and outside of the transaction, because PostgreSQL commits
 * transactions with a notice one at a time. Notices use a connection of their own that does not wait for the disk: they
 * need not survive a crash.
 */

const channel = 'kaibiao_log'
/** PostgreSQL limits a notice to 8000 bytes. */
const sessionsPerNotice = 100
const retryMilliseconds = 1000
/** Pause between notices; sessions that grow meanwhile share the next one. */
const gatherMilliseconds = 10

const noticeSchema = z.strictObject({
  node: z.string(),
  heads: z.array(z.tuple([z.string(), z.number().int()])),
})
type Notice = z.infer<typeof noticeSchema>

export interface Notices {
  /** Tells the other nodes, within milliseconds. */
  send(sessionId: string, seq: number): void
  close(): Promise<void>
}

/** Listens for the other nodes' notices and reconnects whenever the connection breaks. */
export async function openNotices(
  url: string,
  node: string,
  onNotice: (sessionId: string, seq: number) => void,
): Promise<Notices> {
  const unsent = new Map<string, number>()
  let sending: Promise<void> | null = null
  let closed = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const connecting = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'kaibiao notices',
      options: '-c synchronous_commit=off',
    })
    connecting.on('error', () => {})
    connecting.on('end', () => {
      if (client === connecting) client = null
      if (!closed) retry = setTimeout(() => void listen().catch(() => {}), retryMilliseconds)
    })
    connecting.on('notification', ({ payload }) => {
      const notice = readNotice(payload)
      if (notice && notice.node !== node)
        for (const [sessionId, seq] of notice.heads) onNotice(sessionId, seq)
    })
    await connecting.connect()
    await connecting.query(`listen ${channel}`)
    client = connecting
    if (closed) await connecting.end()
  }

  async function send(): Promise<void> {
    while (unsent.size > 0) {
      const heads: Notice['heads'] = [...unsent].slice(0, sessionsPerNotice)
      for (const [sessionId] of heads) unsent.delete(sessionId)
      // A lost notice delays readers; no entry is lost.
      await client?.query(notifyQuery(JSON.stringify({ node, heads }))).catch(() => {})
      if (!closed) await delay(gatherMilliseconds)
    }
    sending = null
  }

  await listen().catch((error: unknown) => {
    closed = true
    clearTimeout(retry)
    throw error
  })
  return {
    send(sessionId, seq) {
      unsent.set(sessionId, seq)
      sending ??= send()
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await sending
      await client?.end().catch(() => {})
    },
  }
}

function notifyQuery(payload: string) {
  return { name: 'kaibiao-notice', text: 'select pg_notify($1, $2)', values: [channel, payload] }
}

/** Null for a notice that is not the hall's: anybody may notify a channel. */
function readNotice(payload: string | undefined): Notice | null {
  try {
    return noticeSchema.parse(JSON.parse(payload ?? ''))
  } catch {
    return null
  }
}
