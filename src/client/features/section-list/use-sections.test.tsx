import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as channel from '#client/net/section-list-channel.ts'
import { type CompleteQuery, useSections } from './use-sections.ts'

const query: CompleteQuery = {
  ...{ tab: 'ended', onlyNew: false, sort: null, page: 1, pageSize: 8, timeZone: 'Asia/Shanghai' },
  filter: {
    ...{ industry: null, openingType: null, projectKind: null, specialty: null, procurement: null },
    ...{ qualificationMethod: null, text: '', dates: { from: '', to: '' } },
  },
}

/** How often the list was read within 15 minutes. */
async function readsOf(refreshMilliseconds: number | null): Promise<number> {
  vi.useFakeTimers()
  const answer = { total: 0, more: false, rows: [], serverTime: '2026-03-02T01:00:00.000Z' }
  const fetched = vi.fn(async () => new Response(JSON.stringify(answer)))
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(channel, 'openSectionListChannel').mockReturnValue({ close() {} })
  const { unmount } = renderHook(() => useSections(query, refreshMilliseconds))
  await act(() => vi.advanceTimersByTimeAsync(15 * 60_000 + 1000))
  unmount()
  return fetched.mock.calls.length
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('[LST-6] the list is read every five minutes if the region says so, else only once', async () => {
  expect(await readsOf(300_000)).toBe(4)
  expect(await readsOf(null)).toBe(1)
})
