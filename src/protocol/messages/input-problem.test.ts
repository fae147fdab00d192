import { expect, test } from 'vitest'
import { z } from 'zod'
import { messageFor } from './catalogue.ts'
import { inputProblem } from './input-problem.ts'

const schema = z.strictObject({
  LimitJmTime: z.number().max(9).optional(),
  KBFlowStatus: z.literal([5, 10]).optional(),
  BidFileId: z.uuid(),
  Message: z.union([z.string().max(3), z.number()]).optional(),
  BadBidNote: z.string().max(3).optional(),
  other: z.boolean().optional(),
})
const BidFileId = crypto.randomUUID()

test.each([
  ['a missing field', {}, '请填写投标文件！', 'Please give the bid file.'],
  ['a wrong form', { BidFileId: 'x' }, '投标文件的格式不正确！', 'The form of the bid file is not right.'],
  [
    'a great number',
    { BidFileId, LimitJmTime: 10 },
    '时限不能大于9！',
    'The time limit must not be more than 9.',
  ],
  [
    'a long text',
    { BidFileId, BadBidNote: 'abcd' },
    '无效原因不能超过3个字！',
    'The reason for invalidity must not have more than 3 characters.',
  ],
  [
    'another choice',
    { BidFileId, KBFlowStatus: 7 },
    '流程状态只能是：5, 10！',
    'The flow status must be one of: 5, 10.',
  ],
  ['an unknown field', { BidFileId, extra: 1 }, '没有“extra”这一项！', '“extra” is no field of this call.'],
  [
    'a field without words',
    { BidFileId, other: 'x' },
    '“other”的格式不正确！',
    'The form of “other” is not right.',
  ],
])('[REST-13] %s is refused in words, in the caller’s language', (_, input, zh, en) => {
  const parsed = schema.safeParse(input)
  const params = inputProblem(parsed.error?.issues ?? [])
  expect(messageFor('zh-CN', { code: 'bad-request', params })).toBe(zh)
  expect(messageFor('en', { code: 'bad-request', params })).toBe(en)
})

test.each(['__proto__', 'constructor', 'toString'])('a field called %s is named as it was sent', (name) => {
  const sent = JSON.parse(`{"BidFileId": "${BidFileId}", "${name}": 1}`)
  const parsed = schema.safeParse(sent)
  const problem = inputProblem(parsed.success ? [] : parsed.error.issues)
  const text = messageFor('zh-CN', { code: 'bad-request', params: problem })
  expect(text).toBe(`没有“${problem.path}”这一项！`)
})
