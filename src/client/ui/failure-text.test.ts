import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

test.each([
  ['internal', '提出异议失败！系统出错'],
  ['offline', '提出异议失败！系统出错'],
  ['objection-missing', '系统出错'],
])('[SHL-13] a failure of kind %s says %s', (code, said) => {
  expect(failureText('提出异议失败！', { code, message: '系统出错' })).toBe(said)
})
