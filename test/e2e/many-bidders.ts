import type { Page } from 'playwright'
import { expect } from 'vitest'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { isoTime } from '#lib/time.ts'
import { createAuthority, issueWithoutFile } from '#simulators/certificates/test-authority.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { sealFor } from '#simulators/fixtures/bids.ts'
import { creditCode, persons } from '#simulators/fixtures/personal-data.ts'
import { randomBytes } from '#simulators/fixtures/random-bytes.ts'
import { pdfText } from '#simulators/replay/pdf-text.ts'
import { fits, sizes } from './page-checks.ts'
import { type SectionFixture, tenderOf } from './section-fixture.ts'

/* The table of a section with so many bids that only the rows in view are rendered. */

const nameOf = (place: number) => `Bidder-${String(place).padStart(3, '0')}`

/**
 * A section without bid encryption, so that the hall opens all bids by itself; the last of `count` bids is that of the
 * fixture's first bidder. Announced; its id.
 */
export async function announceMany(fixture: SectionFixture, count: number): Promise<string> {
  const { platform, clock, opener } = fixture
  const [own] = fixture.bidders
  if (!own) throw new Error('a bidder expected')
  const authority = await createAuthority({ now: Date.now })
  const opensAt = isoTime(clock.now() + 600_000)
  const sectionCode = 'E2E-MANY'
  const tender = { ...tenderOf('多家投标标段', opener.unitCode, opensAt), sectionCode, encrypted: false }
  const guid = await platform.publishTender(tender)
  const section = { guid, sectionCode, sessionRecipient: await platform.sectionKey(guid), encrypted: false }
  for (let place = 1; place <= count; place += 1) {
    const rival = { unitCode: creditCode(randomBytes), name: nameOf(place) }
    const { unitCode, name } = place === count ? own : rival
    const issued = { unitCode, name, password: '', now: Date.now }
    const { certificatePem, helper } = await issueWithoutFile(authority, issued)
    await platform.enrolBidder(guid, { unitCode, name, certificatePem })
    const figures = { price: `${place}00000.00`, days: '700', manager: '赵一鸣' }
    const sealed = await sealFor({ ...section, unitCode }, { figures, files: [], certificate: helper })
    const file = { name: sealed.fileName, bytes: sealed.ciphertext }
    await platform.deliverBidFile(guid, { unitCode, manifest: sealed.manifest, file })
  }
  await clock.leapTo(opensAt)
  const lead = await enterSession(await fixture.account(opener), guid)
  const { names, ids } = persons()
  await lead.send({ type: 'RecordPersonInfo', payload: { names, ids } })
  await lead.send({ type: 'EnterBidOpening', payload: {} })
  await lead.until((state) => state.decryption?.closed === true, 'the import of all bids')
  await lead.send({ type: 'EnterAnnouncement', payload: {} })
  lead.close()
  return guid
}

const tableOf = (page: Page) => page.getByRole('table', { name: steps['announcement.overview'] })

/** On a laptop: however far the table is scrolled, the bidder's own row stands below its head. */
export async function keepsOwnRow(page: Page, own: string): Promise<void> {
  const table = tableOf(page)
  await fits(page, sizes[1])
  await table.scrollIntoViewIfNeeded()
  for (const share of [0, 0.5, 1]) {
    await table.evaluate((element, part) => {
      const frame = element.parentElement
      frame?.scrollTo({ top: part * frame.scrollHeight })
    }, share)
    await expect.poll(() => table.evaluate(rowBelowHead), { message: `scrolled by ${share}` }).toContain(own)
  }
}

/** Runs in the page: the text of what is seen in the table right below its head. */
function rowBelowHead(table: Element): string {
  const head = table.querySelector('thead')?.getBoundingClientRect()
  if (!head || head.top < 0 || head.bottom + 40 > window.innerHeight) return 'the head is not in the window'
  const seen = document.elementFromPoint(head.left + 200, head.bottom + 10)
  return seen?.closest('tr')?.textContent ?? ''
}

/** Whoever has the focus in a row and scrolls on finds it there again: the row stays in the page, in its place. */
export async function keepsFocus(page: Page): Promise<void> {
  const table = tableOf(page)
  const scroll = (part: number) =>
    table.evaluate((element, to) => {
      const frame = element.parentElement
      frame?.scrollTo({ top: to * frame.scrollHeight })
    }, part)
  await scroll(0)
  const row = table.getByRole('row').filter({ hasText: nameOf(3) })
  const cell = row.getByRole('cell').first()
  await cell.evaluate((element) => {
    element.tabIndex = -1
    element.focus()
  })
  const top = (element: Element) =>
    element.getBoundingClientRect().top - (element.closest('table')?.getBoundingClientRect().top ?? 0)
  const height = () => table.evaluate((element) => element.getBoundingClientRect().height)
  const [before, heightBefore] = [await row.evaluate(top), await height()]
  for (const part of [1, 0.5]) {
    await scroll(part)
    await expect.poll(() => row.getByText(nameOf(3)).isVisible()).toBe(true)
    await expect
      .poll(() =>
        table
          .getByRole('row')
          .filter({ hasText: nameOf(4) })
          .count(),
      )
      .toBe(0)
    expect(await cell.evaluate((element) => document.activeElement === element)).toBe(true)
    expect(await row.evaluate(top)).toBeCloseTo(before, 0)
  }
  expect(Math.abs((await height()) / heightBefore - 1)).toBeLessThan(0.05)
  await scroll(0)
  await expect
    .poll(() =>
      table
        .getByRole('row')
        .filter({ hasText: nameOf(4) })
        .count(),
    )
    .toBe(1)
  expect(await cell.evaluate((element) => document.activeElement === element)).toBe(true)
}

/** The page as the browser prints it has the row of each bidder. */
export async function printsAll(page: Page, own: string, count: number): Promise<void> {
  // The browser's fonts have some characters as their radicals.
  const text = (await pdfText(await page.pdf())).normalize('NFKC')
  const names = Array.from({ length: count - 1 }, (_, index) => nameOf(index + 1))
  expect([...names, own].filter((name) => !text.includes(name))).toEqual([])
}
