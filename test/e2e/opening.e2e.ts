import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import readExcel from 'read-excel-file/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { objections } from '#client/texts/zh-CN/objections.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { openOwnBid, takePart } from '#simulators/participants/bidder.ts'
import { closePages, keepScreenshots, sharedBrowser } from './browser.ts'
import { keyboard } from './hands.ts'
import { enterAs, logInAs } from './logged-in.ts'
import {
  enterSection,
  openCertificate,
  pressAndConfirm,
  recordPersons,
  sealAndSubmit,
  sees,
  signInDialog,
} from './page-actions.ts'
import {
  asksFirst,
  fitEverySize,
  fitsThumbs,
  holdsAtEverySize,
  isAccessible,
  showsAllColumns,
  toastsCoverNothing,
} from './page-checks.ts'
import { readBids } from './read-bids.ts'
import { createSectionFixture, type Person, type SectionFixture } from './section-fixture.ts'
import { certificateOf, submitBid } from './section-list-fixture.ts'
import { takesTour } from './tour-acts.ts'

const names = ['江河水利建设集团有限公司', '中部路桥 (International) Co. Ltd.', '迟到工程有限公司'] as const
const figures = [
  { 投标报价: '128345678.90', 工期: '720', 项目经理: '赵一鸣' },
  { 投标报价: '99999999.01', 工期: '695', 项目经理: 'José Álvarez' },
] as const

let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  fixture = await createSectionFixture(names)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepScreenshots(browser)
})
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

test('opener, three bidders and supervisor lead an opening from sealed bids to the exported record', async () => {
  const [one, two, late] = fixture.bidders
  if (!one || !two || !late) throw new Error('three bidders expected')
  const people = { one, two, late }
  const { screens, away } = await submitAndEnter(people)
  const all = Object.values(screens)
  await fitEverySize(...all)
  const { opener, first } = screens
  await asksFirst(first, steps['preparation.title'], steps['preparation.waitOpener'])
  const missing = messageFor('zh-CN', { code: 'person-info-missing' })
  await asksFirst(opener, steps['preparation.title'], missing)
  await raiseObjection(one)
  await recordPersons(opener)
  await asksFirst(opener, steps['preparation.title'], steps['preparation.openerReady'])
  await opener.getByRole('button', { name: steps['preparation.enter'], exact: true }).click()
  await startDecryption(screens)
  await fitEverySize(...all)
  away.close()
  const gone = setTimeout(shortestAbsence)
  void decryptOnly(two)
  await decryptBid(screens, people)
  await gone
  const third = await enterAs(browser, fixture, late, fixture.session)
  await sees(third, steps['decryption.own'])
  await endDecryption(screens, third)
  await markInvalid(screens, third)
  await third.close()
  await announce(screens)
  await confirmOverview(screens, one)
  void playOn(two)
  await signRecord(screens)
  await endOpening(screens)
  checkReport(await downloadExcel(screens.opener))
  await takesTour(screens.supervisor, 'supervisor')
}, 480_000)

interface People {
  readonly one: Person
  /** Takes part without a browser, and does not confirm. Their bid is marked invalid. */
  readonly two: Person
  /** Does not decrypt in time, and so is asked neither to confirm nor to sign (END-31). */
  readonly late: Person
}

/** The pages of the opener, the supervisor and the first bidder, who uses keys alone. */
type Screens = Readonly<Record<'opener' | 'supervisor' | 'first', Page>>

/**
 * One bid is sealed in its bidder's browser; then everybody enters the section, the late bidder without a page.
 */
async function submitAndEnter({ one, two, late }: People) {
  const first = await logInAs(browser, fixture, one)
  const firstKey = await sealAndSubmit(first, fixture, one, figures[0], undefined, keyboard)
  const { 投标报价: price, 工期: days, 项目经理: manager } = figures[1]
  const { fileKey } = await submitBid(fixture, two, { price, days, manager })
  await submitBid(fixture, late, { price: '1.00', days: '1', manager: '无' })
  expect(firstKey).not.toBe(fileKey)
  const deposits = fixture.bidders.map(({ unitCode }) => ({
    EntprsCode: unitCode,
    Bzj: '800000.00',
    BzjStatus: '已缴纳',
  }))
  await fixture.platform.recordDeposits(fixture.session, deposits)

  const opener = await logInAs(browser, fixture, fixture.opener)
  await fixture.clock.leapTo(fixture.opensAt)
  // One page shows animations, as most screens do.
  await opener.emulateMedia({ reducedMotion: 'no-preference' })
  await enterSection(opener, fixture)
  await enterSection(first, fixture, keyboard)
  const supervisor = await enterAs(browser, fixture, fixture.supervisor, fixture.session)
  const away = await enterSession(await fixture.account(late), fixture.session)
  return { screens: { opener, supervisor, first }, away }
}

const deadline = '截止 \\d\\d:\\d\\d'
const counted = (key: keyof typeof steps) => steps[key].replace('{{count}}', '\\d')

/** The opener starts the decryption with the shortest time limit, and the bidder comes to its page. */
async function startDecryption({ opener, first }: Screens): Promise<void> {
  await opener.waitForURL(/bidbegin/)
  for (const [typed, words] of [
    ['', messageFor('zh-CN', { code: 'decryption-limit-missing' })],
    ['0', messageFor('zh-CN', { code: 'decryption-limit-not-positive-integer' })],
    ['1', messageFor('zh-CN', { code: 'decryption-limit-too-short', params: { minimum: 2 } })],
  ] as const) {
    await opener.getByLabel(/^解密时限/).fill(typed)
    await opener.getByRole('button', { name: steps['opening.issue'] }).click()
    await sees(opener, words)
  }
  await fitEverySize(opener)
  await opener.getByLabel(/^解密时限/).fill('2')
  await pressAndConfirm(opener, steps['opening.issue'], steps['opening.issue'], async () => {
    await sees(opener, '1 条异议尚未回复。下达后不再接收异议和回复。')
    await holdsAtEverySize(opener)
  })
  await first.waitForURL(/declassifiedstatus/)
  await asksFirst(first, steps['decryption.title'], steps['decryption.barOpen'], deadline)
}

/** The first bidder decrypts by certificate, the second one meanwhile. */
async function decryptBid({ opener, supervisor, first }: Screens, { one, two }: People): Promise<void> {
  await fitsThumbs(first)
  await openCertificate(first, one, keyboard)
  await keyboard.press(first.getByRole('button', { name: steps['decryption.decrypt'] }))
  await sees(first, steps['decryption.done'])
  await sees(opener, `${two.name}投标文件已导入`)

  // No page shows a price before the announcement.
  for (const page of [opener, first, supervisor]) {
    expect(await page.content()).not.toContain('128345678.90')
    expect(await page.content()).not.toContain('128,345,678.90')
  }
}

/** The time limit passes. Only the late bidder, the opener and the supervisor see the record of the connection. */
async function endDecryption({ opener, supervisor, first }: Screens, third: Page): Promise<void> {
  await leapToEnd()
  await sees(opener, steps['opening.closedOpener'])
  await sees(third, steps['decryption.failedTitle.revoked'])
  for (const page of [opener, third, supervisor]) await sees(page, absence)
  for (const page of [opener, first]) await sees(page, /^解密期间开标大厅全程可用。$/)
  expect(await first.getByText(absence).count()).toBe(0)
  await holdsAtEverySize(third)
  await isAccessible(supervisor)
}

/** The opener marks a bid that was decrypted invalid; the one that was not is no bid any more. */
async function markInvalid({ opener, supervisor, first }: Screens, third: Page): Promise<void> {
  const mark = { name: steps['opening.markInvalid'] }
  expect(await opener.getByRole('row', { name: names[2] }).getByRole('button', mark).count()).toBe(0)
  await opener.getByRole('row', { name: names[1] }).getByRole('button', mark).click()
  const asked = opener.getByRole('alertdialog')
  await asked.getByRole('button', { name: steps['opening.markTitle'] }).click()
  await asked.getByText(messageFor('zh-CN', { code: 'note-missing' })).waitFor()
  await holdsAtEverySize(opener)
  await asked.getByLabel(/^无效标原因/).fill('投标人确认放弃')
  await asked.getByRole('button', { name: steps['opening.markTitle'] }).click()
  for (const page of [opener, supervisor]) await sees(page, /^无效标$/)
  for (const page of [first, third]) await sees(page, /^废标$/)
}

async function announce({ opener, first, supervisor }: Screens): Promise<void> {
  await pressAndConfirm(opener, steps['opening.enterAnnouncement'], shell.enterAnnouncement)
  for (const page of [opener, first]) {
    await page.waitForURL(/bidcall/)
    await sees(page, /^128,?345,?678\.90$/)
    await sees(page, `原因：${steps['file.cause.time-out']}`)
    await sees(page, '原因：投标人确认放弃')
  }
  await sees(opener, /^无效标$/)
  await sees(first, /^废标$/)
  await fitEverySize(opener, first, supervisor)
  await asksFirst(first, steps['announcement.title'], counted('announcement.othersNow_other'))
  await asksFirst(opener, steps['announcement.title'], steps['announcement.openerReads'])
  await readBids(opener, 3)
  await asksFirst(opener, steps['announcement.title'], counted('announcement.openerNow_other'))
  await opener.getByRole('button', { name: steps['announcement.enterEnd'], exact: true }).first().click()
}

/** A bidder decrypts without a browser, and does nothing after that. */
async function decryptOnly(person: Person): Promise<void> {
  const participant = await enterSession(await fixture.account(person), fixture.session)
  const certificate = await certificateOf(person)
  const part = { certificate, fileKeys: null, figures: null, pause: async () => {}, road: 'rest' } as const
  await openOwnBid(participant, part)
    .catch(() => {})
    .finally(() => participant.close())
}

/** A bidder does what is left to do without a browser. */
async function playOn(person: Person): Promise<void> {
  const participant = await enterSession(await fixture.account(person), fixture.session)
  const certificate = await certificateOf(person)
  const part = { certificate, fileKeys: null, figures: null, pause: async () => {}, road: 'rest' } as const
  await takePart(participant, part)
    .catch(() => {})
    .finally(() => participant.close())
}

/**
 * One bidder confirms the overview by certificate; after a reload the page asks for it again. For the second the opener
 * waits no longer (END-20), and the late one is not asked (END-31).
 */
async function confirmOverview({ opener, first, supervisor }: Screens, one: Person): Promise<void> {
  await first.waitForURL(/bidend/)
  await first.reload()
  await fitEverySize(opener)
  await asksFirst(first, shell.step_end, steps['ending.bar.bidderWaitConfirm'])
  await pressAndConfirm(opener, steps['ending.confirmation.start'])
  await first.getByRole('timer').first().waitFor()
  await asksFirst(first, shell.step_end, steps['ending.bar.bidderConfirm'], deadline)
  await fitEverySize(opener, first, supervisor)
  const overview = opener.getByRole('table', { name: steps['announcement.overview'] })
  await overview.getByRole('columnheader', { name: steps['ending.tabs.deposits'] }).waitFor()
  await showsAllColumns(overview)
  await openCertificate(first, one, keyboard)
  const confirm = steps['ending.confirmation.confirmAct']
  await pressAndConfirm(first, confirm, confirm, undefined, keyboard)
  await pressAndConfirm(
    opener,
    steps['ending.confirmation.end'],
    steps['ending.confirmation.end'],
    giveReason,
  )
  await sees(opener, steps['ending.bar.askSigning'])
  await first.getByRole('tab', { name: steps['ending.tabs.overview'] }).click()
  await sees(first, '开标人已提前结束确认：投标人无人应答')
}

/** The dialog that ends the confirmation does nothing without a reason. */
async function giveReason(opener: Page): Promise<void> {
  const dialog = opener.getByRole('alertdialog')
  await dialog.getByText('1 家投标人尚未确认，将视为自动确认，不能再自行确认。').waitFor()
  await dialog.getByRole('button', { name: steps['ending.confirmation.end'], exact: true }).click()
  await dialog.getByText(messageFor('zh-CN', { code: 'confirmation-reason-missing' })).waitFor()
  await isAccessible(opener)
  await dialog.getByRole('textbox').fill('投标人无人应答')
}

async function signRecord({ opener, first, supervisor }: Screens): Promise<void> {
  await opener.getByRole('tab', { name: steps['ending.tabs.signing'] }).click()
  await fitEverySize(opener)
  await pressAndConfirm(opener, steps['ending.signing.issue'])
  await first.getByRole('tab', { name: steps['ending.tabs.signing'] }).click()
  await asksFirst(first, shell.step_end, steps['ending.bar.bidderSign'], deadline)
  await fitEverySize(opener, supervisor)
  // The record is shown above the button, and its exact text on request.
  await first.getByText(steps['ending.record.exact']).click()
  await first.getByRole('region', { name: steps['ending.record.exact'] }).waitFor()
  await holdsAtEverySize(first)
  await fitsThumbs(first)
  const look = async (page: Page) => {
    await holdsAtEverySize(page)
    await fitsThumbs(page)
  }
  await signInDialog(first, look, keyboard)
  await toastsCoverNothing(first)
  await sees(opener, steps['ending.bar.allSignedButOwn'])
  await pressAndConfirm(opener, steps['ending.signing.confirmAll'])
}

/** The opener ends the opening; every page shows it, and nobody can object any more. */
async function endOpening({ opener, supervisor, first }: Screens): Promise<void> {
  await pressAndConfirm(opener, steps['ending.end.act'])

  for (const page of [opener, first]) await sees(page, steps['ending.bar.ended'])
  await endsWithSummary(opener, first)
  await sees(supervisor, /已签署开标记录/)
  await sees(supervisor, '电子签名已全部确认')
  await isAccessible(opener)

  await first.getByRole('button', { name: objections.open, exact: true }).click()
  await sees(first, objections.closedByEnd)
  expect(await first.getByRole('dialog').getByRole('textbox').count()).toBe(0)
}

/** [END-30] A bidder reads their own result, everybody why a bid was not opened; who ended it has the focus there. */
async function endsWithSummary(opener: Page, first: Page): Promise<void> {
  const summary = { name: steps['ending.summary.title'] }
  await first.getByRole('region', summary).getByText(steps['ending.summary.ownOpened']).waitFor()
  const why = `${steps['file.cause.time-out']}：${names[2]}`
  for (const page of [opener, first]) await page.getByRole('region', summary).getByText(why).waitFor()
  await fitsThumbs(first)
  await opener.getByRole('region', summary).locator(':focus').waitFor()
}

function checkReport(rows: readonly (readonly unknown[])[]): void {
  const cells = rows.flat().map((cell) => (cell === null ? '' : String(cell)))
  for (const [index, bid] of figures.entries()) {
    const row = rows.find((candidate) => candidate.some((cell) => cell === names[index]))
    expect(row?.map((cell) => Number(cell))).toContain(Number(bid.投标报价))
    expect(row?.map((cell) => Number(cell))).toContain(Number(bid.工期))
    expect(row).toContain(bid.项目经理)
  }
  expect(cells).toContain(names[2])
  for (const why of ['无效标：投标人确认放弃', '未在规定时间内解密'])
    expect(cells.find((cell) => cell.includes(why))).toBeTruthy()
  expect(cells).not.toContain('1.00')
}

/** Sets the clock to the end of the decryption. */
async function leapToEnd(): Promise<void> {
  const participant = await enterSession(await fixture.account(fixture.supervisor), fixture.session)
  const { decryption } = await participant.until((state) => state.decryption !== null, 'the window')
  await fixture.clock.leapTo(decryption?.deadline ?? '', 1000)
  participant.close()
}

/** Whoever comes back within two seconds counts as connected throughout (ms). */
const shortestAbsence = 3000

/** An absence as the bidder's connection record shows it. */
const absence = /^解密期间离线 \d\d:\d\d:\d\d–\d\d:\d\d:\d\d.*；开标大厅全程可用。$/

/** Raises an objection that is never answered. */
async function raiseObjection(bidder: Person): Promise<void> {
  const participant = await enterSession(await fixture.account(bidder), fixture.session)
  await participant.send({ type: 'RaiseObjection', payload: { content: '评标办法与招标公告不一致。' } })
  participant.close()
}

async function downloadExcel(page: Page): Promise<unknown[][]> {
  await page.getByRole('tab', { name: '报表' }).click()
  const excel = page.getByRole('button', { name: '生成并下载 开标一览表（Excel）' })
  const [download] = await Promise.all([page.waitForEvent('download'), excel.click()])
  const sheets = await readExcel(readFileSync(await download.path()))
  return sheets[0]?.data ?? []
}
