import { expect, test } from 'vitest'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import { commitmentLetterPdf } from './commitment-letter-pdf.ts'
import { letterTexts } from './commitment-letter-texts.ts'

const bidder = { name: 'Công ty Đường Sắt 江河水利建设集团有限公司', code: 'B0001' }
const options = { language: 'zh-CN', timeZone: 'Asia/Shanghai', now: openingTime } as const

test('[REP-4] each bidder, section and moment has its own PDF', async () => {
  const letters = await Promise.all([
    commitmentLetterPdf(tender(), bidder, options),
    commitmentLetterPdf(tender(), { ...bidder, code: 'B0002' }, options),
    commitmentLetterPdf(tender({ sectionCode: 'HN-2026-0101-02' }), bidder, options),
    commitmentLetterPdf(tender(), bidder, { ...options, now: openingTime + 1000 }),
    commitmentLetterPdf(tender(), bidder, { ...options, language: 'en' }),
  ])
  for (const letter of letters) expect(Buffer.from(letter.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(new Set(letters.map((letter) => Buffer.from(letter).toString('base64'))).size).toBe(letters.length)
})

test.each(['zh-CN', 'en'] as const)(
  '[REP-4] in %s it names the section, to whom and what is promised',
  (language) => {
    const texts = letterTexts(language, tender())
    expect(texts.opening).toContain(tender().sectionName)
    expect(texts.opening).toContain(tender().sectionCode)
    expect(texts.to).toContain(tender().tenderer)
    expect(texts.to).toContain(tender().agency)
    expect(texts.promises).toHaveLength(5)
    expect(letterTexts(language, tender({ agency: '' })).to).not.toMatch(/[、,] *$/)
  },
)
