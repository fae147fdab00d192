import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { httpClient } from '#simulators/client/http-client.ts'
import { opensIn } from '#simulators/fixtures/opening-time.ts'
import { createServerClock } from '#simulators/fixtures/server-clock.ts'
import { freePort, startServer, temporaryData } from '#simulators/fixtures/server-process.ts'
import { createPlatformClient } from '#simulators/platform/client.ts'
import { platformKeyFor } from '#simulators/platform/key-file.ts'
import { storageInSection } from '#test/e2e/logged-in.ts'
import { tenderOf } from '#test/e2e/section-fixture.ts'
import { type Figure, figure } from './figure.ts'

/*
 * Measures how a page loads on a phone with a slow network, with Lighthouse's mobile profile: home, the section list
 * and a step screen. The baseline is the same page without its scripts: what its document alone gets. Lighthouse is
 * installed into the system's temporary folder, from the npm registry, because nothing else needs its 200 packages.
 */

const version = '12.8.2'
const rounds = 3

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** What the performance points are made of: which of them loses points. The shift has no unit. */
const metrics = {
  'first-contentful-paint': 'ms',
  'largest-contentful-paint': 'ms',
  'speed-index': 'ms',
  'total-blocking-time': 'ms',
  'cumulative-layout-shift': '',
} as const
type Metric = keyof typeof metrics
const metricNames = Object.keys(metrics) as Metric[]

interface Loaded {
  readonly scores: Readonly<Record<(typeof categories)[number], number>>
  readonly metrics: Readonly<Record<Metric, number>>
  readonly requests: number
  readonly kilobytes: number
}

interface Audit {
  readonly numericValue?: number
  /** Why it could not be made. */
  readonly errorMessage?: string
  readonly details?: { readonly items?: readonly unknown[] }
}

interface LighthouseResult {
  readonly lhr: {
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>
    readonly audits: Readonly<Record<string, Audit>>
  }
}
type Lighthouse = (url: string, flags: object, config: undefined, page: TabPage) => Promise<LighthouseResult>

/** What is used of a puppeteer page. */
interface TabPage {
  goto(url: string): Promise<unknown>
  evaluate<T>(run: (given: T) => void, given: T): Promise<void>
}
interface Puppeteer {
  launch(options: object): Promise<{
    /** With a cache and storage of its own. */
    createBrowserContext(): Promise<{ newPage(): Promise<TabPage>; close(): Promise<void> }>
    close(): Promise<void>
  }>
}

export async function* bench(): AsyncGenerator<Figure> {
  const { lighthouse, puppeteer } = await tools()
  const hall = await openHall()
  try {
    const browser = await puppeteer.launch({
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
      ],
    })
    try {
      yield* loads((path, blocked) => loadAgain({ browser, lighthouse, hall }, path, blocked), hall.session)
    } finally {
      await browser.close()
    }
  } finally {
    await hall.close()
  }
}

async function* loads(
  load: (path: string, blocked: readonly string[]) => Promise<Loaded>,
  session: string,
): AsyncGenerator<Figure> {
  for (const [name, path] of [
    ['home', '/'],
    ['list', '/hall'],
    ['step', `/bid/${session}/bidready`],
  ] as const) {
    const whole: Loaded[] = []
    const bare: Loaded[] = []
    for (let round = 0; round < rounds; round += 1) {
      whole.push(await load(path, []))
      bare.push(await load(path, ['*.js']))
    }
    yield* figuresOf(name, whole, bare)
  }
}

interface LoadTools {
  readonly browser: Awaited<ReturnType<Puppeteer['launch']>>
  readonly lighthouse: Lighthouse
  readonly hall: Awaited<ReturnType<typeof openHall>>
}

/** How often a page is loaded until Lighthouse has measured it: at times it loses its recording (`NO_NAVSTART`). */
const mostTries = 3

async function loadAgain(tools: LoadTools, path: string, blocked: readonly string[]): Promise<Loaded> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load(tools, path, blocked)
    } catch (error) {
      if (tries === mostTries) throw error
      console.error(`once more: ${error instanceof Error ? error.message : error}`)
    }
  }
}

async function load(
  { browser, lighthouse, hall }: LoadTools,
  path: string,
  blocked: readonly string[],
): Promise<Loaded> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.goto(`${hall.url}/healthz`)
  await page.evaluate(
    (kept) => {
      for (const [key, value] of kept) sessionStorage.setItem(key, value)
    },
    path === '/' ? [] : await hall.storage(),
  )
  const flags = {
    blockedUrlPatterns: blocked,
    disableStorageReset: true,
    onlyCategories: categories,
    logLevel: 'error',
  }
  const { lhr } = await lighthouse(hall.url + path, flags, undefined, page).finally(() => context.close())
  const known = (name: string, value: number | null | undefined): number => {
    if (typeof value === 'number') return value
    const problem = Object.values(lhr.audits).find(({ errorMessage }) => errorMessage)?.errorMessage
    throw new Error(`Lighthouse gives no ${name} of ${path}: ${problem ?? 'no reason given'}`)
  }
  const requests = (lhr.audits['network-requests']?.details?.items ?? []) as { transferSize: number }[]
  return {
    scores: Object.fromEntries(
      categories.map((name) => [name, known(name, lhr.categories[name]?.score) * 100]),
    ) as Loaded['scores'],
    metrics: Object.fromEntries(
      metricNames.map((name) => [name, known(name, lhr.audits[name]?.numericValue)]),
    ) as Loaded['metrics'],
    requests: requests.length,
    kilobytes: requests.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
  }
}

/** `bare`: without scripts. */
function* figuresOf(page: string, whole: readonly Loaded[], bare: readonly Loaded[]): Generator<Figure> {
  const both = (of: (loaded: Loaded) => number) => [whole.map(of), bare.map(of)] as const
  for (const category of categories)
    yield figure(
      `first-load-${page}-${category}`,
      rounds,
      'points',
      ...both(({ scores }) => scores[category]),
    )
  for (const metric of metricNames)
    yield figure(
      `first-load-${page}-${metric}`,
      rounds,
      metrics[metric],
      ...both((loaded) => loaded.metrics[metric]),
    )
  yield figure(`first-load-${page}-requests`, rounds, 'requests', ...both(({ requests }) => requests))
  yield figure(`first-load-${page}-transferred`, rounds, 'kB', ...both(({ kilobytes }) => kilobytes))
}

/** Lighthouse and its browser driver, installed the first time. */
async function tools(): Promise<{ lighthouse: Lighthouse; puppeteer: Puppeteer }> {
  const folder = join(tmpdir(), `kaibiao-lighthouse-${version}`)
  const modules = join(folder, 'node_modules')
  if (!existsSync(join(modules, 'lighthouse/package.json'))) {
    console.error(`installing lighthouse ${version} …`)
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `lighthouse@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  const of = async (file: string) => (await import(pathToFileURL(join(modules, file)).href)).default
  return {
    lighthouse: await of('lighthouse/core/index.js'),
    puppeteer: await of('puppeteer-core/lib/esm/puppeteer/puppeteer-core.js'),
  }
}

/** A built server with one section at its opening time, and what a tab of its opener stores. */
async function openHall() {
  process.env.KAIBIAO_SERVER = 'built'
  const data = temporaryData()
  const { key, environment } = platformKeyFor(data.folder)
  const clock = createServerClock()
  const server = await startServer({
    dataDir: data.folder,
    port: await freePort(),
    environment,
    leaps: clock.leaps,
  })
  clock.drives(server)
  const http = httpClient(server)
  const platform = createPlatformClient({ url: server.url, key, clock: clock.now })
  const opener = { userCode: 'opener-1', unitCode: '91110000000000001X' }
  await platform.addAccount({ role: 'opener', name: '王主持', password: 'first-load', ...opener })
  const opensAt = await opensIn(http, 600)
  const session = await platform.publishTender(tenderOf('滨河大道综合管廊工程施工', opener.unitCode, opensAt))
  await clock.leapTo(opensAt)
  return {
    ...{ url: server.url, session },
    storage: async () => [...(await storageInSection(server, opener, session))],
    async close() {
      await server.stop()
      data.remove()
    },
  }
}
