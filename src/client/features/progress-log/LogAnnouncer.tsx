import { Portal, VisuallyHidden } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { toRecorded } from '#domain/log/entry.ts'
import type { Role } from '#domain/session/actor.ts'
import type { SessionState } from '#domain/session/state.ts'
import { epochOf } from '#lib/time.ts'
import { promptFor } from '#sounds/prompts.ts'
import { countUntil, type LogLine } from './log-lines.ts'
import { useLogLines, useSentences } from './use-filtered-log.ts'

/** The shortest time between two announcements; lines in between are announced together. */
const everyMs = 5000

/**
 * Announces new lines of the log to screen readers: the latest line and their number. Lines that the voice speaks to
 * this viewer are left out, because its captions are read out. Like the captions it is outside the page, so that an
 * open dialog does not hide it.
 */
export function LogAnnouncer() {
  const { t } = useTranslation('shell')
  const { lines } = useLogLines()
  const sentenceOf = useSentences()
  const role = useRole()
  const state = useSession((snapshot) => snapshot.state)
  const [told, setTold] = useState({ seq: 0, text: '' })
  const offset = useSession((snapshot) => snapshot.offset)
  const latest = useRef({ lines, sentenceOf, role, state, offset })
  latest.current = { lines, sentenceOf, role, state, offset }

  useEffect(() => {
    let until = 0
    const timer = setInterval(() => {
      const { lines, sentenceOf, role, state, offset } = latest.current
      const before = until
      until = lines.at(-1)?.entry.seq ?? 0
      // Lines that exist on entering, or when the log restarts, are not announced.
      if (before === 0 || until <= before) return
      const now = Date.now() + offset
      const news = lines.slice(countUntil(lines, before)).filter((line) => !isSaid(line, role, state, now))
      const last = news.at(-1)
      if (!last) return
      const text = sentenceOf(last)
      setTold({ seq: until, text: news.length === 1 ? text : t('logNews', { count: news.length, text }) })
    }, everyMs)
    return () => clearInterval(timer)
  }, [t])

  return (
    <Portal>
      <VisuallyHidden role="status" data-live-announcer>
        {/* Screen readers read the same words again only in a new element. */}
        <span key={told.seq}>{told.text}</span>
      </VisuallyHidden>
    </Portal>
  )
}

/** `now`: epoch ms, server's clock. Prompts that are too late to be spoken do not count. */
function isSaid({ entry, warning }: LogLine, role: Role | null, state: SessionState, now: number): boolean {
  if (warning) return true
  const prompt = role && promptFor(toRecorded(entry), role, state)
  return prompt !== null && now - epochOf(entry.at) <= prompt.freshMs + everyMs
}
