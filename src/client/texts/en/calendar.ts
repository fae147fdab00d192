import type { calendar as source } from '../zh-CN/calendar.ts'

/** The file of an opening for the user's calendar. */
export const calendar: Record<keyof typeof source, string> = {
  add: 'Add to calendar',
  addSection: 'Add to calendar: the opening of “{{name}}”',
  failed: 'The calendar file could not be made; please try again.',
  entryTitle: 'Bid opening: {{name}}',
  reminder: 'The opening is near: {{name}}',
  section: 'Section: {{code}}',
  time: 'Opening: {{time}}',
  enter: 'The section can be entered from {{time}}; check certificate and network before.',
}
