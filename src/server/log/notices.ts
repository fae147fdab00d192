import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'

/*
 * What nodes tell each other: "session S reached seq N", nothing else. Notices may be lost; every reader looks for
 * itself from time to time. They are sent after the commit they speak of and outside of it: PostgreSQL lets only
 * one transaction at a time commit that carries a notice. They have a connection of their own, which does not wait
 * for the disk: a notice need not outlive the server.
 */

const channel = 'kaibiao_log'
/** A notice holds 8000 bytes. */
const sessionsPerNotice = 100
const retryMilliseconds = 1000
/** Between one notice and the next; what is to be told meanwhile waits and goes together. */
const gatherMilliseconds = 10

const noticeSchema = z.strictObject({
  node: z.string(),
  heads: z.array(z.tuple([z.string(), z.number().int()])),
})
type Notice = z.infer<typeof noticeSchema>

export interface Notices {
  /** Tells the other nodes, soon; what is said meanwhile goes into one notice. */
  send(sessionId: string, seq: number): void
  close(): Promise<void>
}

/** Listens for the other nodes' notices, connecting anew whenever the connection breaks. */
export async function openNotices(
  url: string,
  node: string,
  heard: (sessionId: string, seq: number) => void,
): Promise<Notices> {
  const untold = new Map<string, number>()
  let telling: Promise<void> | null = null
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
      if (notice && notice.node !== node) for (const [sessionId, seq] of notice.heads) heard(sessionId, seq)
    })
    await connecting.connect()
    await connecting.query(`listen ${channel}`)
    client = connecting
    if (closed) await connecting.end()
  }

  async function send(): Promise<void> {
    while (untold.size > 0) {
      const heads: Notice['heads'] = [...untold].slice(0, sessionsPerNotice)
      for (const [sessionId] of heads) untold.delete(sessionId)
      // A lost notice costs a moment, not an entry.
      await client?.query(tellQuery(JSON.stringify({ node, heads }))).catch(() => {})
      if (!closed) await delay(gatherMilliseconds)
    }
    telling = null
  }

  await listen().catch((error: unknown) => {
    closed = true
    clearTimeout(retry)
    throw error
  })
  return {
    send(sessionId, seq) {
      untold.set(sessionId, seq)
      telling ??= send()
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await telling
      await client?.end().catch(() => {})
    },
  }
}

function tellQuery(payload: string) {
  return { name: 'kaibiao-notice', text: 'select pg_notify($1, $2)', values: [channel, payload] }
}

/** Null for what is not ours: anybody may notify a channel. */
function readNotice(payload: string | undefined): Notice | null {
  try {
    return noticeSchema.parse(JSON.parse(payload ?? ''))
  } catch {
    return null
  }
}
