import { currentDocument, type DocumentKey, type ReportKind, versionsOf } from '#domain/documents/document.ts'
import { exportedDocument } from '#domain/trail/exported.ts'
import type { Result } from '#lib/result.ts'
import { ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import { documentFileName, mediaTypeOf } from '#protocol/document-names.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Ordering } from '../reports/filed-documents.ts'
import type { Services } from '../services.ts'
import type { Download } from '../transport/handler.ts'

/** Why there is a new version where the call, as the specifications write it, has no field for a reason (REP-5). */
export const reprinted = { 'zh-CN': '重新生成', en: 'Made again' }

export interface ReportOrder {
  readonly key: DocumentKey & { readonly kind: ReportKind }
  /** What it tells is final. False while it can still change, and for an extract: that is not filed. */
  readonly isFinal: boolean
  /** When what it tells changed last (ISO); an earlier version no longer holds. Null where it cannot change once final. */
  readonly changedAt: string | null
  /** Whether the caller may have the filed version. */
  readonly mayRead: boolean
  /** Why there is a new version where what it tells has changed after the filed one. */
  readonly again: string
  make(preliminary: boolean): Promise<Result<Uint8Array, Refusal>>
}

const withdrawn = { 'zh-CN': '原版本已撤回', en: 'The earlier version was withdrawn' }

/**
 * A report for everybody who may read what it tells. Once this is final the opener's call files it, and all get the
 * filed bytes; before, and where there is no filed version for the caller, it is made for them and says that it is
 * preliminary (REP-12).
 */
export async function reportDownload(
  { filedDocuments }: Pick<Services, 'filedDocuments'>,
  ordering: Ordering,
  { key, isFinal, changedAt, mayRead, again, make }: ReportOrder,
): Promise<Result<Download, Refusal>> {
  const { state } = ordering.session
  const mediaType = mediaTypeOf[key.format]
  const current = currentDocument(state, key)
  const isOlder = current !== null && changedAt !== null && epochOf(current.at) < epochOf(changedAt)
  const holds = current !== null && isFinal && !isOlder
  let filed = holds && mayRead ? current : null
  if (!holds && isFinal && ordering.login.actor.role === 'opener') {
    const isFirst = versionsOf(state, key).length === 0
    const reason = isFirst ? '' : current ? again : withdrawn[key.language]
    const made = await filedDocuments.file(ordering, { ...key, reason }, () => make(false))
    if (!made.ok) return made
    filed = made.value
  }
  if (filed) {
    const content = await filedDocuments.read(filed)
    if (!content) return refuse('download-missing')
    return ok({
      ...{ fileName: documentFileName(state.tender, key, filed.version), mediaType, content },
      exported: exportedDocument(state.tender, key, filed.version),
    })
  }
  const made = await make(true)
  if (!made.ok) return made
  return ok({
    ...{ fileName: documentFileName(state.tender, key, 1), mediaType, content: made.value },
    exported: exportedDocument(state.tender, key, null),
  })
}
