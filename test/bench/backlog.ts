import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession, Page } from 'playwright'
import { build, preview } from 'vite'
import { type Entry, genesisHash, recordEntry, type VisibleEntry } from '#domain/log/entry.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import { usualDeliveryLimits } from '#server/transport/delivery.ts'
import { launchChromium } from '#test/e2e/browser.ts'
import { metricsOf, openAnnouncedHall, showAnnouncement, slowPage } from './announced-hall.ts'
import type {} from './backlog-page.ts'
import { type Figure, figure } from './figure.ts'
import { asSeen, parsedLog } from './fold-log.ts'

/*
 * Measures what the log costs the main thread of a browser whose processor is slowed four times, with 1,000 bidders: a
 * backlog of 10,000 entries, checked and folded as a client does it, against a bare loop in the same page; and the
 * opener's screen with an event every 50 ms for a minute, against the same screen with none.
 */

const entries = 10_000
const rounds = 5
const live = { rounds: 3, events: 1200, everyMs: 50, settleMs: 5000 }

interface MainThread {
  readonly busy: number
  readonly longest: number
}

export async function* bench(): AsyncGenerator<Figure> {
  const browser = await launchChromium()
  try {
    yield* backlogFigures(browser)
    yield* liveFigures(browser)
  } finally {
    await browser.close()
  }
}

async function* backlogFigures(browser: Browser): AsyncGenerator<Figure> {
  const site = await serveBacklogPage()
  try {
    const { page, devtools } = await slowPage(browser)
    page.on('pageerror', (error) => console.error(error))
    await page.goto(site.url)
    await page.waitForFunction(() => 'backlog' in globalThis)
    const session = randomUUID()
    const packets = packetsOf(chained(session))
    await page.evaluate((texts) => globalThis.backlog.load(texts), packets)
    const take = () => page.evaluate((id) => globalThis.backlog.take(id), session)
    const takeBare = () => page.evaluate(() => globalThis.backlog.takeBare())
    const ours: MainThread[] = []
    const bare: MainThread[] = []
    // The first round is not counted: the scripts are compiled in it.
    for (let round = 0; round <= rounds; round += 1) {
      const whole = await mainThread(page, devtools, take)
      const least = await mainThread(page, devtools, takeBare)
      if (round === 0) continue
      ours.push(whole)
      bare.push(least)
    }
    const of = (what: 'busy' | 'longest') =>
      [ours.map((one) => one[what]), bare.map((one) => one[what])] as const
    yield figure('backlog-main-thread', entries, 'ms', ...of('busy'))
    yield figure('backlog-longest-task', entries, 'ms', ...of('longest'))
    await page.close()
  } finally {
    await site.close()
  }
}

/** The opener's table and log, while remarks and messages come. */
async function* liveFigures(browser: Browser): AsyncGenerator<Figure> {
  const hall = await openAnnouncedHall()
  try {
    const { page, devtools } = await slowPage(browser)
    await showAnnouncement(page, hall)
    await delay(live.settleMs)
    const busy: number[] = []
    const idle: number[] = []
    for (let round = 0; round < live.rounds; round += 1) {
      idle.push(await mainThreadShare(devtools, () => delay(live.settleMs * 2)))
      busy.push(await mainThreadShare(devtools, () => hall.post(live.events, live.everyMs)))
      await delay(live.settleMs)
    }
    yield figure('backlog-live', live.events, '% of the main thread', busy, idle)
  } finally {
    await hall.close()
  }
}

/** How long the main thread was busy meanwhile, and the longest task, in milliseconds. */
async function mainThread(
  page: Page,
  devtools: CDPSession,
  work: () => Promise<unknown>,
): Promise<MainThread> {
  await page.evaluate(() => globalThis.backlog.longest())
  const before = await metricsOf(devtools)
  const seq = await work()
  if (seq !== entries) throw new Error(`folded to ${seq} only`)
  const after = await metricsOf(devtools)
  const longest = await page.evaluate(() => globalThis.backlog.longest())
  return { busy: 1000 * (after.busy - before.busy), longest }
}

/** How much of the time, in percent, the main thread was busy meanwhile. */
async function mainThreadShare(devtools: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const before = await metricsOf(devtools)
  await work()
  const after = await metricsOf(devtools)
  return (100 * (after.busy - before.busy)) / (after.at - before.at)
}

/** `backlog.html` as vite builds it, at an address of its own. */
async function serveBacklogPage() {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const outDir = mkdtempSync(join(tmpdir(), 'kaibiao-backlog-'))
  const settings = { root, configFile: false, logLevel: 'error' } as const
  await build({
    ...settings,
    worker: { format: 'es' },
    build: { outDir, rolldownOptions: { input: join(root, 'backlog.html') } },
  })
  const server = await preview({ ...settings, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  return {
    url: new URL('backlog.html', server.resolvedUrls?.local[0]).href,
    async close() {
      await server.close()
      rmSync(outDir, { recursive: true })
    },
  }
}

/** The opening of `fold-log.ts` with hashes that are right, as a browser gets it. */
function chained(session: string): VisibleEntry[] {
  const random = (bytes: number) => randomBytes(bytes).toString('hex')
  let previous = genesisHash(session)
  const chain = (parsedLog(entries) as Entry[]).map((entry) => {
    const { type, payload, seq, at, actor, role, commandId } = entry
    const secrets = Object.entries(entry.private).map(([field, { value }]) => [field, value])
    const said = { type, payload, private: Object.fromEntries(secrets) } as SessionEvent
    const made = recordEntry(said, { seq, at, actor, role, commandId, previous }, random)
    previous = made.hash
    return made
  })
  return asSeen(chain)
}

/** As the server sends them: in messages of at most so many entries. */
function packetsOf(all: readonly VisibleEntry[]): string[] {
  const { batchLength } = usualDeliveryLimits
  const packets: string[] = []
  for (let from = 0; from < all.length; from += batchLength) {
    const some = all.slice(from, from + batchLength)
    const body = { epoch: 'bench', from: from + 1, to: from + some.length, head: all.length, entries: some }
    packets.push(`2${JSON.stringify(['events', body])}`)
  }
  return packets
}
