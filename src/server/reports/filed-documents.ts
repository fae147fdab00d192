import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  currentDocument,
  type DocumentKey,
  type FiledDocument,
  type ReportKind,
} from '#domain/documents/document.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { SessionState } from '#domain/session/state.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { FileStore } from '../files/file-store.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Authority, CommandRequest } from '../session/authority.ts'

/** Who wants a report, in which section and why; the context of a call's handler has all of it. */
export interface Ordering {
  readonly login: { readonly actor: Actor }
  readonly session: { readonly id: string; readonly state: SessionState }
  readonly commandId: string
  readonly address: string
}

/** A report; without a reason the current version is taken where there is one. */
export interface Order extends DocumentKey {
  readonly kind: ReportKind
  readonly reason: string
}

/** Makes the bytes, usually by `reportRenderer.render`. */
export type MakeReport = () => Promise<Result<Uint8Array, Refusal>>

export interface FiledDocuments {
  /**
   * A report that is made once per version (REP-5): its current version, or, where there is none or a reason is given,
   * a new one. `make` is called only for a new version; its bytes are stored under their hash before the log names them.
   * A handler files its report with one call:
   *
   *     const filed = await filedDocuments.file(context, { kind: 'deposits', format: 'pdf', envelope, language, reason }, () =>
   *       reportRenderer.render('deposits', session.state, options))
   *
   * and answers `documentUrl(filed.value.documentId)`. Its kind stands in `reportKinds` (src/domain/documents) and its
   * name in `documentNames`; list, downloads and the screen then know it.
   */
  file(ordering: Ordering, order: Order, make: MakeReport): Promise<Result<FiledDocument, Refusal>>
  /** The bytes of a version; null where the store has lost them. */
  read(document: FiledDocument): Promise<Uint8Array | null>
}

interface Ports {
  readonly files: Pick<FileStore, 'put' | 'read'>
  readonly authority: Pick<Authority, 'precheck' | 'decide'>
  readonly log: Pick<SessionLogReader, 'state'>
}

/** Documents whose versions stand in the log and whose bytes stand in the store of files. */
export function createFiledDocuments({ files, authority, log }: Ports): FiledDocuments {
  async function file(
    { login, session, commandId, address }: Ordering,
    { reason, ...key }: Order,
    make: MakeReport,
  ): Promise<Result<FiledDocument, Refusal>> {
    const known = currentDocument(session.state, key)
    if (known && reason === '') return ok(known)
    const request: CommandRequest = { sessionId: session.id, actor: login.actor, commandId, address }
    const basis = session.state.seq
    const about = { ...key, documentId: randomUUID(), reason, basis }
    // Sent again, it is another file: made at another time, under another id.
    const asked = { type: 'FileDocument', payload: { ...key, reason } } as const
    // So that nothing is made for a command that will be refused.
    const refused = await authority.precheck(
      request,
      { type: 'FileDocument', payload: { ...about, sha256: '', size: 0 } },
      asked,
    )
    if (refused) return (await filedMeanwhile(session.id, key, refused)) ?? err(refused)
    const made = await make()
    if (!made.ok) return made
    const stored = await files.put(Readable.from([made.value]))
    const command = { type: 'FileDocument', payload: { ...about, ...stored } } as const
    const filed = await authority.decide(request, command, asked)
    if (!filed.ok) return (await filedMeanwhile(session.id, key, filed.error)) ?? filed
    const now = (await log.state(session.id))?.unredactedState
    // Of a command that was sent again, the first result.
    const ids = filed.value.entries.map(({ payload }) => (payload as { documentId?: string }).documentId)
    const found = now?.documents.find(({ documentId }) => ids.includes(documentId))
    // An id from before digests were kept may be another command's.
    return found ? ok(found) : refuse('command-id-used')
  }

  /** Two people asked at once for a first version: the second gets that of the first. */
  async function filedMeanwhile(
    sessionId: string,
    key: DocumentKey,
    { code }: Refusal,
  ): Promise<Result<FiledDocument, Refusal> | null> {
    if (code !== 'regeneration-reason-missing') return null
    const now = (await log.state(sessionId))?.unredactedState
    const known = now && currentDocument(now, key)
    return known ? ok(known) : null
  }

  return { file, read: ({ sha256 }) => files.read(sha256) }
}
