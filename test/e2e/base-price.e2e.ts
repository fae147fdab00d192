import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { basePrice } from '#client/texts/zh-CN/base-price.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { isReadingDue, nextPosition } from '#domain/announcement/reading.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import type { Participant } from '#simulators/client/session-client.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { openSection } from './extra-section.ts'
import { enterAs } from './logged-in.ts'
import { pressAndConfirm, sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { createSectionFixture, type SectionFixture } from './section-fixture.ts'

const evaluation: TenderInput['evaluation'] = {
  basePriceMethod: 3,
  basePrice: {
    trimmed: true,
    lowerRate: 'municipal',
    theoryCost: [{ item: 'total', column: 'price' }],
    steps: [{ kind: 'lower', by: { fixed: '3', unit: 'percent' } }],
  },
}

let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  const names = ['江河水利建设集团有限公司', '中部路桥工程有限公司', '华北市政工程建设有限责任公司']
  // A region that needs the saved base price for step 4.
  fixture = await createSectionFixture(names, { environment: { VARIANT: 'lead-60' } })
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

/** Reads every bid, so that all figures are public. */
async function readOut(opener: Participant): Promise<void> {
  const isRead = (state: SessionState) => !isReadingDue(state)
  await opener.send({ type: 'StartReading', payload: { pace: null } })
  await opener.until((state) => state.announcement?.reading != null, 'the first bid')
  while (!isRead(opener.state())) {
    const position = nextPosition(opener.state())
    const before = opener.state().seq
    await opener.send(
      position === null
        ? { type: 'FinishReading', payload: {} }
        : { type: 'ReadNext', payload: { position } },
    )
    await opener.until((state) => state.seq > before, 'the next bid')
  }
}

test('[BAS-7] the base price is calculated and saved in front of everybody before step 4', {
  timeout: 300_000,
}, async () => {
  const section = await openSection(fixture, '基准价标段', { encrypted: false, evaluation })
  await section.enterOpening()
  await section.opener.until((state) => state.decryption?.closed === true, 'the last file')
  await section.opener.send({ type: 'EnterAnnouncement', payload: {} })
  await readOut(section.opener)
  // The region asks for objections before the end; nobody answers.
  await section.opener.send({ type: 'StartInquiry', payload: {} })
  await fixture.clock.leap(5 * 60_000)
  await section.opener.until((state) => state.inquiry?.closed === true, 'the end of the inquiry')
  const [one] = fixture.bidders
  if (!one) throw new Error('a bidder expected')
  const opener = await enterAs(browser, fixture, fixture.opener, section.id)
  const bidder = await enterAs(browser, fixture, one, section.id)

  await opener.getByRole('button', { name: `${basePrice.leaveBid} ${one.name}` }).click()
  await opener.getByRole('alertdialog').getByLabel(/^原因/).fill('报价存疑')
  await opener.getByRole('alertdialog').getByRole('button', { name: basePrice.leaveTitle }).click()
  await sees(bidder, '开标人设定：报价存疑')
  await opener.getByRole('button', { name: steps['announcement.enterEnd'] }).click()
  await sees(opener, '评标基准价未保存，请先保存！')
  expect(opener.url()).toContain('bidcall')

  await opener.getByRole('button', { name: basePrice.calculate, exact: true }).click()
  await sees(bidder, '124,495,308.53 元')
  await sees(bidder, '128,345,678.9 × (1 − 3%) = 124,495,308.533')
  await holdsAtEverySize(opener)
  await pressAndConfirm(opener, basePrice.save)
  await sees(bidder, basePrice.reviewGroup)
  await bidder.getByRole('button', { name: basePrice.update }).click()
  await sees(bidder, /^已于 .* 更新$/)
  await isAccessible(bidder)
  const download = opener.waitForEvent('download')
  await opener.getByRole('button', { name: basePrice.report }).click()
  expect((await download).suggestedFilename()).toMatch(/-评标基准价计算表\.pdf$/)
  await opener.getByRole('button', { name: steps['announcement.enterEnd'] }).click()
  await opener.waitForURL(/bidend/)
  section.close()
})
