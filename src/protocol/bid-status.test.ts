import { expect, test } from 'vitest'
import { bidStatusNames } from './bid-status.ts'

test('[SES-3] the statuses have the specifications’ names', () => {
  expect(bidStatusNames).toEqual({
    'not-opened': '未开标',
    opening: '开标中',
    'to-be-opened': '待开标',
    opened: '开标完',
    failed: '已流标',
  })
})
