import type { Page } from 'playwright'
import { expect } from 'vitest'
import { room } from '#client/texts/zh-CN/room.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import type { Phase } from '#domain/session/phase.ts'
import { sees } from './page-actions.ts'
import { isAccessible } from './page-checks.ts'

/** The screens that hang on a wall. */
const walls = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
] as const
/** The least height of letters that is read from ten metres, as a share of the screen's. */
const leastLetters = 0.022

/** Opens the view for the room from the section's page. */
export async function roomOf(opener: Page): Promise<Page> {
  await opener.getByRole('button', { name: shell.tools }).first().click()
  const [screen] = await Promise.all([
    opener.context().waitForEvent('page'),
    opener.getByRole('menuitem', { name: room.open }).click(),
  ])
  await screen.waitForURL(/\/screen\//)
  await screen.setViewportSize(walls[0])
  return screen
}

/**
 * A bidder who knows the address of the room's view sees nothing of the section there (`secret`), and nothing of a section
 * that the tab has not entered. Both pages say so in either language.
 */
export async function bidderIsKeptOut(page: Page, secret: RegExp): Promise<void> {
  const before = page.url()
  const pages = [
    [before.replace(/\/bid\/([^/]+).*/, '/screen/$1'), room.notForYou],
    [before.replace(/\/bid\/.*/, '/bid/unknown/bidready'), shell.noAuthorization],
  ] as const
  for (const [address, title] of pages) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('button', { name: 'English' }).waitFor()
    expect(await page.getByText(secret).count()).toBe(0)
  }
  await isAccessible(page, 'page')
  await page.goto(before)
}

/**
 * In this phase all of the view can be read from the back of the room, on each wall: no text is small, cut or outside the
 * screen.
 */
export async function fillsRoom(screen: Page, phase: Phase): Promise<void> {
  await sees(screen, room[`phase.${phase}`])
  for (const wall of walls.toReversed()) {
    await screen.setViewportSize(wall)
    await canBeRead(screen, `${phase}, ${wall.height}`)
  }
}

async function canBeRead(screen: Page, message: string): Promise<void> {
  expect(await screen.evaluate(saidTwice), message).toEqual([])
  await expect.poll(() => screen.evaluate(textsOutside), { message }).toEqual([])
  const share = await screen.evaluate(smallestLetters)
  expect(share, message).toBeGreaterThanOrEqual(leastLetters)
}

/**
 * Runs in the page: texts that stand twice, and counts beside the first; the list repeats the bid being read, and the
 * caption what is said aloud.
 */
function saidTwice(): string[] {
  const texts = [...document.querySelectorAll<HTMLElement>('[data-room] *')]
    .filter(
      (one) => !one.closest('ol, [data-room-caption]') && one.children.length === 0 && one.checkVisibility(),
    )
    .map((one) => one.textContent?.trim() ?? '')
    .filter((text) => text !== '')
  const counts = texts.filter((text) => /\d(?: 家)? \/ \D*\d/.test(text)).slice(1)
  return [...texts.filter((text, index) => texts.indexOf(text) !== index), ...counts]
}

/** Runs in the page: the smallest font of a visible text, as a share of the screen's height. */
function smallestLetters(): number {
  const sizes = [...document.querySelectorAll<HTMLElement>('[data-room] *')]
    .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeName === '#text'))
    .map((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  return Math.min(...sizes) / window.innerHeight
}

/** Runs in the page: texts that are not on the screen; the list of bidders scrolls by itself. */
function textsOutside(): string[] {
  const outside = [...document.querySelectorAll<HTMLElement>('[data-room] *')].filter((one) => {
    if (one.closest('ol') || !one.checkVisibility()) return false
    const { top, left, bottom, right } = one.getBoundingClientRect()
    return top < -1 || left < -1 || bottom > window.innerHeight + 1 || right > window.innerWidth + 1
  })
  return outside.map(({ outerHTML }) => outerHTML.slice(0, 200))
}
