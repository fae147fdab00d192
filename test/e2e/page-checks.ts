import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The screen sizes that are tested. */
export const sizes = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
] as const

/**
 * Checks that nothing scrolls sideways at any size, and that no accessibility rule is broken on a phone in the dark
 * theme and on a laptop in the light one. A rule's findings depend on the layout, which differs on a phone, and on
 * the theme's colours, which `colours.test.ts` tests. The page's present theme comes first, because a change of theme
 * is slow.
 */
export async function holdsAtEverySize(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
  const [large, laptop, phone] = sizes
  const looks = [
    { size: phone, theme: 'dark' },
    { size: laptop, theme: 'light' },
  ] as const
  for (const { size, theme } of (await themeOf(page)) === 'dark' ? looks : looks.toReversed()) {
    await fits(page, size)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await breaksNoRule(page)
    if (size === laptop) await fits(page, large)
  }
  await fits(page, laptop)
}

function themeOf(page: Page): Promise<'dark' | 'light'> {
  return page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
}

async function fits(page: Page, size: (typeof sizes)[number]): Promise<void> {
  await page.setViewportSize(size)
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const message = `${page.url()} at ${size.width}`
  await expect.poll(overflow, { message, timeout: 10_000 }).toBeLessThanOrEqual(0)
}

/** At every size no control is covered by the captions once it is scrolled into view. */
export async function captionsCoverNothing(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await standsStill(page)
    expect(await page.evaluate(controlsBehindCaptions), `${page.url()} at ${size.width}`).toEqual([])
  }
  await page.setViewportSize(sizes[1])
}

/** Runs in the page: the topmost open dialog, or the page. */
function inFront(): Document | Element {
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  return dialogs.findLast((dialog) => dialog.checkVisibility()) ?? document
}

/** Runs in the page: the controls behind the captions. With a dialog open only its controls count. */
function controlsBehindCaptions(): string[] {
  const strip = document.querySelector('[data-caption-strip]')?.getBoundingClientRect()
  if (!strip || strip.height < 30) return ['no captions']
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  const place = dialogs.findLast((dialog) => dialog.checkVisibility()) ?? document
  const inside = place === document ? 'main, aside' : '*'
  const controls = [...place.querySelectorAll('button, a, input, textarea, select, summary')].filter(
    (control) => control.closest(inside) && control.checkVisibility(),
  )
  if (controls.length === 0) return ['no controls']
  const behind = controls.filter((control) => {
    control.scrollIntoView({ block: 'nearest' })
    const { top, bottom, left, right } = control.getBoundingClientRect()
    return top < strip.bottom && bottom > strip.top + 1 && left < strip.right && right > strip.left
  })
  return behind.map(({ outerHTML }) => outerHTML.slice(0, 200))
}

/** Checks that the page breaks no accessibility rule once nothing moves, at its present size and theme. */
export async function isAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await breaksNoRule(page)
}

async function breaksNoRule(page: Page): Promise<void> {
  // A changed row is marked for a moment, so a finding counts only if it persists.
  let found: string[] = []
  for (let look = 0; look < 3; look += 1) {
    await standsStill(page)
    found = await violationsOf(page)
    if (found.length === 0) break
    await page.waitForTimeout(1000)
  }
  expect(found, `${page.url()}, ${await themeOf(page)}`).toEqual([])
}

/** Waits until the page is drawn again and all animations are over. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await drawn()
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(passing.map(({ finished }) => finished))
    await drawn()
  })
}

async function violationsOf(page: Page): Promise<string[]> {
  // Loaded into the page once. Axe's own helper opens another page for every run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // Reporting only violations takes half the time. The page behind an open dialog was checked before.
  const options = "{ resultTypes: ['violations'], selectors: false, preload: false }"
  const { violations } = await page.evaluate<AxeResults>(`axe.run((${inFront})(), ${options})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)
}
