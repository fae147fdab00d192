import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { sizes } from './page-checks.ts'

const usual = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

/** The browser that `npm test` found, an installed one, or playwright's. It makes no requests of its own. */
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
      // Pages live for seconds: optimising their scripts costs more than it saves.
      '--js-flags=--no-opt --no-maglev',
    ],
  })
}

/** Saves a picture of every page in `test-results/`, for finding out why a test failed. */
export async function keepScreenshots(browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: `test-results/page-${index + 1}.png`, fullPage: true })
  }
}

const reusable = new WeakSet<BrowserContext>()

/**
 * A browser context without anything of its former user, except downloads and compiled code, which are half the work
 * of opening a page. It shows no animations unless a test asks for them, because drawing by software is slow.
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

/** Closes a test's pages, so that they stop polling, and keeps pictures of them if it failed. */
export async function closePages(browser: Browser, failed: boolean): Promise<void> {
  if (failed) await keepScreenshots(browser)
  for (const context of browser.contexts()) {
    if (!reusable.has(context)) await context.close()
    for (const page of context.pages()) await page.close()
  }
}
