import { objectionsOf, type SessionState } from '#domain/state.ts'
import { viewState } from '#domain/view-state.ts'
import { ok } from '#lib/result.ts'
import type { objectionCalls } from '#protocol/calls/objections.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { outcome } from './command.ts'

/** Objections before the opening. */
export function objectionHandlers({ authority, viewerOf }: Services): Handlers<typeof objectionCalls> {
  return {
    async getYiYiList({ session, login }) {
      const state = viewState(viewerOf(login.actor), session.state)
      return ok({ rows: objectionsOf(state).map((objection) => rowOf(objection, state)), seq: state.seq })
    },

    async createYiYi(context) {
      const { BidFileId, ENTPRSNAME, objectionContent } = context.body
      const unitCode = context.login.actor.unitCode
      if (!isOwn(context.session.state, unitCode, { fileId: BidFileId, name: ENTPRSNAME })) {
        return refuse('unknown-bidder')
      }
      return outcome(authority, context, { type: 'RaiseObjection', payload: { content: objectionContent } })
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
  }
}

function rowOf(objection: ReturnType<typeof objectionsOf>[number], state: SessionState) {
  return {
    objectionGuid: objection.id,
    entprsCode: objection.bidderCode,
    entprsName: state.bidders[objection.bidderCode]?.name ?? objection.bidderCode,
    objectionContent: objection.content,
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
  const fileFits = said.fileId === '' || said.fileId === bidder.submission?.fileId
  return fileFits && (said.name === undefined || said.name === bidder.name)
}
