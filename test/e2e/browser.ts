import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { sizes } from './page-checks.ts'

const usual = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

/** The browser that `npm test` found, a usual one, or playwright's own; it talks to this machine alone. */
export function launchBrowser(): Promise<Browser> {
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
    ],
  })
}

/** What every page shows, into `test-results/`: for finding out why a test failed. */
export async function keepScreenshots(browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: `test-results/page-${index + 1}.png`, fullPage: true })
  }
}

const reusable = new WeakSet<BrowserContext>()

/**
 * A browser of somebody's own without anything of those before, save what it has downloaded and compiled: that is half
 * the work of opening a page. Nothing slides or fades in it unless a test asks for that: drawing by software is work, too.
 */
export async function ownContext(browser: Browser): Promise<BrowserContext> {
  const free = browser.contexts().find((context) => reusable.has(context) && context.pages().length === 0)
  if (free) {
    await free.clearCookies()
    return free
  }
  const screen = { viewport: sizes[1], reducedMotion: 'reduce' } as const
  const context = await browser.newContext({ locale: 'zh-CN', acceptDownloads: true, ...screen })
  reusable.add(context)
  return context
}

/** What a test leaves: pictures of its pages where it failed, and no page that goes on asking its server. */
export async function closePages(browser: Browser, failed: boolean): Promise<void> {
  if (failed) await keepScreenshots(browser)
  for (const context of browser.contexts()) {
    if (!reusable.has(context)) await context.close()
    for (const page of context.pages()) await page.close()
  }
}
