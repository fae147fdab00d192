import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { attachmentProblem, attachmentSchema } from '../objections/attachment.ts'
import { commandRow, serverCommandRow } from '../session/command-row.ts'
import { event } from '../session/event.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import { opener, untilEnded, untilOpened } from '../session/roles-and-statuses.ts'
import type { SessionState } from '../session/state.ts'
import { hasDeposit } from '../tender/tender.ts'
import { mostOpeningFiles, type OpeningFilePurpose, openingFilePurposes } from './opening-file.ts'

const purpose = z.enum(openingFilePurposes)

export const openingFileCommands = {
  /** The opener adds a file that was uploaded (FIL-1, FIL-2). */
  AddOpeningFile: serverCommandRow({
    payload: z.strictObject({ purpose, file: attachmentSchema }),
    roles: opener,
    statuses: untilEnded,
    whileHalted: true,
    betweenEnvelopes: true,
    decide(state, { purpose, file }) {
      const problem = purposeProblem(state, purpose) ?? attachmentProblem(file)
      if (problem) return err(problem)
      const those = state.openingFiles.filter((one) => one.purpose === purpose)
      if (those.length >= mostOpeningFiles) {
        return reject('opening-files-too-many', { maximum: mostOpeningFiles })
      }
      return ok([event('OpeningFileAdded', { purpose, file })])
    },
  }),

  /** The opener deletes one of these files; the log keeps that it was there (FIL-1, FIL-2). */
  RemoveOpeningFile: commandRow({
    payload: z.strictObject({ purpose, fileId: z.uuid() }),
    roles: opener,
    statuses: untilEnded,
    whileHalted: true,
    betweenEnvelopes: true,
    decide(state, { purpose, fileId }) {
      const problem = purposeProblem(state, purpose)
      if (problem) return err(problem)
      const known = state.openingFiles.find((one) => one.file.fileId === fileId && one.purpose === purpose)
      if (!known) return reject('unknown-opening-file')
      return ok([event('OpeningFileRemoved', { purpose, fileId, name: known.file.name })])
    },
  }),
} as const

/** Why files of this purpose cannot be changed now; null when they can. */
function purposeProblem(state: SessionState, purpose: OpeningFilePurpose): Rejection | null {
  if (purpose === 'problem') return null
  if (!state.tender || !hasDeposit(state.tender)) return { code: 'no-deposit', params: {} }
  return untilOpened.includes(state.status) ? null : { code: 'editing-locked', params: {} }
}
