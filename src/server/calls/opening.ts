import { announcementProblem } from '#domain/announcement/commands.ts'
import { isNoKeyCause } from '#domain/decryption/outcome.ts'
import { openingProblem } from '#domain/preparation/entry-check.ts'
import type { SessionState } from '#domain/session/state.ts'
import { viewState } from '#domain/session/view-state.ts'
import { ok } from '#lib/result.ts'
import { bidStatusNames } from '#protocol/bid-status.ts'
import type { openingCalls } from '#protocol/calls/opening.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'
import { check, done, outcome, submit } from './command.ts'
import { createBackupReceiver } from './receive-backup.ts'

/** A call waits so long for what becomes of a file; its key has been acknowledged by then. */
const settledMilliseconds = 20_000

/** Steps one to three. What a caller reads is the fold of what that caller may see. */
export function openingHandlers(services: Services): Handlers<typeof openingCalls> {
  const { authority, clock, opener, settings } = services

  /** Hands the key of the caller's own file over; the seeds' answer is a text, empty when it opened (S0 §7). */
  async function decrypt(
    context: CallContext<(typeof openingCalls)['jyptDecryptFile' | 'jyptDecryptFile_BS']>,
    wire: Extract<WireCommand, { type: 'DecryptBid' }>,
  ) {
    if (context.body.EntprsCode !== context.login.actor.unitCode) return refuse('forbidden')
    const result = await submit(authority, context, wire)
    if (!result.ok) return result
    const { session, body } = context
    const handedOver = { sessionId: session.id, bidderCode: body.EntprsCode, fileId: wire.payload.fileId }
    const file = await opener.settled(handedOver, settledMilliseconds)
    if (!file) return ok(messageFor(context.language, { code: 'still-opening' }))
    const cause = 'cause' in file && !isNoKeyCause(file.cause) ? file.cause : null
    return ok(cause ? messageFor(context.language, { code: cause }) : '')
  }

  const receiveBackup = createBackupReceiver(services)

  return {
    async getBidProj({ session, login }) {
      const state = viewState(services.viewerOf(login.actor), session.state)
      const tender = state.tender
      if (!tender) return refuse('not-published')
      return ok({
        bidProjGuid: session.id,
        bdbh: tender.sectionCode,
        bdmc: tender.sectionName,
        pbType: tender.qualification,
        gclx: tender.projectKind,
        bidStatus: bidStatusNames[state.status],
        kbFlowStatus: state.flow,
        OpenBidTime: tender.opensAt,
        supervisor: state.persons?.supervisor || state.recordedSupervisor,
        remarks: state.remarks,
        IsSaveKbCns: state.letters[login.actor.unitCode ?? '']?.signature ? 1 : 0,
        seq: state.seq,
      })
    },

    async getKBFlowStatus({ session: { state } }) {
      return ok({ kbFlowStatus: state.flow, bidStatus: bidStatusNames[state.status], seq: state.seq })
    },

    async getDbFlowStatus({ session: { state } }) {
      return ok({
        dbFlowStatus: state.stage.number,
        envelopes: state.tender?.envelopes ?? 1,
        kbFlowStatus: state.flow,
        bidStatus: bidStatusNames[state.status],
        seq: state.seq,
      })
    },

    async checkIntoTBCondition({ session, language }) {
      return check(language, openingProblem(session.state, settings.variant.rules, clock()))
    },

    async checkIntoCBCondition({ session, language }) {
      return check(language, announcementProblem(session.state))
    },

    async setKBFlowStatus(context) {
      const { KBFlowStatus, BidStage } = context.body
      if (isOtherStage(context.session.state, BidStage)) return refuse('other-envelope')
      return outcome(authority, context, { type: stepCommands[KBFlowStatus], payload: {} })
    },

    async startJieMi(context) {
      const { LimitJmTime: limitMinutes, BidStage } = context.body
      if (isOtherStage(context.session.state, BidStage)) return refuse('other-envelope')
      return outcome(authority, context, { type: 'StartDecryption', payload: { limitMinutes } })
    },

    ExtendJieMi: (context) =>
      outcome(authority, context, {
        type: 'ExtendDecryption',
        payload: { minutes: context.body.LimitJmTime },
      }),

    async getJieMiJieZhiShiJian({ session: { state } }) {
      return ok({
        LimitJmTime: state.decryption?.limitMinutes ?? null,
        deadline: state.decryption?.deadline ?? null,
        isClosed: state.decryption?.closed ?? false,
        serverTime: new Date(clock()).toISOString(),
        seq: state.seq,
      })
    },

    jyptDecryptFile: async (context) => {
      const { TBWJ_Guid: fileId, TBWJ_Key: key, TBWJ_CA_Type: type } = context.body
      const { certificateProviders } = settings.variant.login
      if (type !== undefined && !certificateProviders.some((provider) => provider.type === type))
        return refuse('unknown-certificate-provider')
      return decrypt(context, { type: 'DecryptBid', payload: { fileId, method: 'certificate', key } })
    },

    async submitBackupFile({ request, session, login, commandId, address, language }) {
      const { actor } = login
      const taken = await receiveBackup({ request, sessionId: session.id, actor, commandId, address })
      return taken.ok ? ok({ Result: true, ResultMessage: done(language), seq: taken.value.seq }) : taken
    },

    jyptDecryptFile_BS: (context) => {
      const { TBWJ_Guid: fileId, BS_Key: key } = context.body
      return decrypt(context, { type: 'DecryptBid', payload: { fileId, method: 'file-key', key } })
    },
  }
}

/** A command for an envelope that is not the one dealt with: its sender sees an old state, or mistook the stage. */
function isOtherStage({ stage }: SessionState, asked: 1 | 2 | undefined): boolean {
  return asked !== undefined && asked !== stage.number
}

const stepCommands = { 15: 'EnterBidOpening', 25: 'EnterAnnouncement', 40: 'EnterEnd' } as const
