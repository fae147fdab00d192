import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FailureCause } from '#domain/decryption/outcome.ts'
import { overviewRows } from '#domain/ending/record.ts'
import { event } from '#domain/session/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, figuresOf, fileId } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
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

test.each([3, 50, 120])(
  '[ANN-6] among %s rows the own one stays at the top, sorted and searched',
  async (count) => {
    const bids = Array.from({ length: count }, (_, i) => ({
      name: `投标人${i + 1}`,
      figures: figuresOf(i + 1),
    }))
    const { state } = openingOf(bids, 'announced')
    const table = (
      <OverviewTable
        rows={overviewRows(state)}
        tender={state.tender}
        envelope={1}
        side="bidder"
        ownCode={bidderCode(3)}
      />
    )
    const { stands } = await renderInSession(table, { role: 'bidder' })
    stands(state)
    const first = () => within(screen.getByRole('table')).getAllByRole('rowheader')[0]?.textContent
    expect(first()).toBe('投标人3 (本单位)')
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe(String(count + 1))
    expect(screen.getAllByText(/\(本单位\)/)).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: /投标报价/ }))
    expect(first()).toBe('投标人3 (本单位)')
    const search = screen.queryByRole('searchbox')
    expect(search !== null).toBe(count > 20)
    if (search) fireEvent.change(search, { target: { value: '投标人7' } })
    expect(first()).toBe('投标人3 (本单位)')
  },
)

test.each([
  [{ [bidderCode(1)]: '已缴纳' }, '已缴纳'],
  [{ [bidderCode(1)]: '' }, null],
])('[DEP-4] the deposits %o are a column where there is any', async (deposits, shown) => {
  const state = stateAfter(histories.announced())
  const table = (
    <OverviewTable
      rows={overviewRows(state)}
      tender={state.tender}
      envelope={1}
      side="opener"
      ownCode={null}
      deposits={deposits}
    />
  )
  await renderInSession(table, { history: histories.announced() })
  expect(screen.queryByRole('columnheader', { name: '投标保证金' }) !== null).toBe(shown !== null)
  if (shown) expect(screen.getByText(shown)).toBeTruthy()
})
