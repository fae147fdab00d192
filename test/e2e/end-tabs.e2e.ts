import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sealing } from '#client/texts/zh-CN/sealing.ts'
import type { Column, TenderInput } from '#domain/tender/tender.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { contactOf, persons } from '#simulators/fixtures/personal-data.ts'
import { takePart } from '#simulators/participants/bidder.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { enterAs, logInAs } from './logged-in.ts'
import { recordPersons, sees } from './page-actions.ts'
import { holdsAtEverySize, isAccessible, sizes } from './page-checks.ts'
import { createSectionFixture, type Person, password, type SectionFixture } from './section-fixture.ts'

const item = (key: string, zh: string, sheet: string): TenderInput['columns'][number] => ({
  ...{ key, title: { zh, en: zh }, kind: 'money' as Column['kind'], unit: '元' },
  item: { sheet, measure: 'm³', quantity: '12850.5' },
})
const columns = [
  { key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money' as const, unit: '元' },
  item('earth', '挖一般土方（三类土，人工配合机械）', '土石方工程'),
  item('fill', '回填方', '土石方工程'),
  item('concrete', '现浇混凝土垫层', '道路工程'),
]
const figures = { price: '8641975.50', earth: '27.18', fill: '3.14', concrete: '1618.03' }

const [, , phone] = sizes

let browser: Browser
let fixture: SectionFixture

beforeAll(async () => {
  browser = await sharedBrowser()
  fixture = await createSectionFixture(['江河水利建设集团有限公司'], { tender: { columns } })
})
afterEach(({ task }) => closePages(browser, task.result?.state === 'fail'))
afterAll(async () => {
  if (browser) await closePages(browser)
  await fixture?.stop()
})

test('people, information for the record, unit prices and the result on the screens of their time', {
  timeout: 240_000,
}, async () => {
  const [bidder] = fixture.bidders
  if (!bidder) throw new Error('a bidder expected')
  await readPricesOf(bidder)
  const certificate = await certificateOf(bidder)
  const account = await fixture.account(bidder)
  const bid = { figures, files: [], certificate }
  const { fileKeys } = await sealAndSubmit(account, fixture.session, bid)
  await fixture.platform.recordContacts(fixture.session, [contactOf(bidder.unitCode)])
  await fixture.clock.leapTo(fixture.opensAt)

  const opener = await enterAs(browser, fixture, fixture.opener, fixture.session)
  await recordPersons(opener)
  await sees(opener, /已保存：\d{6}\*{8}\d{3}[\dX]/)
  const lead = await enterSession(await fixture.account(fixture.opener), fixture.session)
  const manner = { pause: pauses(null), road: 'socket' } as const
  const participant = await enterSession(account, fixture.session)
  const playing = takePart(participant, { certificate, fileKeys, figures, ...manner })
  const part = { ...persons(), remarks: '', ...manner }
  await leadOpening(lead, { ...part, until: 'decrypted' })
  await lead.send({ type: 'EnterAnnouncement', payload: {} })
  await lead.send({ type: 'EnterEnd', payload: { cutShortReason: '测试' } })

  await enterInformation(opener)
  await show(opener, 'sheets')
  await sees(opener, '27.18')
  await holdsAtEverySize(opener)
  await opener.getByRole('button', { name: '道路工程' }).click()
  await sees(opener, '1,618.03')

  await Promise.all([leadOpening(lead, part), playing])
  await show(opener, 'result')
  await sees(opener, /^1380000\d{4}$/)
  await holdsAtEverySize(opener)
  await isInSightOnAPhone(opener, 'reports')
  lead.close()
  participant.close()
})

/** The bidder's form reads a file of unit prices, and says what is missing in it. */
async function readPricesOf(bidder: Person): Promise<void> {
  const page = await logInAs(browser, fixture, bidder)
  await page.goto(`${fixture.url}/seal/${fixture.session}`)
  const field = page.getByLabel(sealing['sheets.upload'])
  const csv = (text: string) => ({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await field.setInputFiles(csv('编号,单价\nearth,27.18\nfill,3.14\n'))
  await sees(page, '还有 1 项没有单价：现浇混凝土垫层')
  await field.setInputFiles(csv('earth,27.18\nfill,3.14\nconcrete,1618.03\n'))
  await sees(page, '已读取 3 / 3 项单价。')
  await sees(page, '合计 389,627.16 元')
  await holdsAtEverySize(page)
}

async function enterInformation(page: Page): Promise<void> {
  await show(page, 'persons')
  await page.getByRole('button', { name: '录入开标信息' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: '保存开标信息' }).click()
  await dialog.getByText('请填写招标人代表').waitFor()
  await isAccessible(page)
  await dialog.getByLabel(/^招标人代表/).fill('赵代表')
  await dialog.getByLabel(/^其他事项/).fill('无')
  await dialog.getByRole('button', { name: '保存开标信息' }).click()
  await dialog.waitFor({ state: 'detached' })
  await sees(page, '赵代表')
  await holdsAtEverySize(page)
}

async function show(page: Page, tab: string): Promise<void> {
  await page.goto(`${fixture.url}/bid/${fixture.session}/bidend?tab=${tab}`)
  await page.getByRole('tab', { selected: true }).waitFor()
  expect(page.url()).toContain(tab)
}

/** The last tabs stand outside a phone's screen until their strip is scrolled. */
async function isInSightOnAPhone(page: Page, tab: string): Promise<void> {
  const { width } = phone
  await page.setViewportSize(phone)
  await show(page, tab)
  const box = await page.getByRole('tab', { selected: true }).boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box)).toBe(true)
}

async function certificateOf({ p12 }: Person) {
  const certificate = await softwareCertificate(readFileSync(p12), password)
  if (!certificate.ok) throw new Error(certificate.error)
  return certificate.value
}
