import { z } from 'zod'
import { ok } from '#lib/result.ts'
import { commandRow, serverCommandRow } from '../session/command-row.ts'
import { event } from '../session/event.ts'
import { flow } from '../session/flow.ts'
import { reject } from '../session/rejection.ts'
import { duringOpening, onceOpening, opener } from '../session/roles-and-statuses.ts'
import type { SessionState } from '../session/state.ts'
import type { EnvelopeNumber } from '../submission/bid-file.ts'
import { openedBidders } from '../submission/bids.ts'
import {
  documentFormats,
  documentLanguages,
  documentReasonLength,
  mostDocuments,
  type ReportKind,
  reportKinds,
  versionsOf,
} from './document.ts'

const reason = z.string().trim().max(documentReasonLength)

export const documentCommands = {
  /**
   * A report of which the server made and stored a version (REP-5); a later version needs a reason. The overview and the
   * unit prices wait for the figures of all opened bids (REP-9).
   */
  FileDocument: serverCommandRow({
    payload: z.strictObject({
      documentId: z.uuid(),
      kind: z.enum(reportKinds),
      format: z.enum(documentFormats),
      envelope: z.literal([1, 2]),
      language: z.enum(documentLanguages),
      reason,
      basis: z.number().int(),
      sha256: z.string(),
      size: z.number().int(),
    }),
    roles: opener,
    statuses: onceOpening,
    whileHalted: true,
    betweenEnvelopes: true,
    decide(state, payload, { actor }) {
      const tooEarly = figureReports[payload.kind]
      if (tooEarly && !areFiguresComplete(state, payload.envelope)) return reject(tooEarly)
      const earlier = versionsOf(state, payload)
      if (earlier.length > 0 && payload.reason === '') return reject('regeneration-reason-missing')
      if (state.documents.length >= mostDocuments)
        return reject('documents-too-many', { maximum: mostDocuments })
      const version = earlier.length + 1
      return ok([event('DocumentFiled', { ...payload, version, by: actor.name })])
    },
  }),

  /** Takes a report out of the list; its bytes and its entry stay (REP-6). */
  WithdrawDocument: commandRow({
    payload: z.strictObject({ documentId: z.uuid(), reason }),
    roles: opener,
    statuses: onceOpening,
    whileHalted: true,
    betweenEnvelopes: true,
    decide(state, { documentId, reason: why }, { actor }) {
      const known = state.documents.find((one) => one.documentId === documentId)
      if (!known) return reject('unknown-document')
      if (known.kind === 'opening-record' || known.kind === 'sealed-record') return reject('record-kept')
      if (known.withdrawn) return ok([])
      if (why === '') return reject('withdrawal-reason-missing')
      return ok([event('DocumentWithdrawn', { documentId, reason: why, by: actor.name })])
    },
  }),
} as const

/** The reports of figures, with their refusals before all of them are public (REP-9). */
const figureReports: Readonly<Partial<Record<ReportKind, 'overview-too-early' | 'unit-prices-too-early'>>> = {
  overview: 'overview-too-early',
  'unit-prices': 'unit-prices-too-early',
}

/** Whether an envelope has all the figures that it will have (REP-9). */
function areFiguresComplete(state: SessionState, envelope: EnvelopeNumber): boolean {
  if (!duringOpening.includes(state.status) || envelope < state.stage.number) return true
  return (
    state.flow >= flow.announcementLowest && openedBidders(state).every(({ figures }) => figures !== null)
  )
}
