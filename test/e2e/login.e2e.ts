import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { LoginMode } from '#variants/access-schema.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { closePages, ownContext, sharedBrowser } from './browser.ts'
import { choose, giveCertificate, isIn, openLogin } from './login-actions.ts'
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
  fixture = await createLoginFixture()
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

const open = (role: PersonRole, mode: LoginMode) => openLogin(browser, fixture, role, mode)

async function typeAccount(page: Page, account: string, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: /^账号/ }).fill(account)
  await page.getByLabel(/^密码/).fill(secret)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

async function giveAccount(page: Page, account: string, secret: string): Promise<void> {
  await typeAccount(page, account, secret)
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

/*
 * Each login method and each kind of user, all refusals of a method on one page. All combinations:
 * `login-refusals.test.tsx`; the tabs of each region: `LoginDialog.test.tsx`.
 */

test('a bidder by account: by keyboard alone, after an empty form and an account of another role', async () => {
  const [person, opener] = [await fixture.citizen('bidder'), await fixture.citizen('opener')]
  const page = await open('bidder', 'account')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await sees(page, '请填写账号')
  await sees(page, '请填写密码')
  await typeAccount(page, opener.userCode, password)
  await page.getByRole('slider').waitFor()
  await holdsAtEverySize(page)
  await solvePuzzle(page)
  await sees(page, '该账号不能以所选身份登录！')
  expect(new URL(page.url()).pathname).toBe('/')

  await page.getByRole('textbox', { name: /^账号/ }).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(person.userCode)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.getByRole('slider').evaluate((slider) => slider === document.activeElement))
    .toBe(true)
  await solvePuzzle(page, 'keys')
  await isIn(page)
})

test('a supervisor by account: after a wrongly placed piece, a wrong password and too many attempts', async () => {
  const person = await fixture.citizen('supervisor')
  const page = await open('supervisor', 'account')
  await typeAccount(page, person.userCode, 'wrong')
  const picture = page.getByRole('img', { name: /缺了一块/ })
  const first = await picture.getAttribute('src')
  await failPuzzle(page)
  await sees(page, '滑块验证未通过，请重试！')
  await expect.poll(() => picture.getAttribute('src')).not.toBe(first)
  await solvePuzzle(page)
  await sees(page, '登录失败！账号或密码错误')
  // Sets the count of attempts. By hand, with a puzzle each, they would be too slow to reach the limit.
  await fixture.sql('update throttle set level = 50, at = now()')
  await giveAccount(page, person.userCode, password)
  await sees(page, /尝试次数过多，请\d+秒后再试！/)
  await fixture.sql('delete from throttle')
  await giveAccount(page, person.userCode, password)
  await isIn(page)
})

test('an opener by certificate: not with a wrong password, an untrusted authority or without an account', async () => {
  const person = await fixture.citizen('opener')
  const page = await open('opener', 'certificate')
  await holdsAtEverySize(page)
  await giveCertificate(page, person.p12, 'not-it')
  await sees(page, '证书密码不正确')
  await giveCertificate(page, await fixture.forged(person))
  await sees(page, '登录失败！该证书不是由受信任的机构颁发')
  await giveCertificate(page, (await fixture.stranger()).p12)
  await sees(page, '登录失败！该证书的单位没有此身份的账号')
  expect(new URL(page.url()).pathname).toBe('/')
  await page.getByRole('radio', { name: '政府采购' }).check()
  await giveCertificate(page, person.p12)
  await isIn(page)
  await keepsNoCredential(page)
  // The project type is remembered for the next login.
  await page.getByRole('button', { name: /退出登录/ }).click()
  await page.getByRole('menuitem', { name: '本页换人登录' }).click()
  await choose(page, 'bidder', 'certificate')
  expect(await page.getByRole('radio', { name: '政府采购' }).isChecked()).toBe(true)
})

async function keepsNoCredential(page: Page): Promise<void> {
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toContain(password)
  expect(kept).not.toContain('PRIVATE')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/eyJ|refresh/i)
}

test('an agency by business licence: not without an account', async () => {
  const person = await fixture.citizen('agency')
  const page = await open('agency', 'licence')
  await isAccessible(page)
  await giveCertificate(page, (await fixture.stranger()).p12)
  await sees(page, '登录失败！该证书的单位没有此身份的账号')
  await giveCertificate(page, person.p12)
  await isIn(page)
})

test('[ACC-7] a tenderer by code: an expired or declined code and one of a stranger is replaced, each works once', async () => {
  const person = await fixture.citizen('tenderer')
  const page = await open('tenderer', 'qr')
  const old = await readCodeOf(page)
  await holdsAtEverySize(page)
  await fixture.sql("update qr_code set expires_at = now() - interval '1 second' where used_at is null")
  await sees(page, '二维码已过期，已换新码。')
  expect((await person.phone.scan(old)).ok).toBe(false)
  const declined = await scanWith(page, person, { text: old })
  await person.phone.answer(declined, 'decline')
  await sees(page, '扫码失败！手机端已拒绝')
  const stranger = await fixture.stranger()
  const unknown = await scanWith(page, stranger, declined)
  expect(unknown.id).not.toBe(declined.id)
  await stranger.phone.answer(unknown, 'confirm')
  await sees(page, '缺少用户数据！')
  const used = await scanWith(page, person, unknown)
  await person.phone.answer(used, 'confirm')
  await isIn(page)
  expect((await person.phone.scan(used.text)).ok).toBe(false)
  expect((await person.phone.answer(used, 'confirm')).ok).toBe(false)
})

test('[ACC-17] a browser without the needed encryption gets a page that names suitable browsers', async () => {
  const page = await (await ownContext(browser, fixture.url)).newPage()
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await page.goto(`${fixture.url}/?login`)
  await sees(page, '当前浏览器无法使用开标大厅')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await isAccessible(page, 'page')
  const bare = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await bare.goto(fixture.url)
  await bare.getByText('当前浏览器无法使用开标大厅').waitFor({ state: 'visible', timeout: 15_000 })
})
