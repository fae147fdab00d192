import { expect, test } from 'vitest'
import { bidStatusNames, bidStatusOf } from './bid-status.ts'

test('[SES-3] the statuses have the specifications’ names', () => {
  expect(bidStatusNames).toEqual({
    'not-opened': '未开标',
    opening: '开标中',
    'to-be-opened': '待开标',
    opened: '开标完',
    failed: '已流标',
  })
})

test('[EVA-1] the evaluation has a status of its own where the region distinguishes it', () => {
  const ended = { status: 'opened', evaluationStatus: 'evaluating' } as const
  expect(bidStatusOf(ended, ['evaluating', 'evaluated'])).toBe('评标中')
  expect(bidStatusOf({ ...ended, evaluationStatus: 'evaluated' }, ['evaluated'])).toBe('评标完')
  expect(bidStatusOf(ended, [])).toBe('开标完')
  expect(bidStatusOf({ ...ended, status: 'failed' }, ['evaluating'])).toBe('已流标')
})
