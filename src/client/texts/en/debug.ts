import type { debug as source } from '../zh-CN/debug.ts'

export const debug: Record<keyof typeof source, string> = {
  title: 'Debug',
  log: 'Log',
  time: 'Time slider',
  status: 'Connection',
  heard: 'Last heard',
  place: 'Place',
  known: 'Known',
  clock: 'Clock offset',
  messages: 'Messages',
  faults: 'Faults',
  cut: 'Cut',
  lose: 'Lose',
  double: 'Double',
  reorder: 'Reorder',
  delay: 'Delay {{ms}} ms',
  hidden: '(hidden)',
  incomplete: 'Entries before {{from}} have not been read; the past cannot be folded.',
  readEarlier: 'Read earlier',
}
