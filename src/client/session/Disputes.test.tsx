import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, commercialSubmission, twoFiles } from '#test/domain/sample-actors.ts'
import { tender } from '#test/support/sample-tender.ts'
import { Disputes } from './Disputes.tsx'

/** A section whose second envelope was called, after a dispute in the first. */
function secondEnvelope(...disputes: Parameters<typeof histories.dispute>[0][]) {
  const published = event('TenderPublished', { tender: tender(twoFiles) })
  const { address, hardwareSerial, ...bid } = commercialSubmission(1)
  const commercial = event(
    'BidSubmitted',
    { bidderCode: bidderCode(1), ...bid, replaces: null },
    { origin: { address, hardwareSerial } },
  )
  const [, ...others] = histories.secondEnvelopeCalled()
  const history = [published, ...others.slice(0, 3), commercial, ...others.slice(3)]
  const signing = history.findIndex(({ type }) => type === 'SigningStarted')
  const said = disputes.flatMap((n) => [histories.dispute(n), histories.disputeReply(n)])
  return [...history.slice(0, signing), ...said, ...history.slice(signing)]
}

test.each(['opener', 'bidder', 'supervisor'] as const)(
  '[ANN-17] the %s finds the dispute of the first envelope while the second is opened',
  async (role) => {
    await renderInSession(<Disputes />, { role, history: secondEnvelope(1) })
    screen.getByRole('heading', { level: 3, name: '唱标异议与回复（第一信封）' })
    const said = within(screen.getByRole('article'))
    said.getByText('工期有误')
    expect(said.queryByRole('button')).toBeNull()
  },
)

test('nothing is shown without a dispute', async () => {
  await renderInSession(<Disputes />, { history: secondEnvelope() })
  expect(screen.queryByRole('heading')).toBeNull()
})
