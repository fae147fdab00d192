import { Button, IconButton } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useVariant } from '#client/store/variant.tsx'
import { AddToCalendarIcon } from '#client/ui/icons.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { toast } from '#client/ui/Toast.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { entryOpensAt } from '#domain/session/entry-opens.ts'
import type { SectionListRow } from '#protocol/calls/section-list.ts'

interface CalendarButtonProps {
  readonly row: Pick<SectionListRow, 'bdGuid' | 'bdbh' | 'bdmc' | 'OpenBidTime'>
  /** Milliseconds by which the server's clock is ahead; null until they are known. */
  readonly offset: number | null
  /** With its text beside the icon. */
  readonly labelled?: boolean
}

/** Saves the opening as a file for the user's calendar, with reminders (CAL-1). */
export function CalendarButton({ row, offset, labelled = false }: CalendarButtonProps) {
  const { t } = useTranslation('calendar')
  const { rules } = useVariant()
  const format = useTimeFormat()
  const { bdGuid: id, bdbh: code, bdmc: name, OpenBidTime: opensAt } = row

  async function save(): Promise<void> {
    const time = format.minute(opensAt)
    const entry = format.clock(entryOpensAt(opensAt, rules.entryLeadMinutes))
    const opening = {
      ...{ id, opensAt, title: t('entryTitle', { name }), reminder: t('reminder', { name }) },
      description: [t('section', { code }), t('time', { time }), t('enter', { time: entry })].join('\n'),
      address: new URL('/hall', location.href).href,
    }
    try {
      const { openingCalendar } = await import('./opening-calendar.ts')
      const text = openingCalendar(opening, Date.now() + (offset ?? 0))
      saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `${code}.ics`)
    } catch (error) {
      console.error(error)
      toast.error(t('failed'))
    }
  }

  const press = { onClick: () => void save(), variant: 'outline' } as const
  if (labelled) {
    return (
      <Button {...press}>
        <AddToCalendarIcon />
        {t('add')}
      </Button>
    )
  }
  const label = t('addSection', { name })
  return (
    <IconButton {...press} size="sm" aria-label={label} title={t('add')}>
      <AddToCalendarIcon />
    </IconButton>
  )
}
