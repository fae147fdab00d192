import { Box, Button, chakra, Text } from '@chakra-ui/react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shallow } from 'zustand/shallow'
import { ChevronIcon, MessageIcon } from '#client/ui/icons.tsx'
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
  return isSame && shallow(othersBefore, others)
})

function Row({ line, sentenceOf, sought, author, isOwn, format, today, detailed }: LogRowProps) {
  const { t } = useTranslation('shell')
  const at = timeOf(line)
  // A warning has no entry.
  const { seq, hash } = line.warning ? { seq: '', hash: '' } : line.entry
  const ofToday = format.minute(at).slice(0, 10) === today
  return (
    <Box
      display={detailed ? { base: 'block', md: 'grid' } : 'block'}
      gridTemplateColumns="4.5rem 11rem 7rem 1fr 8rem"
      columnGap="4"
      alignItems="baseline"
      px={detailed ? '4' : '3'}
      py={detailed ? '2' : '1'}
      textStyle={detailed ? { base: 'sm', '2xl': 'md' } : 'sm'}
      bg={author === null ? undefined : 'bg.subtle'}
    >
      {detailed && (
        <Text hideBelow="md" color="fg.muted">
          {seq}
        </Text>
      )}
      <chakra.time
        dateTime={at}
        textStyle={detailed ? { base: 'xs', md: 'sm' } : 'xs'}
        color="fg.muted"
        me={detailed ? '2' : '1.5'}
        whiteSpace="nowrap"
      >
        {detailed ? format.second(at) : ofToday ? format.clock(at) : format.minute(at)}
      </chakra.time>
      {detailed && (
        <Text hideBelow="md" color="fg.muted">
          {t(`kind_${line.kind}`)}
        </Text>
      )}
      <span>
        {author !== null && (
          <chakra.span fontWeight="semibold" me="1.5">
            <MessageIcon display="inline" me="1" verticalAlign="-0.2em" color="fg.info" />
            {t('logAuthor', { author })}
          </chakra.span>
        )}
        <chakra.span as={isOwn ? 'strong' : 'span'}>
          <Marked text={sentenceOf(line)} sought={sought} />
        </chakra.span>
      </span>
      {line.earlier && <Earlier lines={line.earlier} sentenceOf={sentenceOf} format={format} />}
      {detailed && (
        <Text hideBelow="md" color="fg.muted" textStyle="xs" fontFamily="mono" title={hash}>
          {hash.slice(0, 12)}
        </Text>
      )}
    </Box>
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
