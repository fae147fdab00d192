import { expect, test } from 'vitest'
import { alarmOfForgedRow } from './altered-logs.ts'
import type { Happened } from './trail.ts'

test('[KEY-5] a row of evidence that the hall did not write is an alarm in the trail, with table and row', () => {
  const noted: Happened[] = []
  alarmOfForgedRow({ note: (happened) => noted.push(happened) })('hall-outage', '2026-03-02T02:00:00.000Z')
  expect(noted).toEqual([
    expect.objectContaining({
      ...{ kind: 'alarm', what: 'hall-outage', code: 'row-altered' },
      detail: '2026-03-02T02:00:00.000Z',
    }),
  ])
})
