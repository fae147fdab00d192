import { expect, test } from 'vitest'
import { tender } from '#test/support/sample-tender.ts'
import { full } from '#variants/full.ts'
import { standard } from '#variants/standard.ts'
import { endingTabs } from './ending-tabs.ts'

const shown = standard.laterSteps

test('[TAB-1] deposits have a tab where the region shows it and the section asks for one', () => {
  expect(endingTabs(shown, tender(), false)).toContain('deposits')
  expect(endingTabs({ ...shown, depositTab: false }, tender(), false)).not.toContain('deposits')
  expect(endingTabs(shown, tender({ depositForm: 10 }), false)).not.toContain('deposits')
  expect(endingTabs(shown, tender({ qualification: 8 }), false)).not.toContain('deposits')
  expect(endingTabs(shown, null, false)).not.toContain('deposits')
})

test('[TAB-1] the region’s own tabs come last', () => {
  expect(endingTabs(full.laterSteps, tender(), false).at(-1)).toBe('page1')
  expect(endingTabs(shown, tender(), false).at(-1)).toBe('reports')
})

test('[TAB-1] the result is there once the opening has ended', () => {
  expect(endingTabs(shown, tender(), false)).not.toContain('result')
  expect(endingTabs(shown, tender(), true)[0]).toBe('result')
})
