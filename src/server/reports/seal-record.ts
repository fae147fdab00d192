import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { currentDocument, type FiledDocument, recordKey } from '#domain/documents/document.ts'
import { openingRecord, recordDocument, recordText, roundOfEnvelope } from '#domain/ending/record.ts'
import { signersOf } from '#domain/ending/signers.ts'
import { systemActor } from '#domain/session/actor.ts'
import type { SessionState } from '#domain/session/state.ts'
import { viewState } from '#domain/session/view-state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { Clock } from '#lib/ports.ts'
import { epochOf } from '#lib/time.ts'
import { documentNames, envelopeName } from '#protocol/document-names.ts'
import type { LogEnd } from '#protocol/session-export.ts'
import type { FileStore } from '../files/file-store.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import type { Authority } from '../session/authority.ts'
import { recordViewer } from './freeze-record.ts'
import { type DocumentSigner, hallSignerName } from './hall-certificate.ts'
import { localTime } from './overview-report.ts'
import { type RecordSignature, signaturesOf } from './record-signatures.ts'
import type { ReportRenderer } from './report-renderer.ts'
import { sealPdf } from './seal-pdf.ts'
import type { SheetLine } from './signature-sheet.ts'

interface Ports {
  readonly log: Pick<SessionLogReader, 'state'>
  readonly files: Pick<FileStore, 'put' | 'read'>
  readonly reportRenderer: Pick<ReportRenderer, 'render'>
  readonly authority: Pick<Authority, 'decide'>
  readonly signer: DocumentSigner
  readonly clock: Clock
  readonly timeZone: string
  readonly logger: Logger
}

export interface RecordSealer {
  /** Seals the records of a section whose signing is confirmed, in the background (REC-3). */
  update(sessionId: string, state: SessionState): void
  /** The sealed record of an envelope, sealed now where that was missed; null before the signing is confirmed. */
  sealed(sessionId: string, envelope: EnvelopeNumber): Promise<FiledDocument | null>
}

export function createRecordSealer(ports: Ports): RecordSealer {
  const { log, logger } = ports
  const running = new Map<string, Promise<void>>()

  function seal(sessionId: string, envelope: EnvelopeNumber): Promise<void> {
    const key = `${sessionId} ${envelope}`
    const begun =
      running.get(key) ?? sealEnvelope(ports, sessionId, envelope).finally(() => running.delete(key))
    running.set(key, begun)
    return begun
  }

  return {
    update(sessionId, state) {
      const envelope = state.stage.number
      if (!isDue(state, envelope)) return
      // A failure is tried again with the next entry, and when the document is asked for.
      void seal(sessionId, envelope).catch((err: unknown) =>
        logger.error({ err, sessionId }, 'a record was not sealed'),
      )
    },
    async sealed(sessionId, envelope) {
      const known = await log.state(sessionId)
      if (!known) return null
      if (isDue(known.unredactedState, envelope)) await seal(sessionId, envelope)
      const now = (await log.state(sessionId))?.unredactedState
      return now ? currentDocument(now, recordKey('sealed-record', envelope)) : null
    },
  }
}

/** Whether the signing is confirmed, and the record is not sealed yet. */
function isDue(state: SessionState, envelope: EnvelopeNumber): boolean {
  if (!roundOfEnvelope(state, envelope)?.signing?.confirmed) return false
  const has = (kind: 'opening-record' | 'sealed-record') =>
    currentDocument(state, recordKey(kind, envelope)) !== null
  return has('opening-record') && !has('sealed-record')
}

async function sealEnvelope(ports: Ports, sessionId: string, envelope: EnvelopeNumber): Promise<void> {
  const { log, files, authority } = ports
  const known = await log.state(sessionId)
  const signed = known && roundOfEnvelope(known.unredactedState, envelope)
  const round = known && roundOfEnvelope(viewState(recordViewer, known.unredactedState), envelope)
  const filed = round && recordDocument(round)
  if (!signed || !round || !filed) return
  const document = await files.read(filed.sha256)
  if (!document) throw new Error(`the stored record ${filed.sha256} is missing`)
  const end = { size: known.head, head: known.hash }
  const sealed = await sealRound(ports, { sessionId, end, round, signed, filed, document })
  const { sha256, size } = await files.put(Readable.from([sealed]))
  const payload = { envelope, documentId: randomUUID(), basis: known.head, sha256, size }
  const request = { sessionId, actor: systemActor, commandId: randomUUID(), address: '' }
  const decided = await authority.decide(request, { type: 'SealRecord', payload })
  if (!decided.ok) throw new Error(`the seal was refused: ${decided.error.code}`)
}

interface Frozen {
  readonly sessionId: string
  /** Of the log when it is sealed. */
  readonly end: LogEnd
  /** As the record's readers see it. */
  readonly round: SessionState
  /** The same round with its signatures. */
  readonly signed: SessionState
  readonly filed: FiledDocument
  readonly document: Uint8Array
}

async function sealRound(
  { reportRenderer, signer, clock, timeZone }: Ports,
  { sessionId, end, round, signed, filed, document }: Frozen,
): Promise<Uint8Array> {
  const found = await signaturesOf(sessionId, signed, filed.sha256)
  const name = documentNames['zh-CN']['opening-record']
  const envelope = envelopeName(round.tender, filed.envelope, 'zh-CN')
  const title = [round.tender?.sectionCode ?? '', round.tender?.sectionName ?? '', envelope].join(' ').trim()
  const now = clock()
  const lines = linesOf(signed, found, timeZone)
  const options = { title, document: filed.sha256, timeZone, now, end }
  const sheet = await reportRenderer.render('signature-sheet', lines, options)
  if (!sheet.ok) throw new Error('the sheet of signatures could not be made in time')
  const signatures = {
    document: filed.sha256,
    recordHash: round.signing?.recordHash,
    session: sessionId,
    signatures: found,
  }
  return sealPdf(document, {
    signatures: found.flatMap(({ name: who, cms, isCmsValid, at }) =>
      cms !== null && isCmsValid ? [{ name: who, cms, at: epochOf(at) }] : [],
    ),
    attachments: [
      { name: 'record.json', text: recordText(openingRecord(round)) },
      { name: 'signatures.json', text: JSON.stringify(signatures, null, 1) },
    ],
    ...{ sheet: sheet.value, signer, at: now },
    ...{ name: hallSignerName, reason: `${name} ${title}` },
  })
}

/** A line for the opener and for each bidder who takes part, signed or not. */
function linesOf(round: SessionState, found: readonly RecordSignature[], timeZone: string): SheetLine[] {
  return signersOf(round).map(({ isOpener, name, signature }, i) => {
    const one = signature && found.find(({ jws }) => jws === signature.proof?.jws)
    const signed = one && {
      signer: one.signer,
      person: one.signedAs.kind === 'person' ? one.signedAs.name : '',
      at: localTime(epochOf(one.at), timeZone),
      fingerprint: one.fingerprint,
      inPdf: one.cms !== null && one.isCmsValid,
      valid: one.isValid && (one.cms === null || one.isCmsValid),
    }
    return { index: i + 1, isOpener, unit: name, signed: signed ?? null }
  })
}
