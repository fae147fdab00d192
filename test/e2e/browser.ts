import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { sizes } from './page-checks.ts'

const usual = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

let running: Browser | null = null

/** The browser of a worker's files, which run one after another. Each file closes its pages at its end. */
export async function sharedBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await launchBrowser()
  return running
}

function launchBrowser(): Promise<Browser> {
  return launchChromium([
    // A context's pages share a process, which keeps the compiled scripts.
    '--process-per-site',
    // Pages live for seconds: optimising their scripts costs more than it saves.
    '--js-flags=--no-opt --no-maglev',
  ])
}

/** The browser that `npm test` found, an installed one, or playwright's. It makes no requests of its own. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const found = process.env.KAIBIAO_CHROMIUM || usual.find((path) => existsSync(path))
  return chromium.launch({
    ...(found ? { executablePath: found } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  })
}

/**
 * Saves a picture of every page in `test-results/`, for finding out why a test failed. The contexts are not used again,
 * because the test may have left one offline, for example.
 */
export async function keepScreenshots(browser: Browser): Promise<void> {
  const contexts = browser.contexts()
  const pages = contexts.flatMap((context) => context.pages().filter((page) => page !== lasting.get(context)))
  for (const context of contexts) lasting.delete(context)
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: `test-results/page-${index + 1}.png`, fullPage: true })
  }
}

/** The page of each reusable context that stays open, so that the process of the context's pages goes on. */
const lasting = new WeakMap<BrowserContext, Page>()

/** Tests read the progress log, which is a rail on a laptop unless it is opened. */
const withLog = JSON.stringify({ state: { logOpen: true }, version: 1 })

/**
 * A browser context for pages at `url`, without anything of its former user, except downloads and compiled scripts,
 * which save a sixth of the work of opening a page. It shows no animations unless a test asks for them, because drawing
 * by software is slow.
 */
export async function ownContext(browser: Browser, url: string): Promise<BrowserContext> {
  const free = browser.contexts().find((context) => lasting.has(context) && context.pages().length === 1)
  const screen = { viewport: sizes[1], reducedMotion: 'reduce' } as const
  const context = free ?? (await browser.newContext({ locale: 'zh-CN', acceptDownloads: true, ...screen }))
  const page = lasting.get(context) ?? (await context.newPage())
  lasting.set(context, page)
  await context.clearCookies()
  if (!page.url().startsWith(`${url}/`)) await page.goto(`${url}/healthz`)
  await page.evaluate((preferences) => {
    localStorage.clear()
    localStorage.setItem('kaibiao.preferences', preferences)
  }, withLog)
  return context
}

/** Closes a test's pages, so that they stop polling, and keeps pictures of them if it failed. */
export async function closePages(browser: Browser, failed = false): Promise<void> {
  if (failed) await keepScreenshots(browser)
  for (const context of browser.contexts()) {
    const left = lasting.get(context)
    if (!left) await context.close()
    else for (const page of context.pages()) if (page !== left) await page.close()
  }
}
