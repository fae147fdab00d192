import { test } from 'vitest'
import { given } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { tender } from '#test/support/sample-tender.ts'
import { event } from '../session/event.ts'

test('[INQ-8] in mode YS an end without signing waits for the replies to disputes', () => {
  const ys = [event('TenderPublished', { tender: tender({ openingMode: 'YS' }) })]
  const disputed = [...ys, ...histories.atEnd().slice(1), histories.dispute(1)]
  given(...disputed)
    .when({ type: 'EndOpening', payload: {} })
    .thenRejected('inquiry-replies-missing', { count: 1 })
  given(...disputed, histories.disputeReply(1))
    .when({ type: 'EndOpening', payload: {} })
    .then(event('OpeningEnded', {}))
})
