import { attachmentName } from '#domain/objections/attachment.ts'
import { objectionsClosed } from '#domain/objections/closed.ts'
import { type ObjectionState, objectionsOf } from '#domain/objections/objection.ts'
import type { Actor } from '#domain/session/actor.ts'
import { refusal } from '#domain/session/permissions.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import type { SessionState } from '#domain/session/state.ts'
import { err, ok } from '#lib/result.ts'
import { attachmentUrl, type objectionCalls } from '#protocol/calls/objections.ts'
import type { Variant } from '#variants/schema.ts'
import { attachmentMediaTypes } from '../objections/attachment-types.ts'
import { receiveAttachment } from '../objections/receive-attachment.ts'
import { refuse } from '../refusal.ts'
import { objectionTexts } from '../reports/objections-texts.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'

/** Objections, their attachments, and their report. */
export function objectionHandlers(services: Services): Handlers<typeof objectionCalls> {
  const { attachments, clock, reportRenderer, settings } = services

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
      return ok({ fileName: attachmentName(name, kind), mediaType: attachmentMediaTypes[kind], content })
    },

    async CreateObjectionAndReplyReport({ query: { EntprsCode }, session, login: { actor }, language }) {
      const own = actor.role === 'bidder' ? (actor.unitCode ?? '') : null
      // Before the check for an unknown bidder, which would tell other bidders who is enrolled.
      if (own !== null && EntprsCode !== undefined && EntprsCode !== own) return refuse('forbidden')
      const bidderCode = own ?? EntprsCode ?? null
      const { state } = session
      if (bidderCode !== null && !state.bidders[bidderCode]) return refuse('unknown-bidder')
      const { timeZone } = settings.variant
      const now = clock()
      const made = await reportRenderer.render('objections', state, { language, timeZone, now, bidderCode })
      if (!made.ok) return made
      const { title } = objectionTexts[language]
      const fileName = `${state.tender?.sectionCode ?? 'section'}-${title}.pdf`
      return ok({ fileName, mediaType: 'application/pdf', content: made.value })
    },
  }
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
