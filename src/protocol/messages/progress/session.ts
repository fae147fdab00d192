import type { ProgressRows } from './row.ts'

export const sessionProgress = {
  ParticipantEntered: {
    kind: 'people',
    sentence: ({ payload: { name } }) => [`${name}进入开标大厅`, `${name} entered the session`],
  },
} as const satisfies ProgressRows
