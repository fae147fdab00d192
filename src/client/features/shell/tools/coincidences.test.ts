import { expect, test } from 'vitest'
import { coincidencesIn } from './coincidences.ts'

const row = (n: number, tbj_ip: string | null, same: ('zbj_ip' | 'tbj_ip' | 'cdsn')[] = []) => ({
  entprsCode: `B${n}`,
  entprsName: `投标人${n}`,
  zbj_ip: '10.0.0.1',
  tbj_ip,
  cdsn: null,
  same,
})

test('bidders that share a value are named together, others are not named', () => {
  const rows = [row(1, '10.0.0.5', ['tbj_ip']), row(2, '10.0.0.6'), row(3, '10.0.0.5', ['tbj_ip'])]
  expect(coincidencesIn(rows)).toEqual([
    { field: 'tbj_ip', value: '10.0.0.5', names: ['投标人1', '投标人3'] },
  ])
})

test('values that the server did not mark are no coincidence', () => {
  expect(coincidencesIn([row(1, null), row(2, null)])).toEqual([])
})
