import type { Browser, Page } from 'playwright'
import type { LoginMode } from '#variants/access-schema.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { ownContext } from './browser.ts'
import { type LoginFixture, password } from './login-fixture.ts'

export const roleNames: Readonly<Record<PersonRole, string>> = {
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

/** The login dialog in a context of its own, open at the tab of a role and a login mode. */
export async function openLogin(
  browser: Browser,
  fixture: LoginFixture,
  role: PersonRole,
  mode: LoginMode,
  at = '/?login',
): Promise<Page> {
  const context = await ownContext(browser, fixture.url)
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  await page.goto(`${fixture.url}${at}`)
  await choose(page, role, mode)
  return page
}

export async function choose(page: Page, role: PersonRole, mode: LoginMode): Promise<void> {
  await page.getByRole('tab', { name: roleNames[role], exact: true }).click()
  const way = page.getByRole('tab', { name: modeNames[mode], exact: true })
  if ((await way.count()) > 0) await way.click()
}

export async function giveCertificate(page: Page, p12: string, secret = password): Promise<void> {
  await page.getByLabel(/^证书文件/).setInputFiles(p12)
  await page.getByLabel(/^证书密码/).fill(secret)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

export async function isIn(page: Page): Promise<void> {
  await page.waitForURL(/\/hall/)
  await page.getByRole('tab', { name: '待开标' }).waitFor()
}
