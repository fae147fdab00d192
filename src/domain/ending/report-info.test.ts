import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { openingRecord } from './record.ts'

describe('RecordReportInfo', () => {
  const info = { representative: '赵代表', recorder: '周记录', otherMatters: '无' }
  const command = (changes: Partial<typeof info> = {}): Command => ({
    type: 'RecordReportInfo',
    payload: { ...info, ...changes },
  })

  test('[END-18] records what the opener states, again and again', () => {
    given(...histories.announced())
      .when(command())
      .then(event('ReportInfoRecorded', { info }))
    given(...histories.announced(), event('ReportInfoRecorded', { info }))
      .when(command({ otherMatters: '第二次开标' }))
      .then(event('ReportInfoRecorded', { info: { ...info, otherMatters: '第二次开标' } }))
  })

  test('[END-18] needs each of the three', () => {
    const refused = (changes: Partial<typeof info>) => given(...histories.announced()).when(command(changes))
    refused({ representative: '' }).thenRejected('report-representative-missing')
    refused({ recorder: '' }).thenRejected('report-recorder-missing')
    refused({ otherMatters: '' }).thenRejected('report-other-matters-missing')
  })

  test('[END-18] is refused once signing is ordered', () => {
    given(...histories.signing())
      .when(command())
      .thenRejected('locked-by-signing')
  })

  test('[END-18] is part of the record that is signed', () => {
    const stated = [...histories.confirmed(), event('ReportInfoRecorded', { info })]
    expect(openingRecord(stateAfter(stated))).toMatchObject({ reportInfo: info })
    expect(openingRecord(stateAfter(histories.confirmed()))).not.toHaveProperty('reportInfo')
  })
})
