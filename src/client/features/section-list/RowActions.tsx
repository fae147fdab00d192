import { Button, Flex } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEachSecond } from '#client/store/use-each-second.ts'
import { useVariant } from '#client/store/variant.tsx'
import { dayOf } from '#client/ui/days.ts'
import { ArrowIcon, LockIcon } from '#client/ui/icons.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { entryOpensAt } from '#domain/session/entry-opens.ts'
import { epochOf } from '#lib/time.ts'
import type { SectionListRow } from '#protocol/calls/section-list.ts'
import { isOver } from './agenda.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { hasRibbon } from './Ribbon.tsx'

interface RowActionsProps {
  readonly row: SectionListRow
  readonly isEnded: boolean
  readonly canSubmit: boolean
  /** Milliseconds by which the server's clock is ahead; null until they are known. */
  readonly offset: number | null
  readonly onEnter: (row: SectionListRow) => void
}

/** All buttons of a section have room on one line of a phone's card. */
const besideOthers = { base: '3', md: '3.5' }

/** What can be done with a section: submit or replace a bid, and enter. */
export function RowActions({ row, isEnded, canSubmit, offset, onEnter }: RowActionsProps) {
  const { t } = useTranslation('hall')
  const early = useEachSecond(() => offset !== null && Date.now() + offset < epochOf(row.OpenBidTime))
  // One act leads: a bid that is missing comes before entering (LST-13).
  const isMissing = canSubmit && early && !row.submitted && !hasRibbon(row)
  return (
    <Flex gap="2" justify="flex-end" align="center" wrap="wrap">
      {canSubmit && early && (
        <Button asChild size="sm" variant={isMissing ? 'solid' : 'outline'} px={besideOthers}>
          <Link
            to={`/seal/${row.bdGuid}`}
            aria-label={t(row.submitted ? 'sealAgainSection' : 'sealSection', { name: row.bdmc })}
          >
            <LockIcon hideBelow="md" />
            {t(row.submitted ? 'sealAgain' : 'seal')}
          </Link>
        </Button>
      )}
      {early && !hasRibbon(row) && <CalendarButton row={row} offset={offset} />}
      <EnterButton
        row={row}
        isQuiet={isEnded || isOver(row) || isMissing}
        offset={offset}
        onEnter={onEnter}
      />
    </Flex>
  )
}

interface EnterButtonProps extends Pick<RowActionsProps, 'row' | 'offset' | 'onEnter'> {
  /** The opening is over, so that nothing waits there, or another act comes first. */
  readonly isQuiet: boolean
}

/** Solid where entering is possible; before it says from when on, and leads to the dialog that waits (LST-13). */
function EnterButton({ row, isQuiet, offset, onEnter }: EnterButtonProps) {
  const { t } = useTranslation('hall')
  const { rules, timeZone } = useVariant()
  const format = useTimeFormat()
  const opens = entryOpensAt(row.OpenBidTime, rules.entryLeadMinutes)
  const wait = useEachSecond(() => waitUntil(opens, offset, timeZone))
  const { bdmc: name } = row
  if (wait === null)
    return (
      <Button
        size="sm"
        variant={isQuiet || offset === null ? 'outline' : 'solid'}
        onClick={() => onEnter(row)}
        aria-label={t('enterSection', { name })}
        data-tour="enter"
      >
        {t('enter')}
        <ArrowIcon />
      </Button>
    )
  const time = wait === 'today' ? format.clock(opens) : format.minute(opens).slice(wait === 'year' ? 5 : 0)
  return (
    <Button
      size="sm"
      variant="outline"
      px={besideOthers}
      fontVariantNumeric="tabular-nums"
      onClick={() => onEnter(row)}
      aria-label={t('agenda:enterFromSection', { time, name })}
    >
      {t('agenda:enterFrom', { time })}
    </Button>
  )
}

type Wait = 'today' | 'year' | 'later'

/** Whether to wait until today, this year or later; null once the time has come, and while the clock is not known. */
function waitUntil(at: number, offset: number | null, timeZone: string): Wait | null {
  if (offset === null) return null
  const now = Date.now() + offset
  if (now >= at) return null
  const [today, day] = [dayOf(now, timeZone), dayOf(at, timeZone)]
  if (today === day) return 'today'
  return today.slice(0, 4) === day.slice(0, 4) ? 'year' : 'later'
}
