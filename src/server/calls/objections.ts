import { downloadProblem } from '#domain/documents/offered.ts'
import { attachmentName } from '#domain/objections/attachment.ts'
import { objectionsClosed } from '#domain/objections/closed.ts'
import { type ObjectionState, objectionsOf } from '#domain/objections/objection.ts'
import type { Actor } from '#domain/session/actor.ts'
import { refusal } from '#domain/session/permissions.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import type { SessionState } from '#domain/session/state.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { attachmentUrl, type objectionCalls } from '#protocol/calls/objections.ts'
import type { Variant } from '#variants/schema.ts'
import { attachmentMediaTypes } from '../objections/attachment-types.ts'
import { receiveAttachment } from '../objections/receive-attachment.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Download, Handlers } from '../transport/handler.ts'
import { reportDownload } from './filed-report.ts'

/** Objections, their attachments, and their report. */
export function objectionHandlers(services: Services): Handlers<typeof objectionCalls> {
  const { attachments, settings } = services

  return {
    async getYiYiList({ session: { state } }) {
      return ok({ rows: objectionsOf(state).map((objection) => rowOf(objection, state)), seq: state.seq })
    },

    async uploadYiYiFuJian({ request, session, login: { actor }, language }) {
      const refused = refusalToAttach(session.state, actor, settings.variant)
      if (refused) return err(refused)
      const uploader = { sessionId: session.id, bidderCode: actor.unitCode ?? '' }
      const taken = await receiveAttachment(
        request,
        (file) => attachments.take(uploader, session.state, file),
        (fileId) => attachments.drop(uploader, fileId, session.state),
      )
      if (!taken.ok) return taken
      const { fileId, name, size, sha256 } = taken.value
      return ok({
        Result: true,
        ResultMessage: language === 'en' ? 'Uploaded' : '上传成功',
        objectionFileGuid: fileId,
        objectionFileName: name,
        objectionFileUrl: attachmentUrl(fileId),
        size,
        sha256,
      })
    },

    async deleteYiYiFuJian({ body: { objectionFileGuid }, session, login: { actor }, language }) {
      const refused = refusalToAttach(session.state, actor, settings.variant)
      if (refused) return err(refused)
      const uploader = { sessionId: session.id, bidderCode: actor.unitCode ?? '' }
      const dropped = await attachments.drop(uploader, objectionFileGuid, session.state)
      if (!dropped) return refuse('attachment-kept')
      return ok({ Result: true, ResultMessage: language === 'en' ? 'Deleted' : '删除成功' })
    },

    async getYiYiFuJian({ query: { objectionFileGuid }, session, login: { actor } }) {
      const seen = objectionsOf(session.state)
      const uploader = { sessionId: session.id, bidderCode: actor.unitCode ?? '' }
      const attachment =
        seen.find((objection) => objection.attachment?.fileId === objectionFileGuid)?.attachment ??
        (actor.role === 'bidder' ? await attachments.waiting(uploader, objectionFileGuid) : null)
      if (!attachment) return refuse('not-found')
      const content = await attachments.open(attachment)
      if (!content) return refuse('download-missing')
      const { name, kind } = attachment
      return ok({
        ...{ fileName: attachmentName(name, kind), mediaType: attachmentMediaTypes[kind], content },
        exported: { kind: 'objection-file' } as const,
      })
    },

    CreateObjectionAndReplyReport: (context) => report(services, context),
  }
}

/** The report of all objections, which is filed after the end, or of one bidder's; a bidder gets their own. */
async function report(
  services: Services,
  context: CallContext<(typeof objectionCalls)['CreateObjectionAndReplyReport']>,
): Promise<Result<Download, Refusal>> {
  const { clock, reportRenderer, settings } = services
  const { query, session, login, language } = context
  const { actor } = login
  const own = actor.role === 'bidder' ? (actor.unitCode ?? '') : null
  // Before the check for an unknown bidder, which would tell other bidders who is enrolled.
  if (own !== null && query.EntprsCode !== undefined && query.EntprsCode !== own) return refuse('forbidden')
  const bidderCode = own ?? query.EntprsCode ?? null
  const { state } = session
  if (bidderCode !== null && !state.bidders[bidderCode]) return refuse('unknown-bidder')
  const options = { language, timeZone: settings.variant.timeZone, now: clock(), bidderCode }
  const key = { kind: 'objections', format: 'pdf', envelope: state.stage.number, language } as const
  return reportDownload(services, context, {
    key,
    isFinal: bidderCode === null && (state.status === 'opened' || state.status === 'failed'),
    changedAt: null,
    mayRead: bidderCode === null && downloadProblem(state, actor.role, key, settings.variant) === null,
    again: '',
    make: (preliminary) => reportRenderer.render('objections', state, { ...options, preliminary }),
  })
}

function rowOf({ attachment, ...objection }: ObjectionState, state: SessionState) {
  return {
    objectionGuid: objection.id,
    entprsCode: objection.bidderCode,
    entprsName: state.bidders[objection.bidderCode]?.name ?? objection.bidderCode,
    objectionContent: objection.content,
    objectionFileName: attachment?.name ?? '',
    objectionFileUrl: attachment ? attachmentUrl(attachment.fileId) : '',
    objectionFileSize: attachment?.size ?? null,
    createTime: objection.at,
    isRespond: objection.reply !== null,
    respondContent: objection.reply?.content ?? '',
    respondTime: objection.reply?.at ?? null,
    tbrIsRead: objection.read,
  }
}

function refusalToAttach(state: SessionState, actor: Actor, { rules }: Variant): Rejection | null {
  return refusal(state, actor, 'RaiseObjection') ?? objectionsClosed(state, rules.objectionsUntil)
}
