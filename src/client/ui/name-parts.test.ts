import { expect, test } from 'vitest'
import { nameParts } from './name-parts.ts'

test.each([
  ['江河水利建设集团有限公司', ['江河水利建设集团', '有限公司']],
  ['华东路桥工程有限责任公司', ['华东路桥工程', '有限责任公司']],
  ['中部建工（集团）股份有限公司郑州第三分公司', ['中部建工（集团）', '股份有限公司', '郑州第三分公司']],
  ['中原建设（华东分公司）', ['中原建设（华东分公司）']],
  ['Bidder-001', ['Bidder-001']],
])('%s is parted before its legal form and after a bracket or 公司', (name, parts) => {
  expect(nameParts(name)).toEqual(parts)
})
