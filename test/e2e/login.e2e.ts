import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { LoginMode } from '#variants/access-schema.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { standard } from '#variants/standard.ts'
import { holdsAtEverySize, isAccessible, sees } from './acts.ts'
import { closePages, launchBrowser } from './browser.ts'
import { choose, giveCertificate, isIn, modeNames, openLogin, roleNames } from './login-acts.ts'
import { type Citizen, type LoginStage, password, setLoginStage } from './login-stage.ts'
import { readCodeOf } from './read-code.ts'
import { failPuzzle, solvePuzzle } from './solve-puzzle.ts'

let browser: Browser
/** A region with every way in for every kind of user. */
let stage: LoginStage

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await setLoginStage('full')
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  await browser?.close()
  await stage?.stop()
})

const open = (role: PersonRole, mode: LoginMode, at?: string) => openLogin(browser, stage, role, mode, at)

async function giveAccount(page: Page, account: string, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: /^账号/ }).fill(account)
  await page.getByLabel(/^密码/).fill(secret)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await solvePuzzle(page)
}

/** `answered`: the code before, which may stand on the screen for a moment yet. */
async function scanWith(page: Page, person: Citizen, answered?: { readonly text: string }) {
  await expect.poll(() => readCodeOf(page)).not.toBe(answered?.text)
  const text = await readCodeOf(page)
  const scanned = await person.phone.scan(text)
  if (!scanned.ok) throw new Error(scanned.error)
  await sees(page, '已扫码，请在手机上确认登录')
  return { ...scanned.value, text }
}

/** For each way in: how it is refused, then how it succeeds. */
const outcomes: Readonly<Record<LoginMode, (page: Page, person: Citizen) => Promise<void>>> = {
  async account(page, person) {
    await giveAccount(page, person.userCode, 'wrong')
    await sees(page, '登录失败！账号或密码错误')
    await giveAccount(page, person.userCode, password)
  },
  async certificate(page, person) {
    await giveCertificate(page, (await stage.stranger()).p12)
    await sees(page, '登录失败！该证书的单位没有此身份的账号')
    await giveCertificate(page, person.p12)
  },
  async licence(page, person) {
    await giveCertificate(page, (await stage.stranger()).p12)
    await sees(page, '登录失败！该证书的单位没有此身份的账号')
    await giveCertificate(page, person.p12)
  },
  async qr(page, person) {
    const declined = await scanWith(page, person)
    await person.phone.answer(declined, 'decline')
    await sees(page, '扫码失败！手机端已拒绝')
    const unknown = await scanWith(page, await stage.stranger(), declined)
    expect(unknown.id).not.toBe(declined.id)
    await (await stage.stranger()).phone.answer(unknown, 'confirm')
    await sees(page, '缺少用户数据！')
    await person.phone.answer(await scanWith(page, person, unknown), 'confirm')
  },
}

/** Each login method and each kind of user; all combinations are covered by `login-refusals.test.tsx`. */
const tried = [
  ['bidder', 'account'],
  ['bidder', 'certificate'],
  ['bidder', 'qr'],
  ['bidder', 'licence'],
  ['opener', 'certificate'],
  ['supervisor', 'account'],
  ['agency', 'licence'],
  ['tenderer', 'qr'],
] as const

test.each(tried)('%s by %s: refused without the right proof, in the hall with it', async (role, mode) => {
  const person = await stage.citizen(role)
  const page = await open(role, mode)
  await outcomes[mode](page, person)
  await isIn(page)
})

test('only the tabs and ways of the region are shown', async () => {
  const other = await setLoginStage('standard')
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

test('the slide puzzle is solved by keys alone, and so is the whole login by account', async () => {
  const person = await stage.citizen('bidder')
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

test('a piece let go in the wrong place is said to be wrong, and another picture comes', async () => {
  const person = await stage.citizen('bidder')
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

test('an account of another kind of user is told so', async () => {
  const opener = await stage.citizen('opener')
  const page = await open('bidder', 'account')
  await giveAccount(page, opener.userCode, password)
  await sees(page, '该账号不能以所选身份登录！')
  expect(new URL(page.url()).pathname).toBe('/')
})

test('who guesses at a password too often is told how long to wait', async () => {
  const person = await stage.citizen('supervisor')
  const page = await open('supervisor', 'account')
  await giveAccount(page, person.userCode, 'wrong')
  await sees(page, '登录失败！账号或密码错误')
  // As after many attempts in a short time: by hand, with a puzzle each, they drain away before they are too many.
  await stage.sql('update throttle set level = 50, at = now()')
  await giveAccount(page, person.userCode, password)
  await sees(page, /尝试次数过多，请\d+秒后再试！/)
  await stage.sql('delete from throttle')
  await giveAccount(page, person.userCode, password)
  await isIn(page)
})

test('an empty form is answered beside its fields, and a certificate that cannot be opened beside it', async () => {
  const page = await open('bidder', 'account')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await sees(page, '请填写账号')
  await sees(page, '请填写密码')
  await choose(page, 'bidder', 'certificate')
  const { p12 } = await stage.citizen('bidder')
  await page.getByLabel(/^证书文件/).setInputFiles(p12)
  await page.getByLabel(/^证书密码/).fill('not-it')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await sees(page, '证书密码不正确')
})

test('a certificate of an authority that nobody trusts is refused, whatever name it bears', async () => {
  const person = await stage.citizen('bidder')
  const page = await open('bidder', 'certificate')
  await giveCertificate(page, await stage.forged(person))
  await sees(page, '登录失败！该证书不是由受信任的机构颁发')
  expect(new URL(page.url()).pathname).toBe('/')
})

test('the project type chosen on the certificate tab is remembered', async () => {
  const person = await stage.citizen('bidder')
  const page = await open('bidder', 'certificate')
  await page.getByRole('radio', { name: '政府采购' }).check()
  await giveCertificate(page, person.p12)
  await isIn(page)
  await page.getByRole('button', { name: /退出登录/ }).click()
  await page.getByRole('menuitem', { name: '本页换人登录' }).click()
  await choose(page, 'bidder', 'certificate')
  expect(await page.getByRole('radio', { name: '政府采购' }).isChecked()).toBe(true)
})

test('[ACC-7] an expired code is replaced, and the old one is of no use to the phone', async () => {
  const person = await stage.citizen('bidder')
  const page = await open('bidder', 'qr')
  const old = await readCodeOf(page)
  await stage.sql("update qr_code set expires_at = now() - interval '1 second' where used_at is null")
  await sees(page, '二维码已过期，已换新码。')
  await expect.poll(() => readCodeOf(page)).not.toBe(old)
  expect((await person.phone.scan(old)).ok).toBe(false)
  await person.phone.answer(await scanWith(page, person), 'confirm')
  await isIn(page)
})

test('a used code cannot be scanned or confirmed again', async () => {
  const person = await stage.citizen('bidder')
  const page = await open('bidder', 'qr')
  const scanned = await scanWith(page, person)
  await person.phone.answer(scanned, 'confirm')
  await isIn(page)
  expect((await person.phone.scan(scanned.text)).ok).toBe(false)
  expect((await person.phone.answer(scanned, 'confirm')).ok).toBe(false)
})

test('[ACC-17] a browser without encryption gets a plain page that says which ones work', async () => {
  const context = await browser.newContext({ locale: 'zh-CN' })
  await context.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  const page = await context.newPage()
  await page.goto(`${stage.url}/?login`)
  await sees(page, '当前浏览器无法使用开标大厅')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await isAccessible(page)
  const bare = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await bare.goto(stage.url)
  await bare.getByText('当前浏览器无法使用开标大厅').waitFor({ state: 'visible', timeout: 15_000 })
})

test.each(['account', 'certificate', 'qr', 'licence'] as const)(
  'login by %s can be used by everybody, at three sizes in both themes',
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
