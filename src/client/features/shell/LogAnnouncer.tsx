import { VisuallyHidden } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countUntil } from './log-lines.ts'
import { useLogLines, useSentences } from './use-log.ts'

/** Told at most this often: what comes in between is told together. */
const everyMs = 5000

/** Tells screen readers what is new in the log: the latest line, and how many there were. */
export function LogAnnouncer() {
  const { t } = useTranslation('shell')
  const { lines } = useLogLines()
  const sentenceOf = useSentences()
  const [told, setTold] = useState('')
  const news = useRef({ lines, sentenceOf })
  news.current = { lines, sentenceOf }

  useEffect(() => {
    let until = 0
    const timer = setInterval(() => {
      const { lines, sentenceOf } = news.current
      const latest = lines.at(-1)
      if (!latest || latest.entry.seq <= until) return
      const first = until === 0
      const count = lines.length - countUntil(lines, until)
      until = latest.entry.seq
      // What was there on coming is history.
      if (first) return
      const text = sentenceOf(latest)
      setTold(count === 1 ? text : t('logNews', { count, text }))
    }, everyMs)
    return () => clearInterval(timer)
  }, [t])

  return <VisuallyHidden role="status">{told}</VisuallyHidden>
}
