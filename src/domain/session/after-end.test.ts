import { describe, test } from 'vitest'
import { given } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, names } from '#test/domain/sample-actors.ts'
import type { Command } from './command.ts'

const edits: readonly Command[] = [
  { type: 'RecordPersonInfo', payload: { names, ids: {} } },
  { type: 'RemarkBid', payload: { bidderCode: bidderCode(1), remark: '补正' } },
  { type: 'RecordRemarks', payload: { remarks: '无' } },
  { type: 'RecordReportInfo', payload: { representative: '甲', recorder: '乙', otherMatters: '无' } },
]

describe.each(edits)('$type', (command) => {
  test('[END-29] after the end is refused as an edit that comes too late', () => {
    given(...histories.ended())
      .when(command)
      .thenRejected('editing-locked')
  })
})

test('[END-29] before files are opened a remark on a row is refused for its status', () => {
  given(...histories.submitted())
    .when({ type: 'RemarkBid', payload: { bidderCode: bidderCode(1), remark: '补正' } })
    .thenRejected('wrong-status', { status: 'not-opened' })
})
