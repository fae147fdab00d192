import { describe, expect, test } from 'vitest'
import { given, past, present, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  agency,
  bidder,
  imported,
  opener,
  platform,
  says,
  staffMemberId,
  supervisor,
  tenderFile,
} from '#test/domain/sample-actors.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import { basePriceRuleSchema } from '../base-price/rule.ts'
import type { Command } from '../session/command.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { importedFiles } from './imported-files.ts'

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

describe('ImportTenderFile of a control price', () => {
  const history = histories.published({ ceilingPrice: '4860.50' })
  const priced = (price: string, remark: string): Command => ({
    type: 'ImportTenderFile',
    payload: {
      ...{ kind: 'control-price', file: tenderFile(1) },
      says: says({ kind: 'control-price', content: null, controlPrice: { price, remark }, attachments: [] }),
    },
  })

  test('[TEN-14] one above the ceiling price needs a remark', () => {
    given(...history)
      .when(priced('4860.51', ''))
      .thenRejected('control-price-above-ceiling')
    for (const [price, remark] of [
      ['4860.51', '招标人调整'],
      ['4860.50', ''],
    ] as const) {
      const kept = { kind: 'control-price', content: null, attachments: [], controlPrice: { price, remark } }
      given(...history)
        .when(priced(price, remark))
        .then(imported(kept as never))
    }
  })

  test('[TEN-14] a file does not lower the ceiling under one without a remark', () => {
    const typed = (remark: string) => set({}, { price: '4000.00', remark })
    const lowered = { ...says().content, parameters: { ceilingPrice: '3999.99' } } as never
    const lowering = importing({ content: lowered })
    given(...history, typed(''))
      .when(lowering)
      .thenRejected('control-price-above-ceiling')
    given(...history, typed('招标人调整'))
      .when(lowering)
      .then(imported({ content: lowered, changed: ['parameters'] }))
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

describe('SetEvaluationParameters of a control price', () => {
  test('[TEN-12] understands full-width digits and separators of thousands', () => {
    given(...histories.submitted())
      .when(setting({ controlPrice: '4，860．50' }))
      .then(set({}, { price: '4860.50', remark: '' }))
  })

  test('[TEN-14] a control price above the ceiling price needs a remark', () => {
    const history = histories.submitted({ ceilingPrice: '4860.50' })
    given(...history)
      .when(setting({ controlPrice: '4860.51' }))
      .thenRejected('control-price-above-ceiling')
    given(...history)
      .when(setting({ controlPrice: '4860.51', controlPriceRemark: '招标人调整' }))
      .then(set({}, { price: '4860.51', remark: '招标人调整' }))
    given(...history)
      .when(setting({ controlPrice: '4860.50' }))
      .then(set({}, { price: '4860.50', remark: '' }))
  })
})

describe('the control price', () => {
  const command: Command = { type: 'StartDecryption', payload: { limitMinutes: 30 } }
  const priceFile = imported({
    ...{ kind: 'control-price', content: null, attachments: [] },
    controlPrice: { price: '4860.50', remark: '含税' },
  })
  const disclosed = event('ControlPriceDisclosed', {
    ...{ price: '4860.50', remark: '含税' },
    file: { ...tenderFile(1), at: past, isRead: true, attachments: [] },
  })
  const issued = histories.decrypting().slice(-2) as SessionEvent[]

  test('[TEN-13] of an imported file is disclosed once, with the decryption command', () => {
    given(...histories.entered(), priceFile)
      .when(command, { at: openingTime })
      .then(...issued, disclosed)
    const after = stateAfter([...histories.decrypting(), disclosed])
    expect(after.tender).toMatchObject({ ceilingPrice: '4860.50', ceilingRemark: '含税' })
    expect(importedFiles(after)).toHaveLength(1)
  })

  test('[TEN-14] typed in later replaces that of the file; a PDF keeps the one typed in', () => {
    const typed = event(
      'EvaluationParametersSet',
      { changes: {}, controlPriceSet: true },
      { controlPrice: { price: '1.00', remark: '' } },
    )
    const pdf = imported({ kind: 'control-price', isRead: false, content: null, attachments: [] })
    expect(stateAfter([...histories.entered(), priceFile, typed]).controlPrice).toMatchObject({
      ...{ price: '1.00', typed: true },
    })
    expect(stateAfter([...histories.entered(), typed, priceFile]).controlPrice).toMatchObject({
      ...{ price: '4860.50', typed: false },
    })
    expect(stateAfter([...histories.entered(), typed, pdf]).controlPrice).toMatchObject({
      ...{ price: '1.00', disclosed: false },
      file: { fileId: tenderFile(1).fileId },
    })
  })

  test('that was removed is not disclosed', () => {
    const takenBack = event(
      'EvaluationParametersSet',
      { changes: {}, controlPriceSet: true },
      { controlPrice: { price: null, remark: '' } },
    )
    given(...histories.entered(), takenBack)
      .when(command, { at: openingTime, as: opener })
      .then(...issued)
    expect(present).toBeGreaterThan(openingTime)
  })
})
