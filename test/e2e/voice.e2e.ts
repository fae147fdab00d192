import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reading } from '#client/texts/zh-CN/reading.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { takePart } from '#simulators/participants/bidder.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { logInAs } from './logged-in.ts'
import { pressAndConfirm, sees } from './page-actions.ts'
import { captionsCoverNothing } from './page-checks.ts'
import { liveRegions, type RecordedSound, recordedSounds, recordSounds } from './recorded-sounds.ts'
import { createSectionFixture, password, type SectionFixture } from './section-fixture.ts'

const prices = ['20000300.00', '1234567.89'] as const
const names = ['江河水利建设集团有限公司', '中部路桥有限公司'] as const

const setLimit = { live: 'assertive', words: '请设置解密时限。' } as const
/** Clips with which a sentence begins. */
const beginnings = new Set(['decryptionIssued', 'allDecrypted', 'announcementStarted', '第'])

let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
})
// Each try needs a section of its own.
beforeEach(async () => {
  fixture = await createSectionFixture(names)
})
afterEach(async ({ task }) => {
  await closePages(browser, task.result?.state === 'fail')
  await fixture?.stop()
})

test('the opener hears the opening: clip after clip, never two at once, each with its caption', async () => {
  const bots = await hireBidders()
  const page = await logInAs(browser, fixture, fixture.opener)
  await recordSounds(page)
  await fixture.clock.leapTo(fixture.opensAt)
  await page.getByRole('button', { name: `进入标段 ${fixture.sectionName}` }).click()
  await page.waitForURL(/\/bid\//)
  await page.getByRole('button', { name: shell.consentYes }).click()
  const opener = await enterSession(await fixture.account(fixture.opener), fixture.session)
  await opener.send({ type: 'RecordPersonInfo', payload: persons() })
  await issueWithCaptions(page)
  const bidders = await bots.decrypt()
  await captionComes(page, 'polite', '投标文件已全部解密，解密结束。')
  await announceByVoice(page)
  await mute(page, opener)
  const startSigning = () => opener.send({ type: 'StartSigning', payload: { limitMinutes: 15 } })
  await oneTabSpeaks(page, bots.confirm, startSigning)
  for (const participant of [opener, ...bidders]) participant.close()
}, 240_000)

/** An urgent prompt's caption is assertive. Captions come even while clips cannot be loaded. */
async function issueWithCaptions(page: Page): Promise<void> {
  await page.route('**/prompts-*', (route) => route.abort())
  await page.getByRole('button', { name: steps['preparation.enter'], exact: true }).click()
  await page.waitForURL(/bidbegin/)
  await captionComes(page, setLimit.live, setLimit.words)
  await expect.poll(() => liveRegions(page), { timeout: 60_000 }).not.toContainEqual(setLimit)
  await page.unroute('**/prompts-*')
  await page.getByLabel(/^解密时限/).fill('30')
  await pressAndConfirm(page, steps['opening.issue'], steps['opening.issue'], captionsCoverNothing)
  await captionComes(page, 'assertive', '解密指令已下达，请投标人在30分钟内完成解密。')
}

/** Reads out the prices, with the names as captions, and checks all clips so far. */
async function announceByVoice(page: Page): Promise<void> {
  await pressAndConfirm(page, steps['opening.enterAnnouncement'], shell.enterAnnouncement)
  await page.waitForURL(/bidcall/)
  await captionComes(page, 'polite', '开始唱标，共有2家投标单位。')
  await ends(page, 'bidders')
  const items = '工期90日历天，项目经理赵一鸣。'
  await page.getByRole('button', { name: reading.start }).click()
  await captionComes(page, 'polite', `${names[0]}，投标报价20,000,300.00元，${items}`)
  await ends(page, 'calendarDays')
  await page.getByRole('button', { name: reading.next }).click()
  await captionComes(page, 'polite', `${names[1]}，投标报价1,234,567.89元，${items}`)
  await ends(page, 'calendarDays')

  const heard = await recordedSounds(page)
  expect(heard.map(({ what }) => what)).toEqual(heard.map((_, index) => (index % 2 === 0 ? 'play' : 'end')))
  expect(clipsOf(heard, 'end')).toEqual(clipsOf(heard, 'play'))
  expect(clipsOf(heard, 'end').join(' ')).toBe(
    [
      'decryptionIssued 三十 minutesToDecrypt',
      'allDecrypted',
      'announcementStarted 两 bidders',
      '第 一 bidders bidPrice 两千 万 零 三百 点 零 零 元 duration 九十 calendarDays',
      '第 二 bidders bidPrice 一百 二十 三 万 四千 五百 六十 七 点 八 九 元 duration 九十 calendarDays',
    ].join(' '),
  )
  console.info(`silence between clips: ${silences(heard)} ms`)
  await page.getByRole('button', { name: reading.finish }).click()
  await ends(page, 'readingFinished')
}

/** Waits until this clip is the last one played. */
async function ends(page: Page, clip: string): Promise<void> {
  await expect
    .poll(async () => (await recordedSounds(page)).at(-1), { timeout: 90_000 })
    .toMatchObject({ what: 'end', clip })
}

/** Muting stops a prompt, and lasts over a reload. */
async function mute(page: Page, opener: Participant): Promise<void> {
  await page.getByRole('button', { name: steps['announcement.enterEnd'], exact: true }).first().click()
  await captionComes(page, 'polite', '进入开标结束环节。')
  await page.getByRole('button', { name: shell.voiceMute }).click()
  await expect
    .poll(async () => (await recordedSounds(page)).at(-1))
    .toMatchObject({ what: 'stop', clip: 'endEntered' })
  await page.reload()
  await recordSounds(page)
  await page.getByRole('button', { name: shell.voiceUnmute }).waitFor()
  expect(await page.getByRole('button', { name: shell.consentYes }).count()).toBe(0)
  await sees(page, '进入开标结束环节')
  await opener.send({ type: 'StartConfirmation', payload: { limitMinutes: 10 } })
  await captionComes(page, 'assertive', '请投标人在10分钟内确认开标一览表。')
  expect(await recordedSounds(page)).toEqual([])
  await captionsCoverNothing(page)
}

/** Of two tabs of the same section the first speaks; when it is closed, the other does. */
async function oneTabSpeaks(page: Page, confirm: () => void, startSigning: () => Promise<void>) {
  await page.getByRole('button', { name: shell.voiceUnmute }).click()
  const [second] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => void window.open(location.href)),
  ])
  await recordSounds(second)
  await sees(second, '进入开标结束环节')
  await second.getByRole('heading').first().click()
  confirm()
  // Both at once: each shows it for a moment only.
  await Promise.all([page, second].map((tab) => captionComes(tab, 'polite', '开标一览表确认结束。')))
  await expect
    .poll(async () => clipsOf(await recordedSounds(page), 'end'), { timeout: 30_000 })
    .toEqual(['confirmationClosed'])
  expect(await recordedSounds(second)).toEqual([])
  await page.close()
  // The browser hands over the lock with a delay.
  await expect.poll(() => second.evaluate(async () => (await navigator.locks.query()).pending)).toEqual([])
  await startSigning()
  await expect
    .poll(async () => clipsOf(await recordedSounds(second), 'end'), { timeout: 30_000 })
    .toEqual(['signingIssued', '十', '五', 'minutesToSign'])
}

/** Bidders with sealed bids, who decrypt and confirm on demand. */
async function hireBidders() {
  const accounts = await Promise.all(
    fixture.bidders.map(async (person, index) => {
      const opened = await softwareCertificate(readFileSync(person.p12), password)
      if (!opened.ok) throw new Error('certificate')
      const figures = { price: prices[index] ?? '', days: '90', manager: '赵一鸣' }
      const account = await fixture.account(person)
      await sealAndSubmit(account, fixture.session, { figures, files: [], certificate: opened.value })
      return { account, certificate: opened.value }
    }),
  )
  let confirm = (): void => undefined
  const confirmed = new Promise<void>((resolve) => {
    confirm = resolve
  })
  return {
    confirm: () => confirm(),
    decrypt: () =>
      Promise.all(
        accounts.map(async ({ account, certificate }) => {
          const bidder = await enterSession(account, fixture.session)
          const pause = async () => {
            if (bidder.state().confirmation) await confirmed
          }
          const part = { certificate, pause, fileKeys: null, figures: null, road: 'socket' } as const
          // The section is left before the end of the opening.
          takePart(bidder, part).catch(() => undefined)
          return bidder
        }),
      ),
  }
}

async function captionComes(page: Page, live: 'polite' | 'assertive', words: string): Promise<void> {
  // Reading the accessibility tree is slow, so it waits for the words first.
  const said = page.locator('[role=status], [role=alert]').filter({ hasText: words })
  await said.first().waitFor({ state: 'attached', timeout: 60_000 })
  await expect
    .poll(() => liveRegions(page), { timeout: 60_000, interval: 200 })
    .toContainEqual({ live, words })
}

function clipsOf(heard: readonly RecordedSound[], what: RecordedSound['what']): string[] {
  return heard.filter((one) => one.what === what).map(({ clip }) => clip)
}

/** The silences between the clips of a sentence, in ms: median and longest. */
function silences(heard: readonly RecordedSound[]): string {
  const all = heard
    .flatMap(({ what, at }, index) => {
      const next = heard[index + 1]
      return what === 'end' && next && !beginnings.has(next.clip) ? [next.at - at] : []
    })
    .sort((a, b) => a - b)
  return `${all[all.length >> 1]?.toFixed(0)} (${all.at(-1)?.toFixed(0)})`
}
