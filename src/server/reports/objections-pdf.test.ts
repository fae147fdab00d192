import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import type { SessionEvent } from '#domain/session/event.ts'
import { viewState } from '#domain/session/view-state.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { attachmentOf, bidderCode, objectionText, replyText } from '#test/domain/sample-actors.ts'
import { type ObjectionReportOptions, objectionsPdf } from './objections-pdf.ts'

const options: ObjectionReportOptions = {
  language: 'zh-CN',
  timeZone: 'Asia/Shanghai',
  now: Date.parse('2026-03-02T03:00:00Z'),
  bidderCode: null,
}

const second = '其二：工期不足。'
const history = [
  ...histories.enrolled(),
  histories.objectionWith(attachmentOf(1)),
  histories.objection(2, second),
  histories.reply(1),
  histories.readReply(1),
]

async function textOf(events: readonly SessionEvent[], changes: Partial<ObjectionReportOptions> = {}) {
  return pagesOf(await objectionsPdf(stateAfter(events), { ...options, ...changes }))
}

/** The text of each page without white space, which depends on line breaks. */
async function pagesOf(file: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join('')
    pages.push(text.normalize('NFC').replace(/\s/g, ''))
  }
  return pages
}

test('[INQ-11] has the objections of the inquiry with their replies', async () => {
  const replied = [...histories.inquired(), histories.inquiryReply(1)]
  const [page = ''] = await textOf(replied)
  for (const words of [
    `1.投标人1（${bidderCode(1)}）开标异议询问`,
    objectionText,
    replyText,
    '1条，已回复1条',
  ])
    expect(page).toContain(words)
  expect(page).not.toContain('投标人阅读')
})

test('[REP-2] has the disputed rows with their replies, of each envelope', async () => {
  const { dispute, disputeReply } = histories
  const [page = ''] = await textOf([...histories.announced(), dispute(1), disputeReply(1), dispute(2)])
  for (const words of [
    `1.投标人1（${bidderCode(1)}）唱标内容`,
    `工期有误回复内容${replyText}`,
    `2.投标人2（${bidderCode(2)}）唱标内容`,
    '工期有误回复内容未回复',
    '2条，已回复1条',
  ])
    expect(page).toContain(words)
  const [own = ''] = await textOf([...histories.announced(), dispute(1), dispute(2)], {
    bidderCode: bidderCode(2),
  })
  expect(own).toContain('1.投标人2')
  expect(own).not.toContain('投标人1')
})

describe('the objection and reply report', () => {
  test('[REP-2] has every objection with its attachment, its reply and whether that was read', async () => {
    const [page = ''] = await textOf(history)
    for (const words of [
      '异议与回复记录',
      'HN-2026-0101-01',
      '2条，已回复1条',
      '全部投标人',
      `1.投标人1（${bidderCode(1)}）`,
      objectionText,
      '异议书1.pdf(1,024B)',
      'a1'.repeat(32),
      replyText,
      '已阅读回复',
      `2.投标人2（${bidderCode(2)}）`,
      second,
      '未回复',
      '第1页/共1页',
    ]) {
      expect(page).toContain(words)
    }
  })

  test('[REP-2] of one bidder has only that bidder’s objections', async () => {
    const [page = ''] = await textOf(history, { bidderCode: bidderCode(2) })
    expect(page).toContain(second)
    expect(page).toContain('1条，已回复0条')
    expect(page).not.toContain(objectionText)
  })

  test('from a bidder’s own view names no other bidder', async () => {
    const viewer = { role: 'bidder', unitCode: bidderCode(2), seesSupervisor: false } as const
    const own = await objectionsPdf(viewState(viewer, stateAfter(history)), options)
    const [page = ''] = await pagesOf(own)
    expect(page).toContain(second)
    expect(page).not.toContain('投标人1')
    expect(page).not.toContain(objectionText)
  })

  test('says when there are no objections', async () => {
    const [page = ''] = await textOf(histories.enrolled())
    expect(page).toContain('没有异议。')
  })

  test('continues on further pages, each headed by the bidder', async () => {
    const long = Array.from({ length: 120 }, (_, i) => `第${i}行`).join('\n')
    const pages = await textOf([...histories.enrolled(), histories.objection(3, long)])
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) expect(page).toContain(`1.投标人3（${bidderCode(3)}）`)
    const all = pages.join('')
    for (let i = 0; i < 120; i++) expect(all).toContain(`第${i}行`)
  })

  test('breaks a word that is longer than a line without losing a letter', async () => {
    const word = Array.from({ length: 1000 }, (_, i) => String.fromCharCode(97 + (i % 26))).join('')
    const file = await objectionsPdf(
      stateAfter([...histories.enrolled(), histories.objection(1, word)]),
      options,
    )
    expect((await pagesOf(file)).join('')).toContain(word)
    expect(await widest(file)).toBeLessThanOrEqual(595 - 40)
  })

  test('is in English on request', async () => {
    const [page = ''] = await textOf(history, { language: 'en' })
    expect(page).toContain('ObjectionandReplyRecord')
    expect(page).toContain('2,ofwhich1repliedto')
  })
})

/** The right edge of the first page's text, in points. */
async function widest(file: Uint8Array): Promise<number> {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  return Math.max(...items.map((item) => ('str' in item ? item.transform[4] + item.width : 0)))
}

test('[REP-12] a report that is not filed says that it is preliminary', async () => {
  const note = '预览件：未归档，以归档版本为准。'
  expect((await textOf(history)).join('')).not.toContain(note)
  expect((await textOf(history, { preliminary: true })).join('')).toContain(note)
})
