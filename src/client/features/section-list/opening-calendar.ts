import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator'
import { epochOf } from '#lib/time.ts'

/** An opening as a calendar has it. */
export interface CalendarOpening {
  /** The section's id: the same entry is updated by each later file. */
  readonly id: string
  /** ISO. */
  readonly opensAt: string
  readonly title: string
  readonly description: string
  readonly reminder: string
  /** Where to enter: the section list's address. */
  readonly address: string
}

/** So long before the opening the calendar reminds of it, in minutes. */
const remindersAt = [30, 5]
/** How long an opening takes is not known: an hour is kept free for it, in milliseconds. */
const keptFree = 3_600_000
/** Sequences count the seconds from here: a number of RFC 5545 has 31 bits. */
const firstSequence = Date.UTC(2026, 0)

/**
 * The calendar file (RFC 5545) of an opening, made at `madeAt` (epoch ms, server's clock). Times are in UTC, which every
 * calendar shows in its own zone. A file that is made later, for instance because the opening was moved, has the same
 * UID and a higher SEQUENCE, so that a calendar updates its entry (CAL-1).
 */
export function openingCalendar(opening: CalendarOpening, madeAt: number): string {
  const { id, opensAt, title, description, reminder, address } = opening
  const calendar = ical({ prodId: '//Kaibiao//Bid opening//EN', method: ICalCalendarMethod.PUBLISH })
  const event = calendar.createEvent({
    id: `${id}@${new URL(address).hostname}`,
    sequence: Math.floor((madeAt - firstSequence) / 1000),
    stamp: new Date(madeAt),
    start: new Date(opensAt),
    end: new Date(epochOf(opensAt) + keptFree),
    summary: title,
    description,
    url: address,
  })
  for (const minutes of remindersAt) {
    event.createAlarm({ type: ICalAlarmType.display, triggerBefore: minutes * 60, description: reminder })
  }
  return calendar.toString()
}
