import { expect, test } from 'vitest'
import { messageFor } from './catalogue.ts'

test.each([
  [0, '只有到了开标时间才能进入项目！', 'You can only enter the project when the bid opening time has come!'],
  [30, '开标前30分钟才能进入项目!', 'You can enter the project 30 minutes before the opening!'],
  [60, '未到准备时间！', 'Preparation time not yet reached!'],
])('who comes too early reads the text of a lead time of %i minutes', (leadMinutes, zh, en) => {
  const refusal = { code: 'opening-time-not-reached', params: { leadMinutes } } as const
  expect(messageFor('zh-CN', refusal)).toBe(zh)
  expect(messageFor('en', refusal)).toBe(en)
})

test('too few bids are said with how many there are', () => {
  const refusal = { code: 'too-few-bidders', params: { minimum: 3, count: 2 } } as const
  expect(messageFor('zh-CN', refusal)).toBe('投标人不足3家（现有2家），请发布流标公告！')
  expect(messageFor('en', refusal)).toBe('Fewer than 3 bidders (2): please publish an abandonment notice.')
})
