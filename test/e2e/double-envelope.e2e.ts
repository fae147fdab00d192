import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sealing } from '#client/texts/zh-CN/sealing.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { overviewHash, recordDocument } from '#domain/ending/record.ts'
import { betweenEnvelopes } from '#domain/session/state.ts'
import { filesIn } from '#domain/submission/bids.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { signedDocumentType } from '#protocol/wire-command.ts'
import { signDocument } from '#seal/signed-document.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { takePart } from '#simulators/participants/bidder.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { enterAs, logInAs } from './logged-in.ts'
import { openCertificate, sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { createSectionFixture, type Person, password, type SectionFixture } from './section-fixture.ts'

/** A section whose price is in the second envelope. */
const tender: Partial<TenderInput> = {
  envelopes: 2,
  bidFiles: [
    { kind: 'technical' },
    { kind: 'commercial', envelope: 2 },
    { kind: 'drawing', required: false },
  ],
  columns: [
    {
      ...{ key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money', unit: '元', decimals: 2 },
      file: 'commercial',
    },
    { key: 'days', title: { zh: '工期', en: 'Duration' }, kind: 'integer', unit: '天' },
  ],
}

let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  const names = ['江河水利建设集团有限公司', '中部路桥工程有限公司']
  fixture = await createSectionFixture(names, { tender })
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

test('a bidder seals and opens each envelope by itself; the price shows in the second one only', {
  timeout: 300_000,
}, async () => {
  const [own, other] = fixture.bidders
  if (!own || !other) throw new Error('two bidders expected')
  await sealBoth(own)
  await submitOther(other)
  await fixture.clock.leapTo(fixture.opensAt)
  const others = playOther(other)
  const lead = await enterSession(await fixture.account(fixture.opener), fixture.session)
  const bot = await enterSession(await fixture.account(own), fixture.session)
  const page = await enterAs(browser, fixture, own, fixture.session)
  const seenOpen = { 1: createGate(), 2: createGate() }
  const led = leadAndMark(lead, other, (envelope) => seenOpen[envelope].passed)
  await openFirstEnvelope(page, own)
  seenOpen[1].open()
  await confirmAndSign(bot, own, 1)
  await lead.until(betweenEnvelopes, 'the end of the first envelope')
  expect(await page.content()).not.toMatch(/128,?345,?678/)
  await fixture.platform.callSecondEnvelope(fixture.session)
  await openSecondEnvelope(page)
  seenOpen[2].open()
  await confirmAndSign(bot, own, 2)
  await Promise.all([led, others])
  await checkBothEnvelopes(page, other)
  for (const person of [lead, bot]) person.close()
})

/** Seals and submits both of a bidder's files; the page says what is missing until then. */
async function sealBoth(own: Person): Promise<void> {
  const page = await logInAs(browser, fixture, own)
  await page.goto(`${fixture.url}/seal/${fixture.session}`)
  await sees(page, sealing.incomplete)
  await seal(page, own, { 工期: '720' })
  await sees(page, sealing.envelope2)
  await sees(page, sealing.incomplete)
  await seal(page, own, { 投标报价: '128345678.90' })
  await sees(page, sealing.complete)
  await holdsAtEverySize(page)
  await page.close()
}

/** Opens the technical file. The commercial one stays sealed. */
async function openFirstEnvelope(page: Page, own: Person): Promise<void> {
  await page.waitForURL(/declassifiedstatus/)
  await sees(page, steps['file.kind.commercial'])
  await holdsAtEverySize(page)
  await openCertificate(page, own)
  await page.getByRole('button', { name: steps['decryption.decrypt'] }).click()
  await sees(page, steps['decryption.done'])
}

/** Opens the commercial file in a window of its own. */
async function openSecondEnvelope(page: Page): Promise<void> {
  await page.waitForURL(/declassifiedstatus/)
  await sees(page, `${steps['ending.envelope.2']}：${steps['decryption.title']}`)
  await page.getByRole('button', { name: steps['decryption.decrypt'] }).click()
  await sees(page, steps['decryption.done'])
}

/** Both envelopes' figures can be read, and the first record by the excluded bidder as well. */
async function checkBothEnvelopes(page: Page, other: Person): Promise<void> {
  await page.waitForURL(/bidend/)
  await page.getByRole('tab', { name: steps['ending.tabs.overview'] }).click()
  await sees(page, /^128,?345,?678\.90$/)
  // The reports, which were shown before, have the same buttons.
  const overview = page.getByRole('tabpanel', { name: steps['ending.tabs.overview'] })
  await overview.getByRole('button', { name: steps['ending.envelope.1'], exact: true }).click()
  await sees(page, /^720$/)
  await holdsAtEverySize(page)
  const out = await enterAs(browser, fixture, other, fixture.session, { over: true })
  for (const signer of [page, out]) {
    await signer.goto(`${fixture.url}/bid/${fixture.session}/bidend?tab=signing`)
    await signer.getByRole('button', { name: steps['ending.envelope.1'], exact: true }).click()
    await sees(signer, messageFor('zh-CN', { code: 'already-signed' }))
    await sees(signer, steps['ending.signing.matchSigned'])
  }
  await isAccessible(page)
}

/** Fills in the form of the next file, seals and submits it. */
async function seal(page: Page, bidder: Person, figures: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(figures)) {
    await page.getByLabel(new RegExp(`^${label}`)).fill(value)
  }
  const opened = page.getByText(`证书已打开：${bidder.name}`)
  const chooser = page.getByLabel(/^证书文件/)
  await opened.or(chooser).first().waitFor()
  if (await chooser.isVisible()) await openCertificate(page, bidder)
  await page.getByRole('button', { name: sealing.seal, exact: true }).click()
  await sees(page, sealing.sealedBar)
  await page.getByText(sealing.kept).click()
  await page.getByRole('button', { name: sealing.submit, exact: true }).click()
  await page.getByText(sealing.keyTitle, { exact: true }).waitFor({ state: 'detached' })
}

const otherFigures = { price: '99999999.01', days: '695' }

async function submitOther(person: Person): Promise<void> {
  const certificate = await certificateOf(person)
  const bid = { figures: otherFigures, files: [], certificate }
  await sealAndSubmit(await fixture.account(person), fixture.session, bid)
}

/**
 * Leads both envelopes; that bidder's bid is marked invalid in the first. Pages move along to the announcement, so it
 * waits until they have shown that the files are open.
 */
async function leadAndMark(
  lead: Participant,
  { unitCode }: Person,
  seenOpen: (envelope: 1 | 2) => Promise<void>,
): Promise<void> {
  const pause = async () => {
    const { decryption, stage } = lead.state()
    if (decryption?.closed) await seenOpen(stage.number)
  }
  const part = { ...persons(), remarks: '', pause, road: 'socket' as const }
  await leadOpening(lead, { ...part, until: 'decrypted' })
  const mark = { bidderCode: unitCode, invalid: true, note: '技术标未响应' }
  await lead.send({ type: 'MarkBid', payload: mark })
  await leadOpening(lead, part)
}

function createGate(): { open: () => void; passed: Promise<void> } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

/** The other bidder takes part by itself. */
async function playOther(person: Person): Promise<void> {
  const certificate = await certificateOf(person)
  const participant = await enterSession(await fixture.account(person), fixture.session)
  const manner = { pause: pauses(null), road: 'socket' } as const
  await takePart(participant, { certificate, fileKeys: null, figures: otherFigures, ...manner })
  participant.close()
}

/** The first bidder confirms and signs without the browser once their file is open. */
async function confirmAndSign(bot: Participant, person: Person, envelope: 1 | 2): Promise<void> {
  const certificate = await certificateOf(person)
  const sign = async (document: 'overview' | 'opening-record', hash: string, pdf?: string) =>
    signDocument(certificate, signedDocumentType, {
      ...{ document, session: fixture.session, hash },
      ...(pdf === undefined ? {} : { pdf }),
    })
  await bot.until(
    (state) => state.stage.number === envelope && state.confirmation !== null,
    'the call to confirm',
  )
  const own = bot.state().bidders[person.unitCode]
  const statuses = own ? filesIn(bot.state(), own).map(({ file }) => file.status) : []
  expect(statuses).toEqual(['imported'])
  const overview = await sign('overview', overviewHash(bot.state()))
  await bot.send({ type: 'ConfirmOverview', payload: { jws: overview } })
  const state = await bot.until((now) => now.signing !== null, 'the call to sign')
  const record = await sign('opening-record', state.signing?.recordHash ?? '', recordDocument(state)?.sha256)
  await bot.send({ type: 'SignRecord', payload: { jws: record } })
}

async function certificateOf({ p12 }: Person) {
  const certificate = await softwareCertificate(readFileSync(p12), password)
  if (!certificate.ok) throw new Error(certificate.error)
  return certificate.value
}
