import { Button, chakra } from '@chakra-ui/react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronIcon, MessageIcon } from '#client/ui/icons.tsx'
import { hasSameFields } from '#client/ui/same-fields.ts'
import type { TimeFormat } from '#client/ui/time-format.ts'
import { keyOf, type LogLine, type SentenceOf, timeOf } from './log-lines.ts'

interface LogRowProps {
  readonly line: LogLine
  readonly sentenceOf: SentenceOf
  /** The searched text, which is marked in the sentence. */
  readonly sought: string
  /** The author of a message. */
  readonly author: string | null
  /** It is about the viewing bidder. */
  readonly isOwn: boolean
  readonly format: TimeFormat
  /** `2026-03-02`, by the server's clock: lines of today show no date. */
  readonly today: string
  /** Shows number, kind and the start of the hash, too. */
  readonly detailed: boolean
}

/** A line of the progress log; messages are highlighted and show their author. Drawn again only if it shows something else. */
export const LogRow = memo(Row, (before, now) => {
  const { line: lineBefore, ...othersBefore } = before
  const { line, ...others } = now
  const isSame =
    line.entry === lineBefore.entry &&
    keyOf(line) === keyOf(lineBefore) &&
    line.earlier?.length === lineBefore.earlier?.length
  return isSame && hasSameFields(othersBefore, others)
})

/** The styles of all rows, set on an element around them: when many entries come, bare elements are drawn faster. */
export const logRowStyles = {
  '& .log-row': {
    px: '3',
    py: '1',
    textStyle: 'sm',
    // Before the button of folded lines the browser would bring down the last character alone.
    '&:not(:has(> button))': { textWrap: 'pretty' },
    '&[data-message]': { bg: 'bg.subtle' },
    '& > time': { textStyle: 'xs', color: 'fg.muted', marginInlineEnd: '1.5', whiteSpace: 'nowrap' },
    '& b': { fontWeight: 'semibold', marginInlineEnd: '1.5' },
    '& b > svg': { display: 'inline', marginInlineEnd: '1', verticalAlign: '-0.2em', color: 'fg.info' },
    '&[data-detailed]': {
      display: { base: 'block', md: 'grid' },
      gridTemplateColumns: '4.5rem 11rem 7rem 1fr 8rem',
      columnGap: '4',
      alignItems: 'baseline',
      px: '4',
      py: '2',
      textStyle: { base: 'sm', '2xl': 'md' },
      '& > time': { textStyle: { base: 'xs', md: 'sm' }, marginInlineEnd: '2' },
      '& > p, & > code': { display: { base: 'none', md: 'block' }, color: 'fg.muted' },
      '& > code': { textStyle: 'xs', fontFamily: 'mono' },
    },
    '&[data-head]': {
      display: { base: 'none', md: 'grid' },
      position: 'sticky',
      top: '0',
      zIndex: '1',
      bg: 'bg.muted',
      borderBottomWidth: '1px',
      fontWeight: 'semibold',
    },
  },
} as const

/** Of the columns of detailed lines, which stays above them; screen readers hear the lines as a list. */
export function LogHead() {
  const { t } = useTranslation('shell')
  return (
    <div className="log-row" data-detailed data-head aria-hidden>
      <span>{t('exportSeq')}</span>
      <span>{t('logTime')}</span>
      <span>{t('logKind')}</span>
      <span>{t('exportText')}</span>
      <span>{t('logHash')}</span>
    </div>
  )
}

function Row({ line, sentenceOf, sought, author, isOwn, format, today, detailed }: LogRowProps) {
  const { t } = useTranslation('shell')
  const at = timeOf(line)
  // A warning has no entry.
  const { seq, hash } = line.warning ? { seq: '', hash: '' } : line.entry
  const ofToday = format.minute(at).slice(0, 10) === today
  const Sentence = isOwn ? 'strong' : 'span'
  return (
    <div
      className="log-row"
      data-detailed={detailed || undefined}
      data-message={author !== null || undefined}
    >
      {detailed && <p>{seq}</p>}
      <time dateTime={at}>
        {detailed ? format.second(at) : ofToday ? format.clock(at) : format.minute(at)}
      </time>
      {detailed && <p>{t(`kind_${line.kind}`)}</p>}
      <span>
        {author !== null && (
          <b>
            <MessageIcon />
            {t('logAuthor', { author })}
          </b>
        )}
        <Sentence>
          <Marked text={sentenceOf(line)} sought={sought} />
        </Sentence>
      </span>
      {line.earlier && <Earlier lines={line.earlier} sentenceOf={sentenceOf} format={format} />}
      {detailed && <code title={hash}>{hash.slice(0, 12)}</code>}
    </div>
  )
}

/** The lines that are folded into one, newest first, on demand. */
function Earlier({
  lines,
  sentenceOf,
  format,
}: Pick<LogRowProps, 'sentenceOf' | 'format'> & { readonly lines: readonly LogLine[] }) {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="2xs"
        variant="ghost"
        ms="1"
        color="fg.muted"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t('logFolded', { count: lines.length + 1 })}
        <ChevronIcon transform={open ? 'rotate(180deg)' : undefined} />
      </Button>
      {open && (
        <chakra.ol listStyleType="none" ps="3" borderInlineStartWidth="2px" color="fg.muted">
          {lines.toReversed().map((line) => (
            <li key={keyOf(line)}>
              <chakra.time dateTime={timeOf(line)} textStyle="xs" me="1.5" whiteSpace="nowrap">
                {format.clock(timeOf(line))}
              </chakra.time>
              {sentenceOf(line)}
            </li>
          ))}
        </chakra.ol>
      )}
    </>
  )
}

/** A text with the searched part marked. */
function Marked({ text, sought }: { text: string; sought: string }) {
  const lower = text.toLowerCase()
  const at = sought === '' || lower.length !== text.length ? -1 : lower.indexOf(sought.toLowerCase())
  if (at < 0) return text
  const end = at + sought.length
  return (
    <>
      {text.slice(0, at)}
      <chakra.mark bg="warning.muted" color="inherit" rounded="sm">
        {text.slice(at, end)}
      </chakra.mark>
      {text.slice(end)}
    </>
  )
}
