import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEarlier, useSession } from '#client/store/session-provider.tsx'
import { type Entry, toRecorded } from '#domain/entry.ts'
import { kindAmongSeveral } from '#protocol/messages/bid-file-sentences.ts'
import { progressBidder } from '#protocol/messages/progress.ts'
import {
  createLineReader,
  createSearchable,
  createSentences,
  everything,
  type LogFilter,
  type LogLine,
  type LogLines,
  matching,
  type SentenceOf,
} from './log-lines.ts'

/** The progress log as one viewer's screen looks at it. */
export interface LogLook {
  readonly log: LogLines
  /** What the filter lets through, oldest first. */
  readonly shown: readonly LogLine[]
  readonly sentenceOf: SentenceOf
  /** Who wrote a line: messages are a person's (null: everything else is the session's). */
  readonly authorOf: (line: LogLine) => string | null
  /** Who did what a line tells of: their part, and their name where it is known. */
  readonly actorOf: (line: LogLine) => string
  readonly filter: LogFilter
  readonly setFilter: (filter: LogFilter) => void
}

/** The log's lines, kept up with the log, and a filter of this screen's own. */
export function useLog(): LogLook {
  const log = useLogLines()
  const sentenceOf = useSentences()
  const { t } = useTranslation('shell')
  const [filter, setFilter] = useState(everything)
  const text = useDeferredValue(filter.text)
  const searchable = useMemo(() => createSearchable(sentenceOf), [sentenceOf])
  const shown = useMemo(
    () => matching(log.lines, { kind: filter.kind, text }, searchable),
    [log, filter.kind, text, searchable],
  )
  const bidders = useSession(({ state }) => state.bidders)
  const bidderOf = (entry: Entry) =>
    entry.role === 'bidder' ? bidders[progressBidder(toRecorded(entry)) ?? '']?.name : undefined
  const actorOf = ({ entry }: LogLine) =>
    [t(`role_${entry.role}`), log.people[entry.actor] ?? bidderOf(entry) ?? ''].join(' ').trim()
  const authorOf = (line: LogLine) => (line.entry.type === 'MessagePosted' ? actorOf(line) : null)
  return { log, shown, sentenceOf, authorOf, actorOf, filter, setFilter }
}

/** Every line that may be seen. */
export function useLogLines(): LogLines {
  const chunks = useSession(({ entries }) => entries.chunks)
  const [read] = useState(createLineReader)
  return useMemo(() => read(chunks), [read, chunks])
}

/** Lines as sentences in the reader's language, with the names known by now. */
export function useSentences(): SentenceOf {
  const { i18n } = useTranslation()
  // A bidder's name never changes: only more of them become known.
  const known = useSession(({ state }) => state.order)
  const bidders = useSession(({ state }) => state.bidders)
  const tender = useSession(({ state }) => state.tender)
  const draws = useSession(({ state }) => state.draws)
  const latest = useRef({ bidders, tender, draws })
  latest.current = { bidders, tender, draws }
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` says when a name may have become known
  return useMemo(
    () =>
      createSentences(
        language,
        (code) => latest.current.bidders[code]?.name ?? code,
        (code, fileId) => kindAmongSeveral(latest.current, code, fileId),
        (drawId) => latest.current.draws[drawId] ?? null,
      ),
    [language, known],
  )
}

/** Fewer lines than this say too little of what has just happened. */
const enough = 50

/** Whoever joins late starts from a snapshot: the last page before it is read without being asked for. */
export function useRecentPast(): void {
  const { earlier, loadEarlier } = useEarlier()
  const few = useSession(({ entries }) => entries.length < enough)
  useEffect(() => {
    if (few && earlier === 'more') loadEarlier()
  }, [few, earlier, loadEarlier])
}
