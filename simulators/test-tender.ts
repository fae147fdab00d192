import type { TenderInput } from '#domain/tender/tender.ts'

/** A section as simulations and tests publish it: a price, and something in words. */
export function testTender(
  own: Pick<TenderInput, 'agencyCode' | 'opensAt'> & Partial<TenderInput>,
): TenderInput {
  return {
    sectionCode: 'TEST-2026-01',
    sectionName: '测试标段',
    projectCode: 'TEST-2026',
    tenderer: '测试招标人',
    projectKind: 1,
    qualification: 16,
    bidStyle: 1,
    industry: 1,
    specialty: 0,
    evaluationMethod: '综合评估法',
    columns: [
      { key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money', unit: '元', decimals: 2 },
      { key: 'note', title: { zh: '说明', en: 'Note' }, kind: 'text', required: false },
    ],
    ...own,
  }
}
