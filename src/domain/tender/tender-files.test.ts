import { describe, expect, test } from 'vitest'
import { given, past, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  agency,
  bidder,
  imported,
  platform,
  says,
  staffMemberId,
  supervisor,
  tenderFile,
} from '#test/domain/sample-actors.ts'
import { tender } from '#test/support/sample-tender.ts'
import { basePriceRuleSchema } from '../base-price/rule.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'

const { columns } = tender()
const [price] = columns
const importing = (changes: Partial<ReturnType<typeof says>> = {}, n = 1): Command => ({
  type: 'ImportTenderFile',
  payload: { kind: 'technical', file: tenderFile(n), says: says(changes) },
})
const keeping = (kind: 'technical' | 'commercial' | 'control-price'): Command => ({
  type: 'ImportTenderFile',
  payload: { kind, file: tenderFile(1), says: null },
})
const drawDeclared = event(
  'DrawDeclared',
  {
    ...{ drawId: staffMemberId(1), attempt: 1, kind: 'a-g', subject: '', parts: [], rule: '' },
    ...{ serverCommitment: 'c'.repeat(64), joinBy: '2026-03-02T01:05:00.000Z' },
  },
  { secret: '5e'.repeat(32) },
)
const setting = (payload: Extract<Command, { type: 'SetEvaluationParameters' }>['payload']): Command => ({
  type: 'SetEvaluationParameters',
  payload,
})

const rules = [{ title: { zh: '评标办法', en: 'Method' }, value: '合理低价法' }]
const content = { ...says().content, evaluationRules: rules, parameters: { industry: 3 } } as never

describe('ImportTenderFile', () => {
  test('[TEN-7] [TEN-8] takes panels and parameters from the file, and records what changed', () => {
    given(...histories.published())
      .when(importing({ content }))
      .then(imported({ content, changed: ['evaluation-rules', 'parameters'] }))
    const { tender: after, tenderFiles } = stateAfter([...histories.published(), imported({ content })])
    expect(after).toMatchObject({ evaluationRules: rules, industry: 3, sectionName: tender().sectionName })
    expect(tenderFiles.technical).toMatchObject({ ...tenderFile(1), at: past, isRead: true })
  })

  test('[TEN-8] keeps a PDF without reading it', () => {
    given(...histories.published())
      .when(keeping('technical'))
      .then(imported({ isRead: false, content: null, attachments: [] }))
  })

  test('[TEN-7] of another file records which it replaces; of the same file changes nothing', () => {
    const before = [...histories.published(), imported({})]
    given(...before)
      .when(importing({}, 2))
      .then(imported({ file: tenderFile(2), replaces: tenderFile(1).fileId }))
    given(...before)
      .when(importing({}, 1))
      .then()
  })

  test('of a commercial file replaces only the price columns', () => {
    const money = { ...price, key: 'total', title: { zh: '总价', en: 'Total' } }
    const priced = imported({ kind: 'commercial', content: { ...nothing, priceColumns: [money] } as never })
    const keys = stateAfter([...histories.published(), priced]).tender?.columns.map(({ key }) => key)
    expect(keys).toEqual(['total', 'days', 'manager'])
  })

  test('[TEN-6] refuses a file of another kind, and one of another section', () => {
    given(...histories.published())
      .when(importing({ kind: 'commercial' }))
      .thenRejected('tender-file-wrong-kind')
    given(...histories.published())
      .when(importing({ sectionCode: 'ELSEWHERE-1' }))
      .thenRejected('tender-file-other-section', { sectionCode: 'ELSEWHERE-1' })
  })

  test('refuses columns that repeat between price columns and bid form', () => {
    const double = { ...says().content, bidForm: [{ ...price, kind: 'text' }] } as never
    given(...histories.published())
      .when(importing({ content: double }))
      .thenRejected('tender-file-columns')
  })

  test('[BAS-1] refuses a rule of the base price that names a column which the section lacks', () => {
    const evaluation = { draws: [], basePrice: basePriceRuleSchema.parse({ column: 'absent' }) }
    const content = { ...says().content, parameters: { evaluation } } as never
    given(...histories.published())
      .when(importing({ content }))
      .thenRejected('tender-file-base-price')
  })
})

describe('ImportTenderFile of the same file again', () => {
  test('restores the parameters that were set since', () => {
    const set = (industry: number) =>
      event(
        'EvaluationParametersSet',
        { changes: { industry }, controlPriceSet: false },
        { controlPrice: null },
      )
    const { fileId: replaces } = tenderFile(1)
    const before = [...histories.published(), imported({ content })]
    given(...before, set(5))
      .when(importing({ content }))
      .then(imported({ content, changed: ['parameters'], replaces }))
    given(...before, set(5), set(3))
      .when(importing({ content }))
      .then()
  })

  test('restores the control price that was set since', () => {
    const controlPrice = { price: '4860.50', remark: '含税' }
    const priced = { kind: 'control-price', content: null, controlPrice, attachments: [] } as const
    const command: Command = {
      type: 'ImportTenderFile',
      payload: { kind: 'control-price', file: tenderFile(1), says: says(priced) },
    }
    const before = [...histories.published(), imported(priced)]
    const set = (other: object) =>
      event(
        'EvaluationParametersSet',
        { changes: {}, controlPriceSet: true },
        { controlPrice: { ...controlPrice, ...other } },
      )
    given(...before)
      .when(command)
      .then()
    for (const other of [{ price: '1.00' }, { price: null }, { remark: '' }]) {
      given(...before, set(other))
        .when(command)
        .then(imported({ ...priced, replaces: tenderFile(1).fileId }))
    }
  })
})

describe('the kinds of tender files', () => {
  test.each<[string, 'commercial' | 'control-price', number]>([
    ['a commercial file with gclx 6', 'commercial', 6],
    ['a commercial file with gclx 13', 'commercial', 13],
    ['a control price with gclx 2', 'control-price', 2],
    ['a control price with gclx 3', 'control-price', 3],
  ])('[TEN-3] refuses %s', (_, kind, projectKind) => {
    given(...histories.published({ projectKind }))
      .when(keeping(kind))
      .thenRejected('tender-file-not-needed')
  })

  test.each([1, 2, 3])('[TEN-3] takes a commercial file with gclx %d', (projectKind) => {
    given(...histories.published({ projectKind }))
      .when(keeping('commercial'))
      .then(imported({ kind: 'commercial', isRead: false, content: null, attachments: [] }))
  })
})

describe('ImportTenderFile once a bid is in', () => {
  const other = { ...says().content, priceColumns: [{ ...price, unit: '万元' }] } as never
  const same = { ...says().content, bidForm: [...columns.slice(1)].reverse() } as never

  test('[TEN-9] refuses other columns', () => {
    given(...histories.submitted())
      .when(importing({ content: other }))
      .thenRejected('columns-in-use')
    given(...histories.enrolled())
      .when(importing({ content: other }))
      .then(imported({ content: other, changed: ['columns'] }))
  })

  test('takes a file with the same columns in another order, and keeps the order', () => {
    given(...histories.submitted())
      .when(importing({ content: same }))
      .then(imported({ content: same }))
    expect(stateAfter([...histories.submitted(), imported({ content: same })]).tender?.columns).toEqual(
      columns,
    )
  })

  test('takes other texts and parameters', () => {
    given(...histories.submitted())
      .when(importing({ content }))
      .then(imported({ content, changed: ['evaluation-rules', 'parameters'] }))
  })
})

describe('when and by whom a tender file may be imported', () => {
  test('by the trading platform is accepted', () => {
    given(...histories.published())
      .when(importing(), { as: platform })
      .then(imported({}))
  })

  test('[TEN-5] is refused after the decryption command, and to all but the opener and the platform', () => {
    given(...histories.decrypting())
      .when(importing())
      .thenRejected('tender-locked')
    for (const as of [bidder(1), supervisor, agency]) {
      given(...histories.enrolled())
        .when(importing(), { as })
        .thenRejected('forbidden')
    }
  })

  test('[TEN-5] is refused once step 2 is entered', () => {
    given(...histories.submitted(), event('BidOpeningEntered', {}))
      .when(importing())
      .thenRejected('tender-locked')
  })

  test('[TEN-10] is refused during a draw where it changes what draws depend on', () => {
    const drawing = [...histories.submitted(), drawDeclared]
    given(...drawing)
      .when(importing({ content: { ...says().content, parameters: { industry: 3 } } as never }))
      .thenRejected('parameters-drawn')
    given(...drawing)
      .when(setting({ industry: 3 }))
      .thenRejected('parameters-drawn')
    const others = {
      ...{ ...says().content, evaluationRules: rules },
      parameters: { drawNote: '抽取K值', ceilingPrice: '5000' },
    } as never
    given(...drawing)
      .when(importing({ content: others }))
      .then(imported({ content: others, changed: ['evaluation-rules', 'parameters'] }))
  })

  test('is refused before the section is published', () => {
    given().when(importing()).thenRejected('not-published')
  })
})

const nothing = { projectInfo: [], evaluationRules: [], parameters: {}, priceColumns: [], bidForm: [] }

const set = (changes: object, controlPrice: { price: string | null; remark: string } | null = null) =>
  event('EvaluationParametersSet', { changes, controlPriceSet: controlPrice !== null }, { controlPrice })

describe('SetEvaluationParameters', () => {
  test('records the values that differ, and nothing where none does', () => {
    given(...histories.published())
      .when(setting({ industry: 4, billOfQuantities: true, drawNote: '抽取 K 值' }))
      .then(set({ industry: 4, billOfQuantities: true, drawNote: '抽取 K 值' }))
    given(...histories.published())
      .when(setting({ industry: 1, billOfQuantities: false, drawNote: '' }))
      .then()
    const { tender: after } = stateAfter([...histories.published(), set({ industry: 4 })])
    expect(after?.industry).toBe(4)
  })

  test('[TEN-12] sets, changes and removes the control price; it stays out of the public tender', () => {
    given(...histories.published())
      .when(setting({ controlPrice: '4860.50', controlPriceRemark: '含暂列金额' }))
      .then(set({}, { price: '4860.50', remark: '含暂列金额' }))
    const priced = [...histories.published(), set({}, { price: '4860.50', remark: '' })]
    given(...priced)
      .when(setting({ controlPrice: '4860.50' }))
      .then()
    given(...priced)
      .when(setting({ controlPriceRemark: '不含税' }))
      .then(set({}, { price: '4860.50', remark: '不含税' }))
    given(...priced)
      .when(setting({ controlPrice: ' ' }))
      .then(set({}, { price: null, remark: '' }))
    expect(stateAfter(priced).tender?.ceilingPrice).toBeUndefined()
  })

  test.each(['-1', 'abc', '1e9', '1,00', '.5'])('[TEN-12] refuses %s as a control price', (controlPrice) => {
    given(...histories.published())
      .when(setting({ controlPrice }))
      .thenRejected('amount-not-positive')
  })

  test.each(['1.234', '1.'])('[TEN-12] refuses %s as a control price for its decimals', (controlPrice) => {
    given(...histories.published())
      .when(setting({ controlPrice }))
      .thenRejected('amount-decimals')
  })

  test('[TEN-11] is for the opener only, until the decryption command', () => {
    given(...histories.entered())
      .when(setting({ industry: 4 }))
      .then(set({ industry: 4 }))
    given(...histories.decrypting())
      .when(setting({ industry: 4 }))
      .thenRejected('tender-locked')
    for (const as of [bidder(1), supervisor, agency, platform]) {
      given(...histories.enrolled())
        .when(setting({ industry: 4 }), { as })
        .thenRejected('forbidden')
    }
    given()
      .when(setting({ industry: 4 }))
      .thenRejected('not-published')
  })
})
