import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'

/** Times in the variant's zone and the reader's language. Each function takes ISO text or epoch ms. */
export interface TimeFormat {
  /** 2026-03-02 09:30 */
  readonly minute: (at: string | number) => string
  /** 2026-03-02 09:30:05 */
  readonly second: (at: string | number) => string
  /** 09:30:05 */
  readonly clock: (at: string | number) => string
  /** 2026年3月2日 星期一 */
  readonly day: (at: string | number) => string
}

/** The variant's time zone (IANA name). */
export const TimeZone = createContext<string | null>(null)

/** Each format is made once, because making one is slow. */
const known = new Map<string, TimeFormat>()

/** The date format of all screens. */
export function useTimeFormat(): TimeFormat {
  const timeZone = useContext(TimeZone)
  if (timeZone === null) throw new Error('used outside of a TimeZone')
  const { i18n } = useTranslation()
  const key = `${i18n.language} ${timeZone}`
  const format = known.get(key) ?? createTimeFormat(i18n.language, timeZone)
  known.set(key, format)
  return format
}

export function createTimeFormat(language: string, timeZone: string): TimeFormat {
  // The Swedish format is ISO's; figures are the same in both languages.
  const figures = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...options })
    return (at: string | number) => format.format(new Date(at))
  }
  const day = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'full' })
  return {
    minute: figures({ dateStyle: 'short', timeStyle: 'short' }),
    second: figures({ dateStyle: 'short', timeStyle: 'medium' }),
    clock: figures({ timeStyle: 'medium' }),
    day: (at) => day.format(new Date(at)),
  }
}
