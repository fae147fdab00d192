import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { LoginMode } from '#variants/access-schema.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { choose, isIn, openLogin, roleNames } from './login-actions.ts'
import { createLoginFixture, type LoginFixture } from './login-fixture.ts'
import { sees } from './page-actions.ts'

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

const open = (role: PersonRole, mode: LoginMode, at?: string) => openLogin(browser, fixture, role, mode, at)

test('a login never leads to another site; logging out everywhere ends the other tab and the other device, which later return to their pages', async () => {
  const person = await fixture.citizen('bidder')
  const enter = async (page: Page) => {
    await page.getByRole('textbox', { name: '测试账号' }).fill(person.userCode)
    await page.getByRole('button', { name: '测试登录' }).click()
    await isIn(page)
  }
  // Other disguises of a site: `login-target.test.ts`.
  const here = await open('bidder', 'account', `/?login&to=${encodeURIComponent('//evil.example')}`)
  await enter(here)
  expect(here.url()).toMatch(new RegExp(`^${fixture.url}/hall`))
  const tab = await here.context().newPage()
  await tab.goto(`${fixture.url}/hall`)
  await isIn(tab)
  // The same user with a second login.
  await tab.getByRole('button', { name: /退出登录/ }).click()
  await tab.getByRole('menuitem', { name: '本页换人登录' }).click()
  await choose(tab, 'bidder', 'account')
  await enter(tab)
  await tab.goto(`${fixture.url}/hall?tab=ended`)
  const device = await open('bidder', 'account')
  await enter(device)

  await here.getByRole('button', { name: /退出登录/ }).click()
  await here.getByRole('menuitem', { name: '退出所有设备' }).click()
  await here.waitForURL((url) => url.pathname === '/' && !url.searchParams.has('login'))
  await sees(tab, '登录已失效，请重新登录！')
  expect(await tab.evaluate(() => sessionStorage.getItem('kaibiao.user'))).toBeNull()
  // The other device checks when it becomes visible again.
  await device.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await sees(device, '登录已失效，请重新登录！')
  await sees(tab, '登录后将回到刚才的页面。')
  await choose(tab, 'bidder', 'account')
  await enter(tab)
  expect(new URL(tab.url()).search).toContain('tab=ended')
})

test('tabs of one browser share a login and a logout; another user keeps theirs', async () => {
  const [person, somebody] = [await fixture.citizen('bidder'), await fixture.citizen('opener')]
  const first = await open('bidder', 'account')
  await first.getByRole('textbox', { name: '测试账号' }).fill(person.userCode)
  await first.getByRole('button', { name: '测试登录' }).click()
  await isIn(first)
  const context = first.context()
  const at = async (path: string) => {
    const page = await context.newPage()
    await page.goto(fixture.url + path)
    return page
  }
  // Also when the address asks for a login that another tab has.
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

  // When all tabs renew at once, the refresh token is used once.
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
