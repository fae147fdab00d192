import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, figuresOf } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { leastReadingMs } from './reading-time.ts'

const price = '1234567890.12'
const named = (name: string, changes = {}) => [{ name, figures: { ...figuresOf(1), price }, ...changes }]
const timeOf = (bids: Parameters<typeof openingOf>[0]) =>
  leastReadingMs(openingOf(bids, 'announced').state, bidderCode(1))

test('[ANN-10] a bid takes a second for every four characters of its words, a number counting its digits twice', () => {
  // 投标人1，投标报价 26 元，工期 6 天，项目经理经理1
  expect(timeOf(named('投标人1'))).toBe(((4 + 4 + 26 + 1 + 2 + 6 + 1 + 4 + 3) / 4) * 1000)
  expect(timeOf(named('长江航道疏浚工程股份有限公司'))).toBeGreaterThan(timeOf(named('投标人1')))
})

test('[ANN-10] a bid that was not opened or is invalid takes the time of its reason, and none more than a minute', () => {
  const failed = timeOf(named('投标人1', { fails: 'time-out' }))
  const invalid = (note: string) => timeOf(named('投标人1', { invalid: note }))
  expect(failed).toBeGreaterThan(4000)
  expect(invalid('资格证明文件未加盖公章')).toBeGreaterThan(invalid('未盖章'))
  expect(invalid('未'.repeat(500))).toBe(60_000)
})

test('nobody known takes no time', () => {
  expect(leastReadingMs(stateAfter(histories.announced()), 'B9')).toBe(0)
})
