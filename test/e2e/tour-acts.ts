import type { Page } from 'playwright'
import { expect } from 'vitest'
import { tours } from '#client/features/tour/tour-steps.ts'
import type { TourRole } from '#client/store/tour.ts'
import { tour as texts } from '#client/texts/zh-CN/tour.ts'
import { isAccessible, sizes } from './page-checks.ts'

/**
 * The page's user takes the tour of their role by keys, with a reload on the way and the last steps on a phone. Each
 * step has the focus, covers nothing of what it explains and points at it; Escape leaves.
 */
export async function takesTour(page: Page, role: TourRole): Promise<void> {
  const begun = { state: { tour: { role, step: 0, section: null } }, version: 1 }
  await page.evaluate((kept) => sessionStorage.setItem('kaibiao.tour', kept), JSON.stringify(begun))
  await page.reload()
  const steps = tours[role]
  for (const [index, { name }] of steps.entries()) {
    if (index === 3) await page.reload()
    if (index === steps.length - 4) await page.setViewportSize(sizes[2])
    const card = page.getByRole('dialog', { name: texts[`${name}.title`], exact: true })
    await card.locator('h2:focus').waitFor()
    const covered = index < steps.length - 4 ? pixelsCovered : pixelsCoveredOnPhone
    await expect.poll(() => page.evaluate(covered), { message: name, timeout: 10_000 }).toBe(0)
    expect(await page.evaluate(isFrameCut), name).toBe(false)
    await expect.poll(() => page.evaluate(hasHiddenArrow), { message: name, timeout: 10_000 }).toBe(false)
    if (index < steps.length - 1) await page.keyboard.press('ArrowRight')
  }
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await page.locator('[data-tour-card]').waitFor({ state: 'detached' })
  await page.setViewportSize(sizes[1])
}

/** Runs in the page: how many pixels of the marked element the tour's text covers; null before there is one. */
function pixelsCovered(): number | null {
  const [card, marked] = ['[data-tour-card]', '[data-toured]'].map((selector) =>
    document.querySelector(selector)?.getBoundingClientRect(),
  )
  if (!card || !marked) return null
  const width = Math.min(card.right, marked.right) - Math.max(card.left, marked.left)
  const height = Math.min(card.bottom, marked.bottom) - Math.max(card.top, marked.top)
  return Math.max(0, width) * Math.max(0, height)
}

/**
 * Runs in the page: how much of the marked element's height is under the step's bar, under the text or outside the
 * window, though there would be room for it; null before there is one.
 */
function pixelsCoveredOnPhone(): number | null {
  const [card, marked, bar] = ['[data-tour-card]', '[data-toured]', '[data-step-bar]'].map((selector) =>
    document.querySelector(selector),
  )
  if (!card || !marked) return null
  const one = marked.getBoundingClientRect()
  const ceiling = bar && !bar.contains(marked) ? bar.getBoundingClientRect().bottom : 0
  const { top: floor } = card.getBoundingClientRect()
  const isAbove = bar && one.bottom <= bar.getBoundingClientRect().top
  const seen = Math.min(one.bottom, floor) - Math.max(one.top, isAbove ? 0 : ceiling)
  // A tall element begins at most a gap below the bar.
  return Math.max(0, Math.round(Math.min(one.height, floor - ceiling - 24) - seen))
}

/** Runs in the page: whether a side of the marked element's frame is outside the window. */
function isFrameCut(): boolean {
  const marked = document.querySelector('[data-toured]')
  if (!marked) return true
  const { left, right } = marked.getBoundingClientRect()
  const { outlineOffset, outlineWidth } = getComputedStyle(marked)
  const beyond = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
  return left - beyond < 0 || right + beyond > document.documentElement.clientWidth
}

/** Runs in the page: whether the card has an arrow of which nothing is to be seen outside the card. */
function hasHiddenArrow(): boolean {
  const card = document.querySelector('[data-tour-card]')
  const tip = card?.querySelector('[data-part="arrow-tip"]')
  if (!card || !tip) return false
  const { left, right, top, bottom } = card.getBoundingClientRect()
  const arrow = tip.getBoundingClientRect()
  const [x, y] = [(arrow.left + arrow.right) / 2, (arrow.top + arrow.bottom) / 2]
  const corners = [
    [x, arrow.top + 3],
    [x, arrow.bottom - 3],
    [arrow.left + 3, y],
    [arrow.right - 3, y],
  ] as const
  return !corners.some(
    ([x, y]) =>
      (x < left || x > right || y < top || y > bottom) &&
      document.elementFromPoint(x, y)?.closest('[data-tour-card]') === card,
  )
}
