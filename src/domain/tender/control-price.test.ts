import { describe, expect, test } from 'vitest'
import { given, past, present, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { imported, opener, says, tenderFile } from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import type { Command } from '../session/command.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { importedFiles } from './imported-files.ts'

const importing = (changes: Partial<ReturnType<typeof says>> = {}, n = 1): Command => ({
  type: 'ImportTenderFile',
  payload: { kind: 'technical', file: tenderFile(n), says: says(changes) },
})
const setting = (payload: Extract<Command, { type: 'SetEvaluationParameters' }>['payload']): Command => ({
  type: 'SetEvaluationParameters',
  payload,
})
const set = (changes: object, controlPrice: { price: string | null; remark: string } | null = null) =>
  event('EvaluationParametersSet', { changes, controlPriceSet: controlPrice !== null }, { controlPrice })

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
