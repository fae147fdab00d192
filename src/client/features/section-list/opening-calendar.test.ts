import { expect, test } from 'vitest'
import { type CalendarOpening, openingCalendar } from './opening-calendar.ts'

const opening: CalendarOpening = {
  id: '6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d',
  opensAt: '2026-03-02T01:30:00.000Z',
  title: '开标：实验学校, 教学楼; 100% \\ 装修工程第一标段（含室外附属工程、智能化系统、绿化景观提升改造）',
  description: '标段编号：SEC-1\n请提前登录。',
  reminder: '即将开标',
  address: 'https://hall.example:8443/hall',
}
const madeAt = Date.parse('2026-02-20T00:00:00.000Z')

/** The lines of the file, unfolded (RFC 5545, section 3.1). */
function linesOf(text: string): string[] {
  return text.replaceAll('\r\n ', '').split('\r\n')
}

test('[CAL-1] the file has the opening in UTC, with reminders 30 and 5 minutes before', () => {
  const lines = linesOf(openingCalendar(opening, madeAt))
  expect(lines).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'UID:6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d@hall.example',
      'DTSTAMP:20260220T000000Z',
      'DTSTART:20260302T013000Z',
      'DTEND:20260302T023000Z',
      'URL;VALUE=URI:https://hall.example:8443/hall',
    ]),
  )
  expect(lines.filter((line) => line.startsWith('TRIGGER'))).toEqual(['TRIGGER:-PT30M', 'TRIGGER:-PT5M'])
})

test('[CAL-1] texts are escaped, and no line has more than 75 bytes', () => {
  const text = openingCalendar(opening, madeAt)
  expect(linesOf(text)).toContain(
    'SUMMARY:开标：实验学校\\, 教学楼\\; 100% \\\\ 装修工程第一标段（含室外附属工程、智能化系统、绿化景观提升改造）',
  )
  expect(linesOf(text)).toContain('DESCRIPTION:标段编号：SEC-1\\n请提前登录。')
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
})

test('[CAL-1] a file for a moved opening updates the entry: the same UID and a higher SEQUENCE', () => {
  const moved = { ...opening, opensAt: '2026-03-03T01:30:00.000Z' }
  const [before, after] = [openingCalendar(opening, madeAt), openingCalendar(moved, madeAt + 5000)].map(
    linesOf,
  )
  const fieldOf = (name: string, lines: string[] = []) =>
    lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)
  expect(fieldOf('UID', after)).toBe(fieldOf('UID', before))
  expect(Number(fieldOf('SEQUENCE', after))).toBeGreaterThan(Number(fieldOf('SEQUENCE', before)))
  expect(Number(fieldOf('SEQUENCE', after))).toBeLessThan(2 ** 31)
  expect(fieldOf('DTSTART', after)).toBe('20260303T013000Z')
})
