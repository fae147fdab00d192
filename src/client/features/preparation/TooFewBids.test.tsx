import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { haltingDialog, showHaltingDialog } from '#client/session/halting-dialog.ts'
import { press, renderInSession, type Scene } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { lead30 } from '#variants/lead-30.ts'
import { standard } from '#variants/standard.ts'
import { TooFewBids } from './TooFewBids.tsx'

const notice = '投标人不足3家（现有2家），请发布流标公告！'

/** By default a section with two bids after its opening time, as its opener sees it. */
function show(scene: Scene) {
  const usual = { variant: lead30, history: histories.submitted(), now: openingTime }
  return renderInSession(<TooFewBids />, { ...usual, ...scene })
}

test('[PRE-3] the opener of too few bids reads that an abandonment notice is due', async () => {
  await show({})
  expect(screen.getByRole('alert').textContent).toContain(notice)
})

test('[HLT-5] and gets from there to the form of a failure, also where step 2 is refused', async () => {
  const refuses = { ...standard, rules: { ...standard.rules, refuseTooFewBidders: true } }
  for (const variant of [lead30, refuses]) {
    await show({ variant })
    await press(screen.getByRole('alert'), '申请流标')
    expect(haltingDialog.getState().shown).toBe('failure')
    showHaltingDialog(null)
    cleanup()
  }
})

test.each<[string, Scene]>([
  ['to others', { role: 'supervisor' }],
  ['ahead of the opening time, when bids may still come', { now: openingTime - 600_000 }],
  ['of bids enough', { history: [...histories.submitted(), histories.submissionOf(3)] }],
  ['once step 2 is entered', { history: histories.entered() }],
  ['in a region that does not say it', { variant: standard }],
])('there is no notice %s', async (_, scene) => {
  await show(scene)
  expect(screen.queryByText(notice)).toBeNull()
})
