import type { Page } from 'playwright'
import { expect } from 'vitest'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { identityNumber } from '#simulators/fixtures/personal-data.ts'
import { randomBytes } from '#simulators/fixtures/random-bytes.ts'
import { type Hands, pointer } from './hands.ts'
import { type Person, password, type SectionFixture } from './section-fixture.ts'

/**
 * Fills in the bid form, opens the certificate, seals and submits. Returns the file key that the page showed. `keep`
 * runs after the sealing, before the file is submitted. `hands` use the page.
 */
export async function sealAndSubmit(
  page: Page,
  fixture: SectionFixture,
  bidder: Person,
  figures: Record<string, string>,
  keep: (page: Page) => Promise<void> = async () => {},
  hands: Hands = pointer,
) {
  const name = /制作并递交投标文件/
  await hands.press(page.getByRole('link', { name }).or(page.getByRole('button', { name })))
  for (const [label, value] of Object.entries(figures))
    await hands.fill(page.getByLabel(new RegExp(`^${label}`)), value)
  await openCertificate(page, bidder, hands)
  await hands.press(page.getByRole('button', { name: '密封投标文件' }))
  const sheet = page.getByRole('group', { name: /^([A-Z0-9]{4}-){14}[A-Z0-9]{2}$/ })
  const fileKey = (await sheet.getAttribute('aria-label')) ?? ''
  await keep(page)
  await hands.press(page.getByRole('checkbox', { name: '我已保管好文件密钥' }))
  await hands.press(page.getByRole('button', { name: '递交投标文件' }))
  await sees(page, '投标文件已递交')
  await page.goto(`${fixture.url}/hall`)
  return fileKey
}

export async function openCertificate(page: Page, person: Person, hands: Hands = pointer): Promise<void> {
  await hands.choose(page.getByLabel(/^证书文件/), person.p12)
  await hands.fill(page.getByLabel(/^证书密码/), password)
  await hands.press(page.getByRole('button', { name: '打开证书', exact: true }))
  await sees(page, `证书已打开：${person.name}`)
}

/** Enters the section from the hall, captions only. */
export async function enterSection(
  page: Page,
  { sectionName }: Pick<SectionFixture, 'sectionName'>,
  hands: Hands = pointer,
): Promise<void> {
  await hands.press(page.getByRole('button', { name: `进入标段 ${sectionName}` }))
  await page.waitForURL(/\/bid\//)
  const captionsOnly = page.getByRole('button', { name: '仅看字幕' })
  await captionsOnly.waitFor()
  // The question pushes nothing of the log out of the window.
  const below = () =>
    page.locator('aside').evaluate((log) => log.getBoundingClientRect().bottom - innerHeight)
  await expect.poll(below).toBeLessThanOrEqual(0)
  await hands.press(captionsOnly)
}

/** Presses a button and confirms in the dialog that it opens; `look` checks the dialog before. */
export async function pressAndConfirm(
  page: Page,
  name: string,
  yes = name,
  look: (page: Page) => Promise<void> = async () => {},
  hands: Hands = pointer,
): Promise<void> {
  await hands.press(page.getByRole('button', { name, exact: true }).first())
  await page.getByRole('alertdialog').waitFor()
  await look(page)
  await hands.press(page.getByRole('alertdialog').getByRole('button', { name: yes, exact: true }))
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
}

/** Signs the record in the signing dialog, with the certificate that is open; `look` at the dialog before. */
export async function signInDialog(
  page: Page,
  look: (page: Page) => Promise<void> = async () => {},
  hands: Hands = pointer,
): Promise<void> {
  await hands.press(page.getByRole('button', { name: steps['ending.signing.sign'], exact: true }))
  const dialog = page.getByRole('dialog', { name: steps['ending.signing.open'] })
  await dialog.waitFor()
  await look(page)
  await hands.press(dialog.getByRole('button', { name: steps['ending.signing.act'], exact: true }))
  await dialog.waitFor({ state: 'detached' })
}

/** Fills in and saves the persons in charge of the opening. */
export async function recordPersons(page: Page): Promise<void> {
  for (const [person, name] of Object.entries({ 唱标人: '刘唱标', 记录人: '周记录' })) {
    const group = page.getByRole('group', { name: person, exact: true })
    await group.getByLabel(/^姓名/).fill(name)
    await group.getByLabel(/^身份证号/).fill(identityNumber(randomBytes))
  }
  await page.getByRole('button', { name: '保存人员信息' }).click()
  await sees(page, '开标人员信息已录入')
}

/** Waits until a text can be seen on the page. */
export async function sees(page: Page, text: string | RegExp, timeout?: number): Promise<void> {
  const visible = page.getByText(text).filter({ visible: true }).first()
  await visible.waitFor(timeout === undefined ? {} : { timeout })
}
