import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The screens that the product is looked at on. */
export const sizes = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
] as const

/**
 * Nothing to scroll sideways at any size, and no accessibility rule broken on a phone in the dark theme and on a laptop in
 * the light one. What a rule finds depends on what is laid out, which is another thing on a phone, and on colours, which
 * are the theme's; that those go together in both themes is for `colours.test.ts`. It begins with the theme that the page
 * has: for a browser another theme is more work than all the rules.
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

/** At every size: whatever can be pressed or filled in stands clear of the captions once it is scrolled to. */
export async function captionsCoverNothing(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await standsStill(page)
    expect(await page.evaluate(controlsBehindCaptions), `${page.url()} at ${size.width}`).toEqual([])
  }
  await page.setViewportSize(sizes[1])
}

/** Runs in the page: the dialog that is open, above all others, or the page. */
function inFront(): Document | Element {
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  return dialogs.findLast((dialog) => dialog.checkVisibility()) ?? document
}

/** Runs in the page; with a dialog open its controls are the ones to be pressed. */
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

/** No accessibility rule is broken by what the page shows once it stands still, at the size and in the theme that it has. */
export async function isAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await breaksNoRule(page)
}

async function breaksNoRule(page: Page): Promise<void> {
  // A row that has just changed is marked for a moment, in the middle of a look too: what is wrong stays wrong.
  let found: string[] = []
  for (let look = 0; look < 3; look += 1) {
    await standsStill(page)
    found = await violationsOf(page)
    if (found.length === 0) break
    await page.waitForTimeout(1000)
  }
  expect(found, `${page.url()}, ${await themeOf(page)}`).toEqual([])
}

/** The page has heard of a change, drawn itself anew, and nothing fades or slides any more. */
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
  // Put into the page once, and not, as axe's own helper does, with a page of its own for every look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // Told to report what is wrong alone, it takes half the time. Behind an open dialog lies what was looked at before.
  const options = "{ resultTypes: ['violations'], selectors: false, preload: false }"
  const { violations } = await page.evaluate<AxeResults>(`axe.run((${inFront})(), ${options})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)
}
