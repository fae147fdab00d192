import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { openDatabase } from '#server/db/database.ts'
import { openPostgresLog } from '#server/log/postgres-log.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import { httpClient } from '#simulators/client/http-client.ts'
import { secretsIn } from '#simulators/fixtures/hall-secrets.ts'
import { opensIn } from '#simulators/fixtures/opening-time.ts'
import { freePort, type OwnServer, startServer, temporaryData } from '#simulators/fixtures/server-process.ts'
import { createPlatformClient } from '#simulators/platform/client.ts'
import { platformKeyFor } from '#simulators/platform/key-file.ts'
import { bidder, bidderCode, opener, platform } from '#test/domain/sample-actors.ts'
import { storageInSection } from '#test/e2e/logged-in.ts'
import { tenderInput } from '#test/support/sample-tender.ts'
import { allAnnounced } from './all-announced.ts'
import { openBenchDatabase } from './bench-database.ts'

/* The opener's screen of the announcement with 1,000 bidders, in a browser whose processor is slowed. */

const bidders = 1000

export type AnnouncedHall = Awaited<ReturnType<typeof openAnnouncedHall>>

/** A page whose processor is slowed four times. */
export async function slowPage(browser: Browser): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Performance.enable')
  return { page, devtools }
}

/** Of a page since its start: its main thread and its scripts in seconds, and the megabytes of its heap. */
export async function metricsOf(devtools: CDPSession) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    ...{ busy: of('TaskDuration'), script: of('ScriptDuration'), at: of('Timestamp') },
    heap: of('JSHeapUsedSize') / 1e6,
  }
}

/** Shows the opener's table of bids and the progress log, without sound. */
export async function showAnnouncement(page: Page, { url, session, storage }: AnnouncedHall): Promise<void> {
  await page.goto(`${url}/healthz`)
  await page.evaluate(
    (kept) => {
      for (const [key, value] of kept) sessionStorage.setItem(key, value)
    },
    [...storage],
  )
  await page.goto(`${url}/bid/${session}/bidcall`)
  await page.getByRole('button', { name: '仅看字幕' }).click({ timeout: 120_000 })
  await page.getByText(`投标人${bidders}`).first().waitFor({ timeout: 120_000 })
}

/** A built server with a section whose bids are all announced; entries are appended as if by another node. */
export async function openAnnouncedHall() {
  process.env.KAIBIAO_SERVER = 'built'
  const data = temporaryData()
  const opened: (() => unknown)[] = [data.remove]
  const close = async () => {
    for (const part of opened.toReversed()) await part()
  }
  try {
    const { key, environment } = platformKeyFor(data.folder)
    const postgres = await openBenchDatabase()
    opened.push(postgres.close)
    const own = { dataDir: data.folder, port: await freePort() }
    const server = await startServer({ ...own, environment: { ...environment, DATABASE_URL: postgres.url } })
    opened.push(server.stop)
    const database = await openDatabase(postgres.url)
    opened.push(() => database.close())
    const { sections } = await secretsIn(data.folder, database)
    const log = await openPostgresLog(database, { keys: sections, random: randomBytes, now: Date.now })
    opened.push(() => log.close())
    return { ...(await announce(server, key, log)), url: server.url, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Publishes the section and waits for its opening time. */
async function announce(server: OwnServer, key: string, log: Pick<SessionLog, 'append'>) {
  const callers = createPlatformClient({ url: server.url, key, clock: Date.now })
  const leader = { userCode: 'opener-1', unitCode: opener.unitCode ?? '' }
  await callers.addAccount({ role: 'opener', name: '王主持', password: 'backlog-bench', ...leader })
  const opensAt = await opensIn(httpClient(server), 5)
  const session = await callers.publishTender(tenderInput({ agencyCode: leader.unitCode, opensAt }))
  await append(
    Array.from({ length: bidders }, (_, i) =>
      event('BidderEnrolled', { bidderCode: bidderCode(i + 1), name: `投标人${i + 1}`, certificate: '' }),
    ),
  )
  await append(allAnnounced(bidders))
  await delay(Math.max(0, Date.parse(opensAt) - Date.now()))

  async function append(events: readonly SessionEvent[], actor = platform): Promise<void> {
    for (let from = 0; from < events.length; from += 100) {
      const some = events.slice(from, from + 100)
      const asked = { actor, commandId: randomUUID(), content: null }
      const appended = await log.append(session, { ...asked, at: Date.now(), decide: () => ok(some) })
      if (!appended.ok) throw new Error(appended.error.code)
    }
  }

  return {
    ...{ session, storage: await storageInSection(server, leader, session) },
    /** So many events, one every `everyMs` milliseconds: bidders enter and write. */
    async post(count: number, everyMs: number): Promise<void> {
      const began = performance.now()
      for (let i = 0; i < count; i += 1) {
        await delay(Math.max(0, began + i * everyMs - performance.now()))
        const n = (i % bidders) + 1
        const who = { bidderCode: bidderCode(n), name: `投标人${n}` }
        const enters = event('ParticipantEntered', { role: 'bidder', ...who }, { address: '10.0.0.9' })
        const writes = event('MessageSent', { ...who, message: `第${i}句` })
        await append([i % 2 ? enters : writes], bidder(n))
      }
    },
  }
}
