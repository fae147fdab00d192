import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { TenderInput } from '#domain/tender/tender.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { httpClient } from '#simulators/client/http-client.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { type Submission, sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { opensIn } from '#simulators/fixtures/opening-time.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { sampleTender } from '#simulators/fixtures/sample-tender.ts'
import { takePart } from '#simulators/participants/bidder.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { isAccessible, sizes } from './page-checks.ts'
import { type Person, password, type SectionFixture } from './section-fixture.ts'

/** Publishes a section of the fixture's opener that opens in so many seconds; its id. */
export async function publish(
  fixture: SectionFixture,
  opensInSeconds: number,
  own: Partial<TenderInput> & Pick<TenderInput, 'sectionCode' | 'sectionName'>,
): Promise<string> {
  const opensAt = await opensIn(httpClient({ url: fixture.url }), opensInSeconds)
  return fixture.platform.publishTender(
    sampleTender({ agencyCode: fixture.opener.unitCode, opensAt, ...own }),
  )
}

/** The certificate of one of the fixture's bidders, as the trading platform and the bots need it. */
export async function certificateOf({ p12 }: Person) {
  const opened = await softwareCertificate(new Uint8Array(readFileSync(p12)), password)
  if (!opened.ok) throw new Error(`the certificate cannot be opened: ${opened.error}`)
  return opened.value
}

export async function enrol(fixture: SectionFixture, section: string, bidder: Person): Promise<void> {
  const { certificatePem } = await certificateOf(bidder)
  await fixture.platform.enrolBidder(section, { ...bidder, certificatePem })
}

/** Seals and submits one bid for the fixture's section. */
export async function submitBid(
  fixture: SectionFixture,
  bidder: Person,
  figures: Record<string, string>,
): Promise<Submission> {
  const certificate = await certificateOf(bidder)
  return sealAndSubmit(await fixture.account(bidder), fixture.session, { figures, files: [], certificate })
}

/** A section that simulated people lead from one bid to its end. */
export async function publishAndEnd(fixture: SectionFixture, sectionName: string): Promise<string> {
  const [bidder] = fixture.bidders
  if (!bidder) throw new Error('a bidder expected')
  const certificate = await certificateOf(bidder)
  const opensAt = await opensIn(httpClient({ url: fixture.url }), 60)
  const own = { sectionCode: 'HALL-ENDED', sectionName, agencyCode: fixture.opener.unitCode, opensAt }
  const section = await fixture.platform.publishTender(sampleTender(own))
  await enrol(fixture, section, bidder)
  const [opening, bidding] = [await fixture.account(fixture.opener), await fixture.account(bidder)]
  const figures = { price: '1000000.00' }
  await sealAndSubmit(bidding, section, { figures, files: [], certificate })
  await fixture.clock.leapTo(opensAt)
  const opener = await enterSession(opening, section)
  const participant = await enterSession(bidding, section)
  const manner = { pause: pauses(null), road: 'socket' } as const
  await Promise.all([
    leadOpening(opener, { ...persons(), remarks: '无', ...manner }),
    takePart(participant, { certificate, fileKeys: null, figures, ...manner }),
  ])
  opener.close()
  participant.close()
  return section
}

/** The codes of the sections on the page, in order, once the list is loaded. */
export async function codesShown(page: Page): Promise<string[]> {
  await page.getByText(/^更新于/).waitFor()
  return page
    .locator('tbody tr[data-index]')
    .evaluateAll((rows) => rows.map((row) => /(HALL|E2E)-[A-Z0-9-]+/.exec(row.textContent ?? '')?.[0] ?? ''))
}

/** Unfolds the filters. */
export async function unfoldFilters(page: Page): Promise<void> {
  await page.getByRole('search').locator('button[aria-expanded=false]').click()
}

/** While the list is read its busy button has a name. A list that cannot be read says so and can be retried. */
export async function retriesList(page: Page, name: string): Promise<void> {
  let fail = () => {}
  const held = new Promise<void>((go) => {
    fail = go
  })
  await page.route(/getJYPTGongChengLieBiao$/, (route) => held.then(() => route.abort()))
  await page.getByRole('tab', { name: '待开标' }).click()
  // The panel of the other tab reads the same list while it leaves.
  await page.getByRole('tabpanel', { name: '待开标' }).locator('button[data-loading]').waitFor()
  await isAccessible(page)
  fail()
  const alert = page.getByRole('alert')
  await alert.getByText('网络连接中断，请稍后重试！').waitFor()
  await page.unroute(/getJYPTGongChengLieBiao$/)
  await alert.getByRole('button', { name: '重试' }).click()
  await page.getByText(name).waitFor()
}

/** The headings of the groups on the page, in order; of a day only what it is called. */
export async function groupsShown(page: Page): Promise<string[]> {
  const labels = await page.locator('tbody tr[data-group]').allTextContents()
  return labels.map((label) => label.split(' · ')[0] ?? '')
}

/** The cells of a section's row, by the column headings. */
export async function rowOf(page: Page, code: string): Promise<Record<string, string>> {
  const heads = await page.getByRole('columnheader').allInnerTexts()
  const row = page.locator('tbody tr', { hasText: code })
  await row.waitFor()
  const cells = await row.locator('td > div').allInnerTexts()
  return Object.fromEntries(heads.map((head, index) => [head.split(' ')[0] ?? '', cells[index] ?? '']))
}

/** On a phone the way back, the clock and the menu stand beside each other, in both languages. */
export async function hasHeaderOfOneRow(page: Page): Promise<void> {
  const [, laptop, phone] = sizes
  const parts = page.getByRole('banner').locator('a, [role=timer], button')
  const middles = () =>
    parts.evaluateAll((all) =>
      all.map((part) => {
        const { top, bottom } = part.getBoundingClientRect()
        return Math.round((top + bottom) / 2)
      }),
    )
  for (const other of ['English', '切换到中文']) {
    await page.setViewportSize(phone)
    // Their number is that of a phone, not a laptop's.
    await expect.poll(async () => (await middles()).length).toBe(3)
    expect(new Set(await middles()).size, other).toBe(1)
    await page.setViewportSize(laptop)
    await page.getByRole('button', { name: other }).click()
  }
}
