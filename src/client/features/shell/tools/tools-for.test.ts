import { expect, test } from 'vitest'
import { tender } from '#test/support/sample-tender.ts'
import { cd } from '#variants/cd.ts'
import { standard } from '#variants/standard.ts'
import { toolsFor } from './tools-for.ts'

test('[SHL-8] the address table is for the roles that the region names, never for bidders', () => {
  expect(toolsFor('supervisor', cd.shell, tender())).toContain('addresses')
  expect(toolsFor('bidder', cd.shell, tender())).not.toContain('addresses')
  expect(toolsFor('supervisor', standard.shell, tender())).not.toContain('addresses')
})

test('[SHL-9] deposits are offered if the region has the dialog and the tender a deposit', () => {
  expect(toolsFor('bidder', standard.shell, tender())).toContain('deposits')
  expect(toolsFor('bidder', standard.shell, tender({ depositForm: 10 }))).not.toContain('deposits')
  expect(toolsFor('bidder', { ...standard.shell, deposits: false }, tender())).not.toContain('deposits')
})

test('[SHL-10] the extraction system is linked if there is one, and not for bidders', () => {
  expect(toolsFor('opener', cd.shell, tender())).toContain('extraction')
  expect(toolsFor('bidder', cd.shell, tender())).not.toContain('extraction')
  expect(toolsFor('opener', standard.shell, tender())).not.toContain('extraction')
})

test('[SHL-10] a region without video or unit info offers neither', () => {
  const bare = { ...standard.shell, videoLink: null, bidderUnitInfo: false }
  expect(toolsFor('opener', bare, tender())).toEqual(['deposits'])
})
