import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api, type CallAnswer } from '#client/net/api.ts'
import { openSectionListChannel } from '#client/net/section-list-channel.ts'
import { endOfDay, startOfDay } from '#client/ui/days.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { SectionListChanged } from '#protocol/socket/changed.ts'
import type { ListFilter, ListQuery } from './section-list-address.ts'

/** A query with the defaults of the variant and of today filled in. */
export interface CompleteQuery extends Pick<ListQuery, 'tab' | 'onlyNew' | 'sort' | 'page'> {
  readonly filter: ListFilter & { readonly dates: { readonly from: string; readonly to: string } }
  readonly pageSize: number
  readonly timeZone: string
}

type Page = CallAnswer<'getBidProjKBEnd'>

interface Sections {
  /** Null until the first answer. */
  readonly found: Page | null
  readonly failure: Failure | null
  readonly busy: boolean
  readonly refresh: () => void
}

/** The longest delay after the opening time until masked counts are read again. */
const unmaskMilliseconds = 2000

/**
 * One page of the section list. Read again when the server hints at a change, every `refreshMilliseconds` (LST-6; null:
 * never), and on request. Nothing is read while the query is null.
 */
export function useSections(query: CompleteQuery | null, refreshMilliseconds: number | null): Sections {
  const [answer, setAnswer] = useState<Pick<Sections, 'found' | 'failure'>>({ found: null, failure: null })
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(0)
  const refresh = useCallback(() => setAsked((count) => count + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a refresh changes `asked`
  useEffect(() => {
    if (!query) return
    const gone = new AbortController()
    const load = async () => {
      setBusy(true)
      const result = await ask(query, gone.signal)
      if (gone.signal.aborted) return
      setBusy(false)
      // Rows are drawn in slices. A failed refresh keeps them and shows the failure.
      startTransition(() =>
        setAnswer(({ found }) =>
          result.ok ? { found: result.value, failure: null } : { found, failure: result.error },
        ),
      )
    }
    void load()
    const timer = refreshMilliseconds === null ? undefined : setInterval(load, refreshMilliseconds)
    return () => {
      gone.abort()
      clearInterval(timer)
    }
  }, [query, refreshMilliseconds, asked])

  useHints(answer.found, refresh)
  useUnmasking(answer.found, refresh)
  return useMemo(() => ({ ...answer, busy, refresh }), [answer, busy, refresh])
}

/** Reads again when the server reports a change, after a random delay that spreads the load. */
function useHints(found: Page | null, refresh: () => void): void {
  const shown = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    shown.current = new Set(found?.rows.map((row) => row.bdGuid))
  }, [found])

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const readSoon = (spread: number) => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        refresh()
      }, Math.random() * spread)
    }
    const onChanged = ({ sections, listed, spread }: SectionListChanged) => {
      if (listed || sections.some((id) => shown.current.has(id))) readSoon(spread)
    }
    let channel: { close(): void } | null = null
    // In a task of its own: with the first drawing it would block a phone.
    const opening = setTimeout(() => {
      channel = openSectionListChannel(onChanged, () => readSoon(unmaskMilliseconds))
    })
    return () => {
      clearTimeout(opening)
      clearTimeout(waiting)
      channel?.close()
    }
  }, [refresh])
}

/** Reads masked counts again once the opening time has come (LST-3). */
function useUnmasking(found: Page | null, refresh: () => void): void {
  useEffect(() => {
    const masked = found?.rows.filter((row) => row.tbrCount === '***').map((row) => row.remainTime) ?? []
    const next = Math.min(...masked) + Math.random() * unmaskMilliseconds
    // The list is read again long before a day is over.
    if (masked.length === 0 || next > 86_400_000) return
    const timer = setTimeout(refresh, next)
    return () => clearTimeout(timer)
  }, [found, refresh])
}

function ask({ tab, onlyNew, filter, sort, page, pageSize, timeZone }: CompleteQuery, signal: AbortSignal) {
  const { from, to } = filter.dates
  const begin = from === '' ? undefined : startOfDay(from, timeZone, 0)
  const end = to === '' ? undefined : endOfDay(to, timeZone)
  const text = filter.text === '' ? undefined : filter.text
  const common = {
    PageIndex: page,
    PageSize: pageSize,
    ...(sort && { SortBy: sort.column, SortDesc: sort.descending ? 1 : 0 }),
    ...(filter.industry !== null && { Hangye: filter.industry }),
    ...(filter.openingType !== null && { PBType: filter.openingType }),
    ...(end && { EndTime: end }),
  }
  if (tab === 'ended') {
    const query = { ...common, ...(begin && { startTime: begin }), ...(text && { Name: text }) }
    return api('getBidProjKBEnd', { query, signal })
  }
  const specialty = filter.specialty ?? filter.procurement
  const body = {
    ...common,
    ...(begin && { StartTime: begin }),
    ...(text && { BHOrMC: text }),
    ...(filter.projectKind !== null && { GCLX: filter.projectKind }),
    ...(specialty !== null && { GCLeiXing: specialty }),
    ...(filter.qualificationMethod !== null && { zsfs: filter.qualificationMethod }),
    ...(onlyNew && { isXinXiangMu: 1 }),
  }
  return api('getJYPTGongChengLieBiao', { body, signal })
}
