import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sealing } from '#client/texts/zh-CN/sealing.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { isoTime } from '#lib/time.ts'
import { helperOrigin } from '#protocol/certificate-helper.ts'
import type { KeyType } from '#seal/key-use.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { serveHelper } from '#simulators/certificate-helper/server.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { openSection, pageIn } from './extra-section.ts'
import { logInAs } from './logged-in.ts'
import { choose, giveCertificate, isIn, openLogin } from './login-actions.ts'
import { type Citizen, createLoginFixture, type LoginFixture, password } from './login-fixture.ts'
import { enterSection, openCertificate, pressAndConfirm, sees, signInDialog } from './page-actions.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { createSectionFixture, type Person, type SectionFixture, tenderOf } from './section-fixture.ts'
import { enrol, publish } from './section-list-fixture.ts'

const keyTypes: readonly KeyType[] = ['P-256', 'RSA', 'SM2']
let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterEach(async ({ task }) => {
  await closePages(browser, task.result?.state === 'fail')
  await stopHelper?.()
})
afterAll(() => browser && closePages(browser))

let stopHelper: (() => Promise<void>) | null = null

/** Runs a certificate helper with these P12 files until the test ends; their password is the PIN. */
async function startHelper(hall: string, p12s: readonly string[]) {
  const opened = await Promise.all(
    p12s.map((path) => softwareCertificate(new Uint8Array(readFileSync(path)), password)),
  )
  const keys = opened.flatMap((each) => (each.ok ? [{ helper: each.value, pin: password }] : []))
  const random = (length: number) => randomBytes(length)
  await stopHelper?.()
  const helper = await serveHelper({ keys, origins: [new URL(hall).origin], clock: Date.now, random })
  stopHelper = async () => {
    stopHelper = null
    await helper.stop()
  }
}

async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: steps['certificate.kind.usb'] }).click()
  await page.getByRole('button', { name: steps['certificate.connect'] }).click()
}

async function typePin(page: Page, pin: string, button: string): Promise<void> {
  await page.getByLabel(/^PIN码/).fill(pin)
  await page.getByRole('button', { name: button, exact: true }).click()
}

/** Chooses the USB key of a unit among those of the helper. */
async function chooseKey(page: Page, unitCode: string): Promise<void> {
  const keys = page.getByRole('combobox', { name: /^证书/ })
  await keys.selectOption(await keys.getByRole('option').filter({ hasText: unitCode }).getAttribute('value'))
}

/** Back to the certificate tab, for another login. */
async function leave(page: Page): Promise<void> {
  await isIn(page)
  await page.getByRole('button', { name: /退出登录/ }).click()
  await page.getByRole('menuitem', { name: '本页换人登录' }).click()
  await choose(page, 'bidder', 'certificate')
}

describe('logging in', () => {
  let fixture: LoginFixture
  let people: Citizen[]
  let p12s: string[]
  beforeAll(async () => {
    fixture = await createLoginFixture()
    people = await Promise.all(keyTypes.map((keyType) => fixture.citizen('bidder', keyType)))
    p12s = people.map(({ p12 }) => p12)
  })
  afterAll(() => fixture?.stop())

  test('the reason is shown without a helper; a certificate of each key type, in a file or a USB key, opens the hall', async () => {
    const page = await openLogin(browser, fixture, 'bidder', 'certificate')
    await showsReasons(page)
    await holdsAtEverySize(page)
    for (const { p12, unitCode } of people) {
      await chooseKey(page, unitCode)
      await typePin(page, 'wrong', '登录')
      await sees(page, steps['certificate.problem.wrong-pin'])
      await typePin(page, password, '登录')
      await leave(page)
      await giveCertificate(page, p12)
      await leave(page)
      await connect(page)
    }
  })

  /** Without a helper for this site connecting says why, until there is one. */
  async function showsReasons(page: Page): Promise<void> {
    const again = () => page.getByRole('button', { name: steps['certificate.connect'] }).click()
    await connect(page)
    await sees(page, steps['certificate.problem.unreachable'])
    await startHelper(fixture.url, [])
    await again()
    await sees(page, steps['certificate.problem.none'])
    await startHelper('https://other.example', p12s)
    await again()
    await sees(page, steps['certificate.problem.unreachable'])
    await startHelper(fixture.url, p12s)
    await again()
    await page.getByLabel(/^PIN码/).waitFor()
  }
})

/** The server and the bidder for the tests in a section. */
let fixture: SectionFixture
let bidder: Person
beforeAll(async () => {
  fixture = await createSectionFixture(['江河水利建设集团有限公司'], { opensInSeconds: 36_000 })
  const [first] = fixture.bidders
  if (!first) throw new Error('a bidder expected')
  bidder = first
})
afterAll(() => fixture?.stop())

const part = { ...persons(), remarks: '无', limitMinutes: 5, pause: pauses(null), road: 'socket' } as const

test('a bidder with a USB key seals, decrypts, confirms and signs', async () => {
  const [sectionName, opensAt] = ['密钥标段', isoTime(fixture.clock.now() + 600_000)]
  const session = await fixture.platform.publishTender({
    ...tenderOf(sectionName, fixture.opener.unitCode, opensAt),
    sectionCode: 'E2E-KEY',
  })
  await enrol(fixture, session, bidder)
  await startHelper(fixture.url, [bidder.p12])
  const page = await logInAs(browser, fixture, bidder, '/hall?text=E2E-KEY')
  await page.getByRole('link', { name: `为标段 ${sectionName} 制作并递交投标文件` }).click()
  for (const [label, value] of [
    ['投标报价', '128345678.90'],
    ['工期', '720'],
    ['项目经理', '赵一鸣'],
  ])
    await page.getByLabel(new RegExp(`^${label}`)).fill(value ?? '')
  await connect(page)
  await typePin(page, password, steps['certificate.open'])
  await sees(page, `证书已打开：${bidder.name}`)
  await page.getByRole('button', { name: '密封投标文件' }).click()
  await page.getByText('我已保管好文件密钥').click()
  await page.getByRole('button', { name: '递交投标文件' }).click()
  await sees(page, '投标文件已递交')
  // A reload forgets the certificate, so the decryption asks for it again.
  await page.goto(`${fixture.url}/hall?text=E2E-KEY`)
  await fixture.clock.leapTo(opensAt)
  await enterSection(page, { sectionName })
  const opener = await enterSession(await fixture.account(fixture.opener), session)
  const led = leadOpening(opener, part)

  await page.waitForURL(/declassifiedstatus/)
  await connect(page)
  await typePin(page, 'wrong', steps['certificate.open'])
  await sees(page, steps['certificate.problem.wrong-pin'])
  await isAccessible(page)
  await typePin(page, password, steps['certificate.open'])
  await page.getByRole('button', { name: steps['decryption.decrypt'] }).click()
  await page.waitForURL(/bidend/)
  await pressAndConfirm(page, steps['ending.confirmation.confirmAct'])
  await page.getByRole('tab', { name: steps['ending.tabs.signing'] }).click()
  await signInDialog(page)
  await led
  expect(opener.state().bidders[bidder.unitCode]?.signature).not.toBeNull()
  opener.close()
})

test('without bid encryption the page seals to the section alone, without a file key', async () => {
  const own = { sectionCode: 'E2E-PLAIN', sectionName: '未加密标段', encrypted: false }
  const section = await publish(fixture, 3600, own)
  await enrol(fixture, section, bidder)
  const page = await logInAs(browser, fixture, bidder)
  await page.goto(`${fixture.url}/seal/${section}`)
  await page.getByLabel(/^投标报价/).fill('100.00')
  await openCertificate(page, bidder)
  await holdsAtEverySize(page)
  await page.getByRole('button', { name: sealing.seal, exact: true }).click()
  await sees(page, sealing.plainTitle)
  await isAccessible(page)
  await page.getByRole('button', { name: sealing.submit, exact: true }).click()
  await sees(page, sealing.receivedMeaning)
  await sees(page, sealing.submittedBarPlain)
  await isAccessible(page)
})

test('a bidder with the certificate in a phone decrypts, confirms and signs by scanning', async () => {
  await startHelper(fixture.url, [bidder.p12])
  const section = await openSection(fixture, '扫码标段')
  const page = await pageIn(browser, fixture, 'bidder', section)
  const codes = watchCodes(page)
  const led = leadOpening(section.opener, part)

  await page.waitForURL(/declassifiedstatus/)
  await page.getByRole('button', { name: steps['certificate.kind.phone'] }).click()
  await page.getByRole('button', { name: steps['certificate.usePhone'], exact: true }).click()
  await sees(page, `使用手机中的证书：${bidder.name}`)
  await page.getByRole('button', { name: steps['decryption.decrypt'] }).click()
  const dialog = page.getByRole('dialog', { name: steps['phone.title.decrypt'] })
  await dialog.getByRole('img', { name: steps['phone.picture'] }).waitFor()
  await holdsAtEverySize(page)
  await codes.answer({ decline: '' })
  await dialog.getByText(steps['phone.problem.scan-failed']).waitFor()
  await codes.answer({ id: 'key-1', pin: password })
  await page.waitForURL(/bidend/)

  const signing = page.getByRole('dialog', { name: steps['phone.title.sign'] })
  const confirmed = pressAndConfirm(page, steps['ending.confirmation.confirmAct'])
  await signing.getByRole('img', { name: steps['phone.picture'] }).waitFor()
  await isAccessible(page)
  await codes.answer({ id: 'key-1', pin: password })
  await confirmed
  await page.getByRole('tab', { name: steps['ending.tabs.signing'] }).click()
  const signed = signInDialog(page)
  await signing.getByRole('img', { name: steps['phone.picture'] }).waitFor()
  await codes.answer({ id: 'key-1', pin: password })
  await signed
  await led
  expect(section.opener.state().bidders[bidder.unitCode]?.signature).not.toBeNull()
  section.close()
})

/** The codes that the helper gives a page, and the phone that answers the latest one. */
function watchCodes(page: Page) {
  let last: string | null = null
  let answered: string | null = null
  page.on('response', async (response) => {
    if (!response.url().startsWith(helperOrigin) || response.request().method() !== 'POST') return
    const { QRID, QRImageBsae64 } = await response.json()
    if (QRImageBsae64) last = QRID
  })
  return {
    /** Waits for a code that was not answered yet. */
    async answer(form: Record<string, string>): Promise<void> {
      await expect.poll(() => last !== null && last !== answered, { timeout: 30_000 }).toBe(true)
      answered = last
      const address = `${helperOrigin}/phone/${last}`
      await fetch(address)
      const body = new URLSearchParams(form)
      await fetch(address, { method: 'POST', headers: { origin: helperOrigin }, body })
    },
  }
}
