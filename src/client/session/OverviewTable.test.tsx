import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FailureCause } from '#domain/decryption/outcome.ts'
import { overviewRows } from '#domain/ending/record.ts'
import { event } from '#domain/session/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId } from '#test/domain/sample-actors.ts'
import { OverviewTable } from './OverviewTable.tsx'

test.each<[FailureCause, 'revoked' | 'withdrawn', string]>([
  ['time-out', 'revoked', '未开启：撤销'],
  ['hall-away', 'withdrawn', '未开启：撤回'],
])('a bid that was not opened for %s says as what it counts', async (cause, kind, words) => {
  const file = { bidderCode: bidderCode(1), fileId: fileId(1) }
  const history = [
    ...histories.decrypting(),
    event('DecryptionClosed', { cause: 'time-out' }),
    event('BidFailed', { ...file, kind, cause }),
  ]
  const state = stateAfter(history)
  const table = (
    <OverviewTable
      rows={overviewRows(state)}
      tender={state.tender}
      envelope={1}
      side="opener"
      ownCode={null}
    />
  )
  await renderInSession(table, { history })
  expect(screen.getByText(words)).toBeTruthy()
})
