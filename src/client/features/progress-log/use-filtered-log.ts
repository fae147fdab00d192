import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isMessage } from '#client/store/people.ts'
import { useSession } from '#client/store/session-provider.tsx'
import { toRecorded } from '#domain/log/entry.ts'
import { lookupsIn, progressBidder } from '#protocol/messages/progress.ts'
import {
  createLineReader,
  createSearchable,
  createSentences,
  filterLines,
  type LogFilter,
  type LogLine,
  type LogLines,
  noFilter,
  roleOf,
  type SentenceOf,
} from './log-lines.ts'

/** The progress log with the filter of this screen. */
export interface FilteredLog {
  readonly log: LogLines
  /** The lines that match the filter, oldest first. */
  readonly shown: readonly LogLine[]
  readonly sentenceOf: SentenceOf
  /** The author of a message; null for all other lines. */
  readonly authorOf: (line: LogLine) => string | null
  /** The role that acted, with the person's name if it is known. */
  readonly actorOf: (line: LogLine) => string
  readonly filter: LogFilter
  readonly setFilter: (filter: LogFilter) => void
}

/** The log's lines, up to date, with a filter of this screen. */
export function useFilteredLog(): FilteredLog {
  const log = useLogLines()
  const sentenceOf = useSentences()
  const { t } = useTranslation('shell')
  const [filter, setFilter] = useState(noFilter)
  const text = useDeferredValue(filter.text)
  const nameOfActor = useActorNames(log.people)
  const searchable = useMemo(() => createSearchable(sentenceOf, nameOfActor), [sentenceOf, nameOfActor])
  const { kind, role } = filter
  const shown = useMemo(
    () => filterLines(log.lines, { kind, role, text }, searchable),
    [log, kind, role, text, searchable],
  )
  const actorOf = (line: LogLine) => [t(`role_${roleOf(line)}`), nameOfActor(line)].join(' ').trim()
  const authorOf = (line: LogLine) => (isMessage(line.entry) && !line.warning ? actorOf(line) : null)
  return { log, shown, sentenceOf, authorOf, actorOf, filter, setFilter }
}

/** Returns the name of the acting person, '' if it is not known. The function changes when a name becomes known. */
function useActorNames(people: LogLines['people']): (line: LogLine) => string {
  const order = useSession(({ state }) => state.order)
  const bidders = useSession(({ state }) => state.bidders)
  const latest = useRef({ people, bidders })
  latest.current = { people, bidders }
  const known = Object.entries(people).flat().join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` and `order` say when a name may have become known
  return useCallback(
    (line: LogLine) => {
      if (roleOf(line) === 'system') return ''
      const { entry } = line
      const { people, bidders } = latest.current
      const bidder = entry.role === 'bidder' ? bidders[progressBidder(toRecorded(entry)) ?? ''] : undefined
      return people[entry.actor] ?? bidder?.name ?? ''
    },
    [known, order],
  )
}

/** All visible lines. */
export function useLogLines(): LogLines {
  const chunks = useSession(({ entries }) => entries.chunks)
  const dropped = useSession((snapshot) => snapshot.dropped)
  const warning = useSession((snapshot) => snapshot.warning)
  const offset = useSession((snapshot) => snapshot.offset)
  const [read] = useState(createLineReader)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `warning` changes when one has come due
  return useMemo(() => read(chunks, Date.now() + offset, dropped), [read, chunks, offset, dropped, warning])
}

/** The sentences in the reader's language, with the names known so far. */
export function useSentences(): SentenceOf {
  const { i18n } = useTranslation()
  // A bidder's name never changes; only more names become known.
  const known = useSession(({ state }) => state.order)
  const bidders = useSession(({ state }) => state.bidders)
  const tender = useSession(({ state }) => state.tender)
  const draws = useSession(({ state }) => state.draws)
  const latest = useRef({ bidders, tender, draws })
  latest.current = { bidders, tender, draws }
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` changes when a name may have become known
  return useMemo(
    () =>
      createSentences(
        language,
        lookupsIn(() => latest.current),
      ),
    [language, known],
  )
}
