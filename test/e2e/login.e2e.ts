import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { LoginMode } from '#variants/access-schema.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { standard } from '#variants/standard.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { choose, giveCertificate, isIn, modeNames, openLogin, roleNames } from './login-actions.ts'
import { type Citizen, createLoginFixture, type LoginFixture, password } from './login-fixture.ts'
import { sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible } from './page-checks.ts'
import { readCodeOf } from './read-code.ts'
import { failPuzzle, solvePuzzle } from './solve-puzzle.ts'

let browser: Browser
/** A region that offers every login mode to every role. */
let fixture: LoginFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  fixture = await createLoginFixture('full')
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

const open = (role: PersonRole, mode: LoginMode, at?: string) => openLogin(browser, fixture, role, mode, at)

async function giveAccount(page: Page, account: string, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: /^账号/ }).fill(account)
  await page.getByLabel(/^密码/).fill(secret)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await solvePuzzle(page)
}

/** `answered` is the former code, which the screen may still show for a moment. */
async function scanWith(page: Page, person: Citizen, answered?: { readonly text: string }) {
  await expect.poll(() => readCodeOf(page)).not.toBe(answered?.text)
  const text = await readCodeOf(page)
  const scanned = await person.phone.scan(text)
  if (!scanned.ok) throw new Error(scanned.error)
  await sees(page, '已扫码，请在手机上确认登录')
  return { ...scanned.value, text }
}

/** For each login mode: how it is refused, then how it succeeds. */
const outcomes: Readonly<Record<LoginMode, (page: Page, person: Citizen) => Promise<void>>> = {
  async account(page, person) {
    await giveAccount(page, person.userCode, 'wrong')
    await sees(page, '登录失败！账号或密码错误')
    await giveAccount(page, person.userCode, password)
  },
  async certificate(page, person) {
    await giveCertificate(page, (await fixture.stranger()).p12)
    await sees(page, '登录失败！该证书的单位没有此身份的账号')
    await giveCertificate(page, person.p12)
  },
  async licence(page, person) {
    await giveCertificate(page, (await fixture.stranger()).p12)
    await sees(page, '登录失败！该证书的单位没有此身份的账号')
    await giveCertificate(page, person.p12)
  },
  async qr(page, person) {
    const declined = await scanWith(page, person)
    await person.phone.answer(declined, 'decline')
    await sees(page, '扫码失败！手机端已拒绝')
    const unknown = await scanWith(page, await fixture.stranger(), declined)
    expect(unknown.id).not.toBe(declined.id)
    await (await fixture.stranger()).phone.answer(unknown, 'confirm')
    await sees(page, '缺少用户数据！')
    await person.phone.answer(await scanWith(page, person, unknown), 'confirm')
  },
}

/** Each login method and each kind of user; all combinations are covered by `login-refusals.test.tsx`. */
const tried = [
  ['bidder', 'account'],
  ['opener', 'certificate'],
  ['supervisor', 'account'],
  ['agency', 'licence'],
  ['tenderer', 'qr'],
] as const

test.each(tried)('%s by %s: refused without the right proof, in the hall with it', async (role, mode) => {
  const person = await fixture.citizen(role)
  const page = await open(role, mode)
  await outcomes[mode](page, person)
  await isIn(page)
})

test('only the region’s roles and login modes are shown', async () => {
  const other = await createLoginFixture('standard')
  try {
    const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
    await page.goto(`${other.url}/?login`)
    const names = () => page.getByRole('tab').allTextContents()
    await page.getByRole('dialog').waitFor()
    for (const { role, modes } of standard.login.tabs) {
      await page.getByRole('tab', { name: roleNames[role], exact: true }).click()
      const ways = modes.length > 1 ? modes.map((mode) => modeNames[mode]) : []
      const all = [...standard.login.tabs.map((tab) => roleNames[tab.role]), ...ways]
      await expect.poll(async () => (await names()).sort()).toEqual(all.sort())
    }
  } finally {
    await other.stop()
  }
})

test('the slide puzzle and the login by account work by keyboard alone', async () => {
  const person = await fixture.citizen('bidder')
  const page = await open('bidder', 'account')
  await page.getByRole('textbox', { name: /^账号/ }).focus()
  await page.keyboard.type(person.userCode)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.getByRole('slider').evaluate((slider) => slider === document.activeElement))
    .toBe(true)
  await solvePuzzle(page, 'keys')
  await isIn(page)
})

test('a wrongly placed piece is reported, and another picture is shown', async () => {
  const person = await fixture.citizen('bidder')
  const page = await open('bidder', 'account')
  await page.getByRole('textbox', { name: /^账号/ }).fill(person.userCode)
  await page.getByLabel(/^密码/).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  const picture = page.getByRole('img', { name: /缺了一块/ })
  const first = await picture.getAttribute('src')
  await failPuzzle(page)
  await sees(page, '滑块验证未通过，请重试！')
  await expect.poll(() => picture.getAttribute('src')).not.toBe(first)
  await solvePuzzle(page)
  await isIn(page)
})

test('an account of another role is refused with the reason', async () => {
  const opener = await fixture.citizen('opener')
  const page = await open('bidder', 'account')
  await giveAccount(page, opener.userCode, password)
  await sees(page, '该账号不能以所选身份登录！')
  expect(new URL(page.url()).pathname).toBe('/')
})

test('after too many wrong passwords the page says how long to wait', async () => {
  const person = await fixture.citizen('supervisor')
  const page = await open('supervisor', 'account')
  await giveAccount(page, person.userCode, 'wrong')
  await sees(page, '登录失败！账号或密码错误')
  // Sets the count of attempts. By hand, with a puzzle each, they would be too slow to reach the limit.
  await fixture.sql('update throttle set level = 50, at = now()')
  await giveAccount(page, person.userCode, password)
  await sees(page, /尝试次数过多，请\d+秒后再试！/)
  await fixture.sql('delete from throttle')
  await giveAccount(page, person.userCode, password)
  await isIn(page)
})

test('errors of an empty form and of a wrong certificate are shown beside the fields', async () => {
  const page = await open('bidder', 'account')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await sees(page, '请填写账号')
  await sees(page, '请填写密码')
  await choose(page, 'bidder', 'certificate')
  const { p12 } = await fixture.citizen('bidder')
  await page.getByLabel(/^证书文件/).setInputFiles(p12)
  await page.getByLabel(/^证书密码/).fill('not-it')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await sees(page, '证书密码不正确')
})

test('a certificate of an untrusted authority is refused, whatever its name', async () => {
  const person = await fixture.citizen('bidder')
  const page = await open('bidder', 'certificate')
  await giveCertificate(page, await fixture.forged(person))
  await sees(page, '登录失败！该证书不是由受信任的机构颁发')
  expect(new URL(page.url()).pathname).toBe('/')
})

test('the project type chosen on the certificate tab is remembered', async () => {
  const person = await fixture.citizen('bidder')
  const page = await open('bidder', 'certificate')
  await page.getByRole('radio', { name: '政府采购' }).check()
  await giveCertificate(page, person.p12)
  await isIn(page)
  await page.getByRole('button', { name: /退出登录/ }).click()
  await page.getByRole('menuitem', { name: '本页换人登录' }).click()
  await choose(page, 'bidder', 'certificate')
  expect(await page.getByRole('radio', { name: '政府采购' }).isChecked()).toBe(true)
})

test('[ACC-7] an expired code is replaced, and the phone can no longer use it', async () => {
  const person = await fixture.citizen('bidder')
  const page = await open('bidder', 'qr')
  const old = await readCodeOf(page)
  await fixture.sql("update qr_code set expires_at = now() - interval '1 second' where used_at is null")
  await sees(page, '二维码已过期，已换新码。')
  await expect.poll(() => readCodeOf(page)).not.toBe(old)
  expect((await person.phone.scan(old)).ok).toBe(false)
  await person.phone.answer(await scanWith(page, person), 'confirm')
  await isIn(page)
})

test('a used code cannot be scanned or confirmed again', async () => {
  const person = await fixture.citizen('bidder')
  const page = await open('bidder', 'qr')
  const scanned = await scanWith(page, person)
  await person.phone.answer(scanned, 'confirm')
  await isIn(page)
  expect((await person.phone.scan(scanned.text)).ok).toBe(false)
  expect((await person.phone.answer(scanned, 'confirm')).ok).toBe(false)
})

test('[ACC-17] a browser without the needed encryption gets a page that names suitable browsers', async () => {
  const context = await browser.newContext({ locale: 'zh-CN' })
  await context.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  const page = await context.newPage()
  await page.goto(`${fixture.url}/?login`)
  await sees(page, '当前浏览器无法使用开标大厅')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await isAccessible(page)
  const bare = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await bare.goto(fixture.url)
  await bare.getByText('当前浏览器无法使用开标大厅').waitFor({ state: 'visible', timeout: 15_000 })
})

test.each(['account', 'certificate', 'qr', 'licence'] as const)(
  'login by %s is accessible at every size',
  async (mode) => {
    const page = await open('bidder', mode)
    if (mode === 'qr') await readCodeOf(page)
    if (mode === 'account') {
      await page.getByRole('textbox', { name: /^账号/ }).fill('somebody')
      await page.getByLabel(/^密码/).fill('secret')
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.getByRole('slider').waitFor()
    }
    await holdsAtEverySize(page)
  },
)
