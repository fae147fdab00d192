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

/**
 * The first format that a page makes, whichever it is, takes a phone 70 ms, and others then no time: it is made while
 * nobody waits for it, before a screen that shows a clock is drawn.
 */
export function prepareTimeFormats(): void {
  formatter('sv-SE', {})(0)
}

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
  const second = formatter('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return {
    second,
    minute: (at) => second(at).slice(0, -':00'.length),
    clock: (at) => second(at).slice(-'00:00:00'.length),
    day: formatter(language, { timeZone, dateStyle: 'full' }),
  }
}

/** Made when it is first used. */
function formatter(language: string, options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined
  return (at: string | number) => {
    format ??= new Intl.DateTimeFormat(language, options)
    return format.format(new Date(at))
  }
}
