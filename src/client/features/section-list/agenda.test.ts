import { expect, test } from 'vitest'
import type { SectionListRow } from '#protocol/calls/section-list.ts'
import { agendaGroupOf } from './agenda.ts'

/** Ten to midnight in Shanghai. */
const now = Date.parse('2026-03-02T15:50:00.000Z')
const row: SectionListRow = {
  ...{
    bdGuid: '6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d',
    bdbh: 'A',
    bdmc: '标段',
    pbType: 16,
    gclx: 1,
    zsfs: 1,
  },
  ...{ OpenBidTime: '2026-03-02T15:50:00.000Z', bidStatus: '未开标', BDZHUANGTAI: 0, tbrCount: 0 },
  ...{ remainTime: 0, submitted: false, running: null },
}

test.each<[string, Partial<SectionListRow>, string]>([
  ['a section whose time has come', {}, 'running'],
  ['a paused one', { BDZHUANGTAI: 4 }, 'running'],
  ['one that opens before midnight', { OpenBidTime: '2026-03-02T15:59:00.000Z' }, 'today'],
  ['one that opens after midnight', { OpenBidTime: '2026-03-02T16:01:00.000Z' }, 'later'],
  ['a failed lot', { BDZHUANGTAI: 2 }, 'over'],
  [
    'a stopped lot that was to open today',
    { BDZHUANGTAI: 3, OpenBidTime: '2026-03-02T15:59:00.000Z' },
    'over',
  ],
])('[LST-14] %s is in its group, by the day of the region', (_, changes, group) => {
  expect(agendaGroupOf({ ...row, ...changes }, now, 'Asia/Shanghai')).toBe(group)
})
