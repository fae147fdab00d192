import { expect, test } from 'vitest'
import { failureSentence, healthSentence, lineSentence, prolongedSentence } from './window-sentences.ts'

const span = (from: string, to: string) => ({ from: `2026-03-02T${from}Z`, to: `2026-03-02T${to}Z` })
const window = span('02:00:00.000', '02:30:00.000')
const bid = { bidderCode: 'B0001', fileId: 'f' }

test('the health of a window names its outages, or says that there were none', () => {
  expect(healthSentence({ window, outages: [] })[0]).toBe('解密期间开标大厅一直可用')
  const outages = [span('02:05:00.000', '02:06:00.000'), span('02:10:00.000', '02:10:05.000')]
  expect(healthSentence({ window, outages })).toEqual([
    '解密期间开标大厅中断2次，共1分5秒',
    'The hall was unreachable 2 times during the decryption window, for 1 min 5 s in all',
  ])
})

test('[SES-19] an outage is as long in words as what a window gets for it', () => {
  const outages = [span('02:05:00.000', '02:05:05.300')]
  const deadline = '2026-03-02T02:30:06.000Z'
  expect(prolongedSentence('decryption', { outages, seconds: 6, deadline })[0]).toBe(
    '开标大厅中断6秒，解密时间自动延长6秒',
  )
})

test('a bidder’s line has its duration and its losses', () => {
  const line = { connected: [], seconds: 750, losses: 1 }
  expect(lineSentence({ bidderCode: 'B0001', line }, '甲公司')).toEqual([
    '甲公司在解密期间在线12分30秒，断线1次',
    '甲公司 was connected for 12 min 30 s of the decryption window and lost the line once',
  ])
  const never = { connected: [], seconds: 0, losses: 0 }
  expect(lineSentence({ bidderCode: 'B0001', line: never }, '甲公司')).toEqual([
    '甲公司在解密期间与开标大厅无实时连接',
    '甲公司 had no live connection to the hall during the decryption window',
  ])
})

test('a failure names its kind and its cause', () => {
  const away = failureSentence({ ...bid, kind: 'withdrawn', cause: 'hall-away' }, ['甲公司', '甲公司'])
  expect(away[0]).toBe('甲公司的投标视为撤回：开标大厅中断，未能解密')
  const late = failureSentence({ ...bid, kind: 'revoked', cause: 'time-out' }, ['甲公司', '甲公司'])
  expect(late[1]).toBe('The bid of 甲公司 counts as revoked: not decrypted in time')
})
