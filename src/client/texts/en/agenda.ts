import type { agenda as source } from '../zh-CN/agenda.ts'

export const agenda: Record<keyof typeof source | 'filterSet_one', string> = {
  running: 'Under way',
  today: 'Today · {{day}}',
  later: 'Later',
  over: 'Stopped or failed',
  enterFrom: 'From {{time}}',
  enterFromSection: 'From {{time}}: enter section {{name}}',
  left: 'Opens in',
  'window.decryption': 'Decryption:',
  'window.inquiry': 'Objection inquiry:',
  'window.confirmation': 'Confirmation:',
  'window.signing': 'Signing:',
  searchWhere: 'Found on any opening day',
  filterSet_one: '{{count}} set',
  filterSet_other: '{{count}} set',
  applyFilters: 'Apply filters',
  datesIdle: 'A search by name or code finds sections of any day',
}
