import { type AttachmentKind, attachmentName } from '#domain/objections/attachment.ts'
import { type ObjectionState, objectionsOf } from '#domain/objections/objection.ts'
import { refusal } from '#domain/session/permissions.ts'
import type { SessionState } from '#domain/session/state.ts'
import { viewState } from '#domain/session/view-state.ts'
import { fileById } from '#domain/submission/bids.ts'
import { err, ok } from '#lib/result.ts'
import { attachmentUrl, type objectionCalls } from '#protocol/calls/objections.ts'
import { receiveAttachment } from '../objections/receive-attachment.ts'
import { refuse } from '../refusal.ts'
import { objectionTexts } from '../reports/objections-texts.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { outcome } from './command.ts'

/** Objections before the opening, what is attached to them, and their report. */
export function objectionHandlers(services: Services): Handlers<typeof objectionCalls> {
  const { authority, attachments, clock, printer, settings, viewerOf } = services

  return {
    async getYiYiList({ session, login }) {
      const state = viewState(viewerOf(login.actor), session.state)
      return ok({ rows: objectionsOf(state).map((objection) => rowOf(objection, state)), seq: state.seq })
    },

    async createYiYi(context) {
      const { BidFileId, ENTPRSNAME, objectionContent, objectionFileGuid } = context.body
      const unitCode = context.login.actor.unitCode
      if (!isOwn(context.session.state, unitCode, { fileId: BidFileId, name: ENTPRSNAME })) {
        return refuse('unknown-bidder')
      }
      const payload = { content: objectionContent, attachmentId: objectionFileGuid || null }
      return outcome(authority, context, { type: 'RaiseObjection', payload })
    },

    async uploadYiYiFuJian({ request, session, login: { actor }, language }) {
      const refused = refusal(session.state, actor, 'RaiseObjection')
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
      const refused = refusal(session.state, actor, 'RaiseObjection')
      if (refused) return err(refused)
      const uploader = { sessionId: session.id, bidderCode: actor.unitCode ?? '' }
      const dropped = await attachments.drop(uploader, objectionFileGuid, session.state)
      if (!dropped) return refuse('attachment-kept')
      return ok({ Result: true, ResultMessage: language === 'en' ? 'Deleted' : '删除成功' })
    },

    async getYiYiFuJian({ query: { objectionFileGuid }, session, login: { actor } }) {
      const seen = objectionsOf(viewState(viewerOf(actor), session.state))
      const uploader = { sessionId: session.id, bidderCode: actor.unitCode ?? '' }
      const attachment =
        seen.find((objection) => objection.attachment?.fileId === objectionFileGuid)?.attachment ??
        (actor.role === 'bidder' ? await attachments.waiting(uploader, objectionFileGuid) : null)
      if (!attachment) return refuse('not-found')
      const content = await attachments.open(attachment)
      if (!content) return refuse('download-missing')
      const { name, kind } = attachment
      return ok({ fileName: attachmentName(name, kind), mediaType: mediaTypes[kind], content })
    },

    replyYiYi: (context) =>
      outcome(authority, context, {
        type: 'ReplyObjection',
        payload: { objectionId: context.body.ObjectionGuid, content: context.body.respondContent },
      }),

    async setYiYiIsRead(context) {
      const { BidFileId, ObjectionGuid } = context.body
      if (!isOwn(context.session.state, context.login.actor.unitCode, { fileId: BidFileId })) {
        return refuse('unknown-bidder')
      }
      return outcome(authority, context, {
        type: 'MarkObjectionRead',
        payload: { objectionId: ObjectionGuid },
      })
    },

    async CreateObjectionAndReplyReport({ query: { EntprsCode }, session, login: { actor }, language }) {
      const own = actor.role === 'bidder' ? (actor.unitCode ?? '') : null
      // Whether there is such a bidder is not said to another.
      if (own !== null && EntprsCode !== undefined && EntprsCode !== own) return refuse('forbidden')
      const bidderCode = own ?? EntprsCode ?? null
      const state = viewState(viewerOf(actor), session.state)
      if (bidderCode !== null && !state.bidders[bidderCode]) return refuse('unknown-bidder')
      const { timeZone } = settings.variant
      const now = clock()
      const made = await printer.print('objections', state, { language, timeZone, now, bidderCode })
      if (!made.ok) return made
      const { title } = objectionTexts[language]
      const fileName = `${state.tender?.sectionCode ?? 'section'}-${title}.pdf`
      return ok({ fileName, mediaType: 'application/pdf', content: made.value })
    },
  }
}

const mediaTypes: Readonly<Record<AttachmentKind, string>> = {
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
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

/** Whether what a bidder says of themselves is so; whoever is no bidder is refused by the rules. */
function isOwn(
  state: SessionState,
  unitCode: string | null,
  said: { fileId: string; name?: string | undefined },
): boolean {
  const bidder = state.bidders[unitCode ?? '']
  if (!bidder) return true
  const fileFits = said.fileId === '' || fileById(state, said.fileId)?.bidder.code === bidder.code
  return fileFits && (said.name === undefined || said.name === bidder.name)
}
