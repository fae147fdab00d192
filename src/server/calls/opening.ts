import { announcementProblem, openingProblem } from '#domain/decide/opening.ts'
import { overviewRows } from '#domain/record.ts'
import { type BidderState, biddersOf, type SessionState, submitters } from '#domain/state.ts'
import { viewState } from '#domain/view-state.ts'
import { ok } from '#lib/result.ts'
import { bidStatusNames } from '#protocol/bid-status.ts'
import type { openingCalls } from '#protocol/calls/opening.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'
import { check, outcome, submit } from './command.ts'

/** Steps one to three. What a caller reads is the fold of what that caller may see. */
export function openingHandlers(services: Services): Handlers<typeof openingCalls> {
  const { authority, clock, settings } = services

  /** Opens the caller's own file; the seeds' answer is a text, empty when it went well (S0 §7). */
  async function decrypt(
    context: CallContext<(typeof openingCalls)['jyptDecryptFile' | 'jyptDecryptFile_BS']>,
    wire: Extract<WireCommand, { type: 'DecryptBid' }>,
  ) {
    if (context.body.EntprsCode !== context.login.actor.unitCode) return refuse('forbidden')
    const result = await submit(authority, context, wire)
    if (!result.ok) return result
    const refused = result.value.entries.find((entry) => entry.type === 'DecryptionRefused')
    if (!refused) return ok('')
    const { cause } = refused.payload as { cause: 'wrong-key' | 'damaged-file' | 'bad-content' }
    return ok(messageFor(context.language, { code: cause }))
  }

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
        seq: state.seq,
      })
    },

    async GetBidInfo({ session }) {
      const { tender } = session.state
      if (!tender) return refuse('not-published')
      return ok({
        name: tender.evaluationMethod,
        bidStyle: tender.bidStyle,
        hylb: tender.industry,
        topPrice: tender.ceilingPrice ?? null,
        columns: tender.columns,
        projectInfo: tender.projectInfo,
        evaluationRules: tender.evaluationRules,
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

    async GetTouBiaoRenList({ session, login }) {
      const state = viewState(services.viewerOf(login.actor), session.state)
      return ok(biddersOf(state).map(fileRow))
    },

    async getBidFileByCondition({ session, login, query }) {
      const state = viewState(services.viewerOf(login.actor), session.state)
      const files = submitters(state)
      const from = (query.PageIndex - 1) * query.PageSize
      return ok({
        total: files.length,
        rows: files.slice(from, from + query.PageSize).map(fileRow),
        seq: state.seq,
      })
    },

    async checkIntoTBCondition({ session, language }) {
      return check(language, openingProblem(session.state, settings.variant.rules, clock()))
    },

    async checkIntoCBCondition({ session, language }) {
      return check(language, announcementProblem(session.state))
    },

    setKBFlowStatus: (context) =>
      outcome(authority, context, { type: stepCommands[context.body.KBFlowStatus], payload: {} }),

    startJieMi: (context) =>
      outcome(authority, context, {
        type: 'StartDecryption',
        payload: { limitMinutes: context.body.LimitJmTime },
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

    jyptDecryptFile: (context) => {
      const { TBWJ_Guid: fileId, TBWJ_Key: key } = context.body
      return decrypt(context, { type: 'DecryptBid', payload: { fileId, method: 'certificate', key } })
    },

    jyptDecryptFile_BS: (context) => {
      const { TBWJ_Guid: fileId, BS_Key: key } = context.body
      return decrypt(context, { type: 'DecryptBid', payload: { fileId, method: 'file-key', key } })
    },

    async getFileInfo({ session, login, query }) {
      const own = session.state.bidders[login.actor.unitCode ?? '']
      if (!own?.submission) return refuse('unknown-file')
      const { fileId, fileName, ciphertextHash, at, manifest } = own.submission
      if (query.BidFileId !== undefined && query.BidFileId !== fileId) return refuse('unknown-file')
      if (manifest === null) return refuse('unknown-file')
      return ok({
        bidFileId: fileId,
        fileName,
        manifest,
        ciphertextHash,
        submittedAt: at,
        status: own.file.status,
      })
    },

    async getImportStatus({ session, login, query }) {
      const state = viewState(services.viewerOf(login.actor), session.state)
      const files = submitters(state)
      const rows = files.filter((bidder) => query.Qybh === undefined || bidder.code === query.Qybh)
      return ok({
        total: files.length,
        imported: files.filter((bidder) => bidder.file.status === 'imported').length,
        failed: files.filter((bidder) => bidder.file.status === 'failed').length,
        rows: rows.map((bidder) => ({
          entprsCode: bidder.code,
          status: bidder.file.status,
          cause: causeOf(bidder),
        })),
        seq: state.seq,
      })
    },

    async setBadBidStatus(context) {
      const { BidFileGuid, Is_BadBid_Open: invalid, BadBidNote: note } = context.body
      const bidderCode = bidderOfFile(context.session.state, BidFileGuid)
      if (bidderCode === null) return refuse('unknown-file')
      return outcome(authority, context, { type: 'MarkBid', payload: { bidderCode, invalid, note } })
    },

    async CreateReport_Json({ session, login, query, language }) {
      const state = viewState(services.viewerOf(login.actor), session.state)
      const rows = overviewRows(state)
      const from = (query.Page - 1) * query.PageSize
      return ok({
        total: rows.length,
        headers: (state.tender?.columns ?? []).map(({ key, title, unit }) => ({
          key,
          title: language === 'en' ? title.en : title.zh,
          unit,
        })),
        rows: rows.slice(from, from + query.PageSize).map((row) => ({
          XHColumn: row.index,
          entprsCode: row.bidderCode,
          entprsName: row.bidderName,
          figures: row.figures,
          badge: row.badge,
          badBidNote: row.note,
          remark: row.remark,
          IsConfirmKBYLB: { no: 0, bidder: 1, 'time-out': 2 }[row.confirmed],
        })),
        seq: state.seq,
      })
    },
  }
}

const stepCommands = { 15: 'EnterBidOpening', 25: 'EnterAnnouncement', 40: 'EnterEnd' } as const

/** The bidder whose submitted file this is. */
export function bidderOfFile(state: SessionState, fileId: string): string | null {
  return submitters(state).find((bidder) => bidder.submission?.fileId === fileId)?.code ?? null
}

function fileRow(bidder: BidderState) {
  return {
    bidFileId: bidder.submission?.fileId ?? '',
    entprsCode: bidder.code,
    entprsName: bidder.name,
    isPressurized: bidder.file.status === 'imported',
    isBadBidOpen: bidder.invalid !== null,
    badBidNote: bidder.invalid?.note ?? '',
    status: bidder.file.status,
    cause: causeOf(bidder),
    loginType: bidder.entered ? 1 : 0,
  }
}

function causeOf({ file }: BidderState): string | null {
  return file.status === 'failed' || file.status === 'refused' ? file.cause : null
}
