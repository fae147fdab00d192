import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { noBasePrice } from '#domain/base-price/base-price-state.ts'
import { calculateBasePrice } from '#domain/base-price/calculate.ts'
import type { SessionState } from '#domain/session/state.ts'
import { pricedState } from '#test/base-price/priced-state.ts'
import { openingOf } from '#test/domain/session.ts'
import { basePricePdf } from './base-price-pdf.ts'
import { overviewPdf } from './overview-pdf.ts'
import { recordPdf } from './record-pdf.ts'
import { sheetPdf } from './sheet-pdf.ts'
import { signInSheet } from './sign-in-sheet.ts'
import { signatureSheet } from './signature-sheet.ts'

const options = { language: 'zh-CN', timeZone: 'Asia/Shanghai', now: Date.UTC(2026, 2, 2) } as const
const head = { seq: 88, hash: 'a1b2'.repeat(16) }

type Maker = (count: number) => Promise<Uint8Array>

/** Each with numbers of bidders, or of lines above the table, that bring a head to the end of a page. */
const reports: [name: string, counts: readonly [from: number, to: number], make: Maker][] = [
  [
    'record',
    [12, 21],
    (count) => recordPdf(disputed(openingOf(plansOf(count)).state), { ...options, head, deposits: {} }),
  ],
  ['overview', [12, 21], (count) => overviewPdf(openingOf(plansOf(count)).state, options)],
  ['base price', [12, 21], (count) => basePricePdf(calculated(count), options)],
  [
    'sheet',
    [33, 40],
    (count) => sheetPdf({ ...signInSheet(few, options), sectionName: linesOf(count) }, options),
  ],
  [
    'signature sheet',
    [31, 36],
    (count) =>
      signatureSheet([{ index: 1, unit: '甲公司', isOpener: false, signed: null }], {
        ...{ ...options, title: linesOf(count), document: head.hash },
        end: { size: head.seq, head: head.hash },
      }),
  ],
]

test.each(reports)(
  '[REP-15] the %s has no heading and no head of a table at the end of a page',
  async (_, [from, to], make) => {
    const found: string[] = []
    for (let count = from; count <= to; count++) {
      const lasts = await lastsOf(await make(count))
      found.push(...lasts.flatMap(({ isHeading, text }) => (isHeading ? [`${count}: ${text}`] : [])))
    }
    expect(found).toEqual([])
  },
)

const few = openingOf(plansOf(2)).state
const linesOf = (count: number) => '滨河大道一标段\n'.repeat(count)

function plansOf(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    name: `第${i + 1}建设集团有限公司`,
    figures: { price: '123456789.50' },
  }))
}

/** The reading was cut short, and two rows are disputed. */
function disputed(state: SessionState): SessionState {
  const reading = state.announcement?.reading
  if (!state.announcement || !reading) throw new Error('bids that were read expected')
  const at = '2026-03-02T02:30:00.000Z'
  const rowCheck = { at, reply: null, answer: 'disputed', text: '工期应为30天' } as const
  const bidders = Object.values(state.bidders).map((bidder, i) => (i < 2 ? { ...bidder, rowCheck } : bidder))
  return {
    ...state,
    signing: null,
    announcement: { ...state.announcement, reading: { ...reading, cutShort: '会场停电' } },
    bidders: Object.fromEntries(bidders.map((bidder) => [bidder.code, bidder])),
  }
}

function calculated(count: number): SessionState {
  const state = pricedState({ bids: Array.from({ length: count }, (_, i) => String(1_000_000 + i)) })
  const result = calculateBasePrice(state)
  if (!result.ok) throw new Error(result.error.code)
  state.basePrice = { ...noBasePrice, calculated: { ...result.value, at: '2026-03-02T02:30:00.000Z' } }
  return state
}

/** The lowest line of each page above its foot; a heading is bold and starts the line. */
async function lastsOf(bytes: Uint8Array): Promise<{ readonly text: string; readonly isHeading: boolean }[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0, fontExtraProperties: true })
    .promise
  const lasts = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    await page.getOperatorList()
    const { items } = await page.getTextContent()
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
    const body = texts.filter(({ transform }) => transform[5] > footHeight)
    const lowest = Math.min(...body.map(({ transform }) => Math.round(transform[5])))
    const [first] = body.filter(({ transform }) => Math.round(transform[5]) === lowest)
    if (!first) continue
    const { name } = page.commonObjs.get(first.fontName) as { name: string }
    lasts.push({ text: first.str, isHeading: /bold/i.test(name) })
  }
  return lasts
}

/** In points: the foot is below it. */
const footHeight = 40
