import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { steps } from '#client/texts/zh-CN/steps.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The screen sizes that are tested. */
export const sizes = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 2560, height: 1440 },
] as const

/**
 * Checks that the page fits every size (`fits`), and that no accessibility rule is broken on a phone in the dark
 * theme and on a laptop in the light one. A rule's findings depend on the layout, which differs on a phone. Contrast
 * takes most of the time, so it is checked in one theme: the other than the page's present one, in which
 * `isAccessible` checks it. `colours.test.ts` tests both. The present theme comes first, because a change is slow.
 */
export async function holdsAtEverySize(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
  const [large, laptop, phone, wall] = sizes
  const looks = [
    { size: phone, theme: 'dark' },
    { size: laptop, theme: 'light' },
  ] as const
  const present = await themeOf(page)
  for (const { size, theme } of present === 'dark' ? looks : looks.toReversed()) {
    await fits(page, size)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await breaksNoRule(page, { contrast: theme !== present })
    if (size !== laptop) continue
    for (const wider of [large, wall]) await fits(page, wider)
  }
  await fits(page, laptop)
}

function themeOf(page: Page): Promise<'dark' | 'light'> {
  return page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
}

/**
 * At this size, which the page then has, nothing scrolls sideways but tables that show so, no column of a table is too
 * narrow for its text, and the deadline and the act that is expected, or a dialog's buttons, are in the window before
 * anybody scrolls.
 */
export async function fits(page: Page, size: (typeof sizes)[number]): Promise<void> {
  await page.setViewportSize(size)
  const message = `${page.url()} at ${size.width}`
  await expect.poll(() => page.evaluate(misfits), { message, timeout: 10_000 }).toEqual([])
}

/** Pages of one step fit every size; the last one is a laptop's. */
export async function fitEverySize(...pages: readonly Page[]): Promise<void> {
  const [large, laptop, phone, wall] = sizes
  for (const page of pages) {
    for (const size of [phone, large, wall, laptop]) await fits(page, size)
  }
}

/** Runs in the page: what does not fit the window. With a dialog open the page below it has scrolled as it may. */
function misfits(): string[] {
  const found: string[] = []
  const overflow = document.documentElement.scrollWidth - window.innerWidth
  if (overflow > 0) found.push(`${overflow} pixels stand out sideways`)
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })

  for (const cell of [...document.querySelectorAll<HTMLElement>('td, th')].filter(isShown)) {
    const style = getComputedStyle(cell)
    // biome-ignore lint/performance/useDomNodeTextContent: the labels of a phone's cards are hidden here
    const text = cell.innerText
    if (style.display !== 'table-cell') continue
    const room =
      cell.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    // Digits and Latin letters are half as wide as Chinese characters.
    const letters = text.split('\n').map((line) => line.replace(/[^\p{Script=Han}]/gu, '').length)
    const least = Math.min(8, Math.max(...letters))
    if (room < least * Number.parseFloat(style.fontSize) - 1) found.push(`${room} pixels for “${text}”`)
  }

  for (const table of [...document.querySelectorAll('table')].filter(isShown)) {
    const frame = table.parentElement
    const hidden = frame ? frame.scrollWidth - frame.clientWidth - frame.scrollLeft : 0
    if (hidden <= 1) continue
    const isHinted = frame?.parentElement?.querySelector(':scope > [data-more-at-end]') != null
    const isNamed = frame?.tabIndex === 0 && frame.ariaLabel
    if (!isHinted || !isNamed)
      found.push(`nothing says that ${hidden} pixels of “${table.ariaLabel}” are hidden`)
  }

  // biome-ignore lint/performance/useDomNodeTextContent: blocks stand on lines of their own
  const spaced = /.{0,20}[。；！] \p{Script=Han}.{0,20}/u.exec(document.body.innerText)
  if (spaced) found.push(`a space after a full stop: ${spaced[0]}`)

  const isInside = (element: Element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    return top >= 0 && left >= 0 && right <= window.innerWidth && bottom <= window.innerHeight
  }
  for (const button of document.querySelectorAll('[data-dialog-footer] button')) {
    if (isShown(button) && !isInside(button)) found.push(`outside: ${button.outerHTML.slice(0, 120)}`)
  }
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return found
  window.scrollTo(0, 0)
  const bar = '[data-step-bar]'
  const expected = [
    ...document.querySelectorAll(`${bar} h1, ${bar} [data-clock], ${bar} button, [data-sticky-act] button`),
  ]
  // Of several acts that are possible, the next one; the first of the page unless the bar leads to another.
  const acts = [...document.querySelectorAll('main [data-official-act=next]:enabled')].filter(isShown)
  if (acts.length > 1) found.push(`${acts.length} acts stand out as the next one`)
  const isWide = window.innerWidth > 1000
  if (isWide && !document.querySelector(`${bar} button`)) expected.push(...acts.slice(0, 1))
  for (const element of expected.filter(isShown)) {
    const { top, bottom } = element.getBoundingClientRect()
    if (!isInside(element))
      found.push(`${Math.round(top)} to ${Math.round(bottom)}: ${element.outerHTML.slice(0, 120)}`)
  }
  return found
}

/** On a laptop a table has room for all its columns. */
export async function showsAllColumns(table: Locator): Promise<void> {
  await table.page().setViewportSize(sizes[1])
  const cut = () => table.evaluate((grid) => grid.scrollWidth - (grid.parentElement?.clientWidth ?? 0))
  await expect.poll(cut).toBeLessThanOrEqual(0)
}

/** On a wall at most six cards end at its lower edge, but for the room of the captions: nothing scrolls or stays empty. */
export async function fillsWall(cards: Locator): Promise<void> {
  const [wall] = sizes
  const page = cards.page()
  const before = page.viewportSize()
  await page.setViewportSize(wall)
  expect(await cards.count(), 'cards').toBeLessThanOrEqual(6)
  const below = () =>
    cards.evaluateAll((all) => {
      const lowest = Math.max(...all.map((card) => card.getBoundingClientRect().bottom))
      return lowest > innerHeight ? 'scrolls' : innerHeight - lowest > 80 ? 'stays empty' : ''
    })
  await expect.poll(below).toBe('')
  if (before) await page.setViewportSize(before)
}

/** On a phone everything that is touched is at least 44 pixels high and wide, but links within a text. */
export async function fitsThumbs(page: Page): Promise<void> {
  const before = page.viewportSize()
  const [, , phone] = sizes
  await page.setViewportSize(phone)
  await standsStill(page)
  expect(await page.evaluate(smallTargets), page.url()).toEqual([])
  if (before) await page.setViewportSize(before)
}

/** Runs in the page: the controls that are too small; with a dialog open only its controls count. */
function smallTargets(): string[] {
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  const place = dialogs.findLast((dialog) => dialog.checkVisibility()) ?? document
  const controls = [...place.querySelectorAll('button, a, input:not([type=file]), select, textarea, summary')]
  return controls.flatMap((control) => {
    const { width, height, bottom } = control.getBoundingClientRect()
    // The skip link is above the page until it has the focus, and hidden inputs are a pixel large.
    const isShown =
      control.checkVisibility({ visibilityProperty: true }) && width > 2 && height > 2 && bottom > 0
    const isSmall = isShown && (width < 43.5 || height < 43.5)
    return isSmall ? [`${Math.round(width)} x ${Math.round(height)}: ${control.outerHTML.slice(0, 200)}`] : []
  })
}

/** The whole of an act is on a laptop's screen before anybody scrolls. */
export async function isOnFirstScreen(act: Locator): Promise<void> {
  const page = act.page()
  const before = page.viewportSize()
  const [, laptop] = sizes
  await page.setViewportSize(laptop)
  await page.evaluate(() => window.scrollTo(0, 0))
  await standsStill(page)
  const box = await act.boundingBox()
  const message = `${page.url()} at ${laptop.width}: ${JSON.stringify(box)}`
  expect(box && box.y >= 0 && box.y + box.height <= laptop.height, message).toBe(true)
  if (before) await page.setViewportSize(before)
}

/** Whoever comes to the page's main part hears first what happens, what is expected of them, and by when. */
export async function asksFirst(page: Page, step: string, sentence: string, deadline = ''): Promise<void> {
  await expect.poll(() => heardOfMain(page)).toMatch(new RegExp(`^${step}: ${sentence} .*${deadline}`))
}

/** The name and the description of the main part, as screen readers get them. */
async function heardOfMain(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page)
  try {
    const { root } = await client.send('DOM.getDocument', { depth: 0 })
    const { nodes } = await client.send('Accessibility.queryAXTree', { nodeId: root.nodeId, role: 'main' })
    return nodes.map(({ name, description }) => `${name?.value}: ${description?.value} `).join()
  } finally {
    await client.detach()
  }
}

/** On a phone no toast covers anything that can be pressed, or the name of a table's row. */
export async function toastsCoverNothing(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(sizes[2])
  await expect.poll(() => page.evaluate(actsBehindToasts), { timeout: 4000 }).toEqual([])
  if (before) await page.setViewportSize(before)
}

/** Runs in the page: the controls that a toast covers in part. */
function actsBehindToasts(): string[] {
  const part = '[data-scope=toast][data-part=root]'
  const toasts = [...document.querySelectorAll(part)].map((toast) => toast.getBoundingClientRect())
  if (toasts.length === 0) return ['no toast']
  const what = 'button, a[href], input, select, textarea, summary, [role=timer], [role=rowheader]'
  const controls = [...document.querySelectorAll(what)].filter(
    (control) => control.checkVisibility() && !control.closest(part),
  )
  return controls.flatMap((control) => {
    const { top, bottom, left, right } = control.getBoundingClientRect()
    const isCovered = toasts.some(
      (toast) => toast.top < bottom && toast.bottom > top && toast.left < right && toast.right > left,
    )
    return isCovered ? [control.outerHTML.slice(0, 200)] : []
  })
}

/** The overview on paper: every row under its heads, the section and the time, no control, and white in the dark theme too. */
export async function printsWhole(page: Page, section: RegExp, bidders: number): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.setViewportSize({ width: 680, height: 900 })
  await page.locator('[data-print-head]').filter({ hasText: section, visible: true }).waitFor()
  const overview = page.getByRole('region', { name: steps['announcement.overview'] })
  await overview.getByRole('columnheader').first().waitFor()
  expect(await overview.getByRole('row').filter({ visible: true }).count()).toBe(bidders + 1)
  const controls = page.getByRole('main').locator('button, input, select').filter({ visible: true })
  expect(await controls.locator('xpath=self::*[not(ancestor::th)]').count()).toBe(0)
  const grounds = await page.evaluate(() =>
    [document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor),
  )
  expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'])
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await page.setViewportSize(sizes[1])
}

/** At every size no control is covered by the captions once it is scrolled into view. */
export async function captionsCoverNothing(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await standsStill(page)
    expect(await page.evaluate(controlsBehindCaptions), `${page.url()} at ${size.width}`).toEqual([])
  }
  await pillCoversNothing(page)
  await page.setViewportSize(sizes[1])
}

/** On a phone the captions rise above acts, fields and deadlines, wherever the page is scrolled to. */
async function pillCoversNothing(page: Page): Promise<void> {
  await page.setViewportSize(sizes[2])
  for (let top = 0; top < 1200; top += 90) {
    await page.evaluate((y) => window.scrollTo(0, y), top)
    await expect.poll(() => page.evaluate(actsBehindPill), { message: `scrolled to ${top}` }).toEqual([])
  }
}

/** Runs in the page: the acts, fields and deadlines that the pill of the captions covers. */
function actsBehindPill(): string[] {
  const pill = document.querySelector('[data-caption-strip] > *')?.getBoundingClientRect()
  if (!pill || document.querySelector('[role=dialog], [role=alertdialog]')) return []
  const acts = [
    ...document.querySelectorAll('main :is(button, a, input, textarea, select, summary), [role=timer]'),
  ]
  const behind = acts.filter((act) => {
    const { top, bottom, left, right } = act.getBoundingClientRect()
    const overlaps = top < pill.bottom && bottom > pill.top && left < pill.right && right > pill.left
    return overlaps && act.checkVisibility()
  })
  return behind.map(({ outerHTML }) => outerHTML.slice(0, 200))
}

/** Runs in the page: the controls behind the captions. With a dialog open only its controls count. */
function controlsBehindCaptions(): string[] {
  const strip = document.querySelector('[data-caption-strip]')?.getBoundingClientRect()
  if (!strip || strip.height < 30) return ['no captions']
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  const [captions, backdrop] = ['[data-caption-strip]', '[data-scope=dialog][data-part=backdrop]'].map(
    (selector) => document.querySelector(selector),
  )
  const layerOf = (element: Element) => Number(getComputedStyle(element).zIndex)
  if (captions && backdrop && layerOf(captions) >= layerOf(backdrop)) return ['captions before a dialog']
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

/**
 * Checks that no accessibility rule is broken once nothing moves, at the page's present size and theme: in the part
 * that is new, or in the step's own screen without header and log, which other checks see.
 */
export async function isAccessible(page: Page, part: Part = 'main'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await breaksNoRule(page, { part })
}

/** What a check looks at when no dialog is open: a selector, or the page without the log's lines. */
type Part = 'main' | 'header' | '[role=menu]' | 'page' | 'page and log'

interface Look {
  readonly part?: Part
  readonly contrast?: boolean
}

async function breaksNoRule(page: Page, look: Look): Promise<void> {
  // A changed row is marked for a moment, so a finding counts only if it persists.
  let found: string[] = []
  for (let tries = 0; tries < 3; tries += 1) {
    await standsStill(page)
    found = await violationsOf(page, look)
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

/** Runs in the page: the topmost open dialog, or else the part. */
function contextOf(part: string) {
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  const dialog = dialogs.findLast((one) => one.checkVisibility())
  if (dialog) return dialog
  if (part === 'page and log') return document
  const found = part === 'page' ? [] : [...document.querySelectorAll(part)]
  const place = part === 'page' ? document : found.find((one) => one.checkVisibility())
  if (!place) throw new Error(`the page has no ${part}`)
  // The log's lines are alike on all pages.
  return { include: [place], exclude: [...document.querySelectorAll('aside ol')] }
}

async function violationsOf(page: Page, { part = 'page', contrast = true }: Look): Promise<string[]> {
  // Loaded into the page once. Axe's own helper opens another page for every run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // Reporting only violations takes half the time. The page behind an open dialog was checked before.
  const rules = { 'color-contrast': { enabled: contrast } }
  const options = JSON.stringify({ resultTypes: ['violations'], selectors: false, preload: false, rules })
  const run = `axe.run((${contextOf})(${JSON.stringify(part)}), ${options})`
  const { violations } = await page.evaluate<AxeResults>(run)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)
}

/**
 * Nothing that the page's security policy forbids is tried after a reload by `act`. Libraries go on when it fails, but
 * the browser takes long to say where it was.
 */
export async function breaksNoPolicy(page: Page, act: (page: Page) => Promise<void>): Promise<void> {
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      violations.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  await act(page)
  expect(await page.evaluate('violations')).toEqual([])
}
