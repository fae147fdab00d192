import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { LoginMode } from '#variants/access-schema.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { full } from '#variants/full.ts'
import { standard } from '#variants/standard.ts'
import { holdsAtEverySize, isAccessible, sees } from './acts.ts'
import { closePages, launchBrowser } from './browser.ts'
import { type Citizen, type LoginStage, password, setLoginStage } from './login-stage.ts'
import { readCodeOf } from './read-code.ts'
import { failPuzzle, solvePuzzle } from './solve-puzzle.ts'

const roleNames: Readonly<Record<PersonRole, string>> = {
  bidder: '投标人',
  opener: '开标人',
  supervisor: '监督人',
  agency: '代理机构',
  tenderer: '招标人',
}
const modeNames: Readonly<Record<LoginMode, string>> = {
  account: '账号登录',
  certificate: '证书登录',
  qr: '扫码登录',
  licence: '电子营业执照',
}

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

/** The login dialog, open at one kind of user's one way in. */
async function open(role: PersonRole, mode: LoginMode, at = '/?login'): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN' })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  await page.goto(`${stage.url}${at}`)
  await choose(page, role, mode)
  return page
}

async function choose(page: Page, role: PersonRole, mode: LoginMode): Promise<void> {
  await page.getByRole('tab', { name: roleNames[role], exact: true }).click()
  const way = page.getByRole('tab', { name: modeNames[mode], exact: true })
  if ((await way.count()) > 0) await way.click()
}

async function giveAccount(page: Page, account: string, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: /^账号/ }).fill(account)
  await page.getByLabel(/^密码/).fill(secret)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await solvePuzzle(page)
}

async function giveCertificate(page: Page, p12: string): Promise<void> {
  await page.getByLabel(/^证书文件/).setInputFiles(p12)
  await page.getByLabel(/^证书密码/).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
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

async function isIn(page: Page): Promise<void> {
  await page.waitForURL(/\/hall/)
  await page.getByRole('tab', { name: '待开标' }).waitFor()
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

for (const { role, modes } of full.login.tabs) {
  for (const mode of modes) {
    test(`${role} by ${mode}: refused without the right proof, in the hall with it`, async () => {
      const person = await stage.citizen(role)
      const page = await open(role, mode)
      await outcomes[mode](page, person)
      await isIn(page)
    })
  }
}

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

test('an expired code is replaced, and the old one is of no use to the phone', async () => {
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

test('logging out everywhere closes the other tab and the other device, which return to where they were', async () => {
  const person = await stage.citizen('bidder')
  const enter = async (page: Page) => {
    await page.getByRole('textbox', { name: '测试账号' }).fill(person.userCode)
    await page.getByRole('button', { name: '测试登录' }).click()
    await isIn(page)
  }
  const here = await open('bidder', 'account')
  await enter(here)
  const tab = await here.context().newPage()
  await tab.goto(`${stage.url}/hall`)
  await isIn(tab)
  // The same person once more, by a login of its own.
  await tab.getByRole('button', { name: /退出登录/ }).click()
  await tab.getByRole('menuitem', { name: '本页换人登录' }).click()
  await choose(tab, 'bidder', 'account')
  await enter(tab)
  await tab.goto(`${stage.url}/hall?tab=ended`)
  const device = await open('bidder', 'account')
  await enter(device)

  await here.getByRole('button', { name: /退出登录/ }).click()
  await here.getByRole('menuitem', { name: '退出所有设备' }).click()
  await here.waitForURL((url) => url.pathname === '/' && !url.searchParams.has('login'))
  await sees(tab, '登录已失效，请重新登录！')
  expect(await tab.evaluate(() => sessionStorage.getItem('kaibiao.user'))).toBeNull()
  // The other device asks when it is looked at again.
  await device.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await sees(device, '登录已失效，请重新登录！')
  await sees(tab, '登录后将回到刚才的页面。')
  await choose(tab, 'bidder', 'account')
  await enter(tab)
  expect(new URL(tab.url()).search).toContain('tab=ended')
})

test('tabs of one browser share a login: a new one needs none, leaving one leaves all; another person keeps theirs', async () => {
  const [person, somebody] = [await stage.citizen('bidder'), await stage.citizen('opener')]
  const first = await open('bidder', 'account')
  await first.getByRole('textbox', { name: '测试账号' }).fill(person.userCode)
  await first.getByRole('button', { name: '测试登录' }).click()
  await isIn(first)
  const context = first.context()
  const at = async (path: string) => {
    const page = await context.newPage()
    await page.goto(stage.url + path)
    return page
  }
  // Also where the address asks for the login that another tab has.
  const second = await at('/?login&to=%2Fhall%3Ftab%3Dended')
  await second.waitForURL(/\/hall\?tab=ended/)
  await sees(second, '已开标')
  const third = await at('/hall')
  await isIn(third)
  await third.getByRole('button', { name: /退出登录/ }).click()
  await third.getByRole('menuitem', { name: '本页换人登录' }).click()
  await third.getByRole('tab', { name: roleNames.opener, exact: true }).click()
  await third.getByRole('textbox', { name: '测试账号' }).fill(somebody.userCode)
  await third.getByRole('button', { name: '测试登录' }).click()
  await isIn(third)

  // Renewed by all of them at once, the refresh token is used once.
  let refreshes = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/Oauth/refresh')) refreshes += 1
  })
  const due = (page: Page) =>
    page.evaluate(() => {
      const renewal = JSON.parse(sessionStorage.getItem('kaibiao.renewal') ?? '{}')
      sessionStorage.setItem('kaibiao.renewal', JSON.stringify({ ...renewal, dueAt: 0 }))
    })
  for (const page of [first, second]) await due(page)
  const look = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await Promise.all([first, second].map(look))
  const userOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('kaibiao.renewal'))
  await expect.poll(async () => (await userOf(first)) === (await userOf(second)) && refreshes).toBe(1)

  await second.getByRole('button', { name: /退出登录/ }).click()
  await second.getByRole('menuitem', { name: '本机退出' }).click()
  await first.waitForURL((url) => url.pathname === '/' && !url.searchParams.has('login'))
  await third.reload()
  await isIn(third)
  for (const page of [first, second]) {
    expect(await page.evaluate(() => sessionStorage.getItem('kaibiao.user'))).toBeNull()
  }
  for (const page of [first, second, third]) await page.close()
  const later = await at('/hall')
  await later.getByRole('dialog').waitFor()
})

test('the address follows the way in, and what was refused there is not said of another', async () => {
  const page = await open('opener', 'account')
  await page.getByRole('textbox', { name: '测试账号' }).fill('nobody')
  await page.getByRole('button', { name: '测试登录' }).click()
  await sees(page, /登录失败/)
  await page.getByRole('tab', { name: modeNames.qr, exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('login')).toBe('qr')
  expect(await page.getByText(/登录失败/).count()).toBe(0)
  await page.reload()
  await page.getByRole('tab', { name: roleNames.opener, exact: true }).click()
  const chosen = page.getByRole('tab', { name: modeNames.qr, exact: true })
  await expect.poll(() => chosen.getAttribute('aria-selected')).toBe('true')
  // An answer that comes late is not said either.
  await page.getByRole('tab', { name: modeNames.account, exact: true }).click()
  let answer = () => {}
  const waiting = new Promise<void>((go) => (answer = go))
  await page.route(/testLogin$/, async (route) => {
    await waiting
    await route.continue()
  })
  await page.getByRole('textbox', { name: '测试账号' }).fill('nobody')
  const answered = page.waitForResponse(/testLogin$/)
  await page.getByRole('button', { name: '测试登录' }).click()
  await page.getByRole('tab', { name: modeNames.qr, exact: true }).click()
  answer()
  await answered
  await page.waitForTimeout(300)
  expect(await page.getByText(/登录失败/).count()).toBe(0)
})

test('after login one never lands on another site', async () => {
  const person = await stage.citizen('bidder')
  for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
    const page = await open('bidder', 'account', `/?login&to=${encodeURIComponent(to)}`)
    await page.getByRole('textbox', { name: '测试账号' }).fill(person.userCode)
    await page.getByRole('button', { name: '测试登录' }).click()
    await isIn(page)
    expect(page.url()).toMatch(new RegExp(`^${stage.url}/hall`))
  }
})

test('nothing that proves who somebody is stays in web storage', async () => {
  const person = await stage.citizen('bidder')
  const page = await open('bidder', 'certificate')
  await giveCertificate(page, person.p12)
  await isIn(page)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toContain(password)
  expect(kept).not.toContain('PRIVATE')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/eyJ|refresh/i)
  await page.context().clearCookies()
})

test('a browser without encryption gets a plain page that says which ones work', async () => {
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
