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

/** Told at most this often: what comes in between is told together. */
const everyMs = 5000

/**
 * Tells screen readers what is new in the log: the latest line, and how many there were. What the voice says to this
 * viewer is left out: its captions are read to them already. Like those it stands beside the page, whatever is open.
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
      // What was there on coming is history, and so is a log that has begun anew.
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
        {/* Words that are the same as before are read out only where they stand anew. */}
        <span key={told.seq}>{told.text}</span>
      </VisuallyHidden>
    </Portal>
  )
}

/** `now`: epoch ms, server's clock. What came too late to be said is not. */
function isSaid({ entry, warning }: LogLine, role: Role | null, state: SessionState, now: number): boolean {
  if (warning) return true
  const prompt = role && promptFor(toRecorded(entry), role, state)
  return prompt !== null && now - epochOf(entry.at) <= prompt.freshMs + everyMs
}
