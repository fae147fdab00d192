import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { documentHash, documentId, opener } from '#test/domain/sample-actors.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { currentDocument, documentReasonLength, mostDocuments, versionsOf } from './document.ts'

const key = { kind: 'overview', format: 'pdf', envelope: 1, language: 'zh-CN' } as const

function filing(n: number, reason = ''): Command {
  const stored = { documentId: documentId(n), basis: 9, sha256: documentHash(n), size: 1200 }
  return { type: 'FileDocument', payload: { ...key, ...stored, reason } }
}

describe('FileDocument', () => {
  test('[REP-5] files a first version without a reason', () => {
    given(...histories.announced())
      .when(filing(1))
      .then(histories.filed(1))
  })

  test('[REP-5] counts the versions of one kind, format, envelope and language', () => {
    given(...histories.announced(), histories.filed(1))
      .when(filing(2, '备注有改动'))
      .then(histories.filed(2))
    const other = { ...histories.overviewVersion(1), format: 'xlsx' } as const
    given(...histories.announced(), event('DocumentFiled', { ...other, documentId: documentId(7) }))
      .when(filing(1))
      .then(histories.filed(1))
  })

  test('[REP-5] is refused for a later version without a reason', () => {
    given(...histories.announced(), histories.filed(1))
      .when(filing(2))
      .thenRejected('regeneration-reason-missing')
  })

  test('[REP-5] is refused once the section has too many documents', () => {
    const all = Array.from({ length: mostDocuments }, (_, n) => histories.filed(n + 1))
    given(...histories.announced(), ...all)
      .when(filing(999, '再生成'))
      .thenRejected('documents-too-many', { maximum: mostDocuments })
  })

  test('[REP-9] is refused for an overview whose figures are not all public', () => {
    given(...histories.opened())
      .when(filing(1))
      .thenRejected('overview-too-early')
  })

  test('[REP-9] is refused for unit prices that are not all public', () => {
    const filingPrices: Command = {
      type: 'FileDocument',
      payload: { ...filing(1).payload, kind: 'unit-prices' } as never,
    }
    given(...histories.opened())
      .when(filingPrices)
      .thenRejected('unit-prices-too-early')
    given(...histories.announced())
      .when(filingPrices)
      .then(event('DocumentFiled', { ...histories.overviewVersion(1), kind: 'unit-prices' }))
  })

  test('is possible after the end, and not before files are opened', () => {
    given(...histories.ended())
      .when(filing(1))
      .then(histories.filed(1))
    given(...histories.submitted())
      .when(filing(1))
      .thenRejected('wrong-status', { status: 'not-opened' })
  })
})

describe('WithdrawDocument', () => {
  const command = (n: number, reason = '有误'): Command => ({
    type: 'WithdrawDocument',
    payload: { documentId: documentId(n), reason },
  })
  const withdrawn = event('DocumentWithdrawn', {
    ...{ documentId: documentId(2), reason: '有误' },
    by: opener.name,
  })

  test('[REP-6] takes a version out of the list with a reason', () => {
    const history = [...histories.announced(), histories.filed(1), histories.filed(2)]
    given(...history)
      .when(command(2))
      .then(withdrawn)
    const state = stateAfter([...history, withdrawn])
    expect(currentDocument(state, key)?.version).toBe(1)
    expect(versionsOf(state, key).map((one) => one.withdrawn?.reason ?? null)).toEqual([null, '有误'])
  })

  test('[REP-6] changes nothing the second time', () => {
    given(...histories.announced(), histories.filed(1), histories.filed(2), withdrawn)
      .when(command(2))
      .then()
  })

  test('[REP-6] is refused without a reason, and for a document that is not there', () => {
    given(...histories.announced(), histories.filed(1))
      .when(command(1, ''))
      .thenRejected('withdrawal-reason-missing')
    given(...histories.announced())
      .when(command(1))
      .thenRejected('unknown-document')
  })

  test('[REP-6] is refused for the opening record', () => {
    const record = { ...histories.overviewVersion(1), kind: 'opening-record' } as const
    given(...histories.announced(), event('DocumentFiled', record))
      .when(command(1))
      .thenRejected('record-kept')
  })
})

test('a reason has a greatest length that the calls share', () => {
  expect(documentReasonLength).toBe(200)
})
