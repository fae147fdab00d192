import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { recordHash } from '#domain/ending/record.ts'
import type { FrozenRecord } from '#domain/ending/signing-commands.ts'
import type { SessionState } from '#domain/session/state.ts'
import { viewState } from '#domain/session/view-state.ts'
import { biddersOf } from '#domain/submission/bids.ts'
import { figureText } from '#domain/submission/figures.ts'
import type { Clock } from '#lib/ports.ts'
import { ok, type Result } from '#lib/result.ts'
import type { FileStore } from '../files/file-store.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { ReportRenderer } from './report-renderer.ts'

interface Ports {
  readonly log: Pick<SessionLogReader, 'state'>
  readonly files: Pick<FileStore, 'put'>
  readonly reportRenderer: Pick<ReportRenderer, 'render'>
  /** The deposits that the platform reported, by bidder. */
  depositsOf(sessionId: string): Promise<ReadonlyMap<string, DepositText>>
  readonly clock: Clock
  readonly timeZone: string
}

/** Makes and stores the PDF of a section's record, for the signing command (REC-1). */
export type FreezeRecord = (sessionId: string) => Promise<Result<FrozenRecord, Refusal>>

/** As the opener sees the section: nothing that only the server may know is passed on. */
export const recordViewer = { role: 'opener', unitCode: null, seesSupervisor: true } as const

export function createFreezeRecord(ports: Ports): FreezeRecord {
  const { log, files, reportRenderer, depositsOf, clock, timeZone } = ports
  return async function freezeRecord(sessionId) {
    const known = await log.state(sessionId)
    if (!known) return refuse('not-published')
    const state = viewState(recordViewer, known.unredactedState)
    const deposits = depositTexts(state, await depositsOf(sessionId))
    const head = { seq: known.head, hash: known.hash }
    const options = { timeZone, now: clock(), head, deposits }
    const made = await reportRenderer.render('record', state, options)
    if (!made.ok) return made
    const { sha256, size } = await files.put(Readable.from([made.value]))
    return ok({ recordHash: recordHash(state), documentId: randomUUID(), basis: known.head, sha256, size })
  }
}

interface DepositText {
  /** Yuan. */
  readonly amount: string
  readonly status: string
}

/** As the record prints them: amount and status, the status as the opener has edited it. */
function depositTexts(
  state: SessionState,
  reported: ReadonlyMap<string, DepositText>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    biddersOf(state).flatMap(({ code, depositEdit }) => {
      const known = reported.get(code)
      const amount = known ? `${figureText('money', known.amount)} 元` : ''
      const text = `${amount} ${depositEdit?.status ?? known?.status ?? ''}`.trim()
      return text === '' ? [] : [[code, text]]
    }),
  )
}
