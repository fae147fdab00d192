import { expect, test } from 'vitest'
import { tender } from '#test/support/sample-tender.ts'
import { full } from '#variants/full.ts'
import { standard } from '#variants/standard.ts'
import { endingTabs } from './ending-tabs.ts'

const shown = standard.laterSteps

test('[TAB-1] deposits have a tab where the region shows it and the section asks for one', () => {
  expect(endingTabs(shown, tender())).toContain('deposits')
  expect(endingTabs({ ...shown, depositTab: false }, tender())).not.toContain('deposits')
  expect(endingTabs(shown, tender({ depositForm: 10 }))).not.toContain('deposits')
  expect(endingTabs(shown, tender({ qualification: 8 }))).not.toContain('deposits')
  expect(endingTabs(shown, null)).not.toContain('deposits')
})

test('[TAB-1] the region’s own tabs come last', () => {
  expect(endingTabs(full.laterSteps, tender()).at(-1)).toBe('page1')
  expect(endingTabs(shown, tender()).at(-1)).toBe('reports')
})
