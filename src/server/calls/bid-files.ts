import { overviewRows } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import { viewState } from '#domain/session/view-state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { BidderState, BidFileState } from '#domain/submission/bid-state.ts'
import {
  biddersOf,
  fileById,
  filesIn,
  filesOf,
  participants,
  standingOf,
  submitters,
} from '#domain/submission/bids.ts'
import { columnsOfEnvelope, type Tender } from '#domain/tender/tender.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { bidFileKindOf, bidFileTypeOf } from '#protocol/bid-file-type.ts'
import type { bidFileCalls } from '#protocol/calls/bid-files.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { Language } from '#protocol/messages/codes.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'
import { outcome } from './command.ts'
import { roundFor } from './round.ts'

/** Bid files by kind and envelope. What a caller reads is the fold of what that caller may see. */
export function bidFileHandlers(services: Services): Handlers<typeof bidFileCalls> {
  const { authority, files, logger, loginRows, opener, settings, toolTickets } = services
  const { bidTypePrefixes } = settings.variant.files

  type Reading = Pick<CallContext<(typeof bidFileCalls)['GetTouBiaoRenList']>, 'session' | 'login'>

  const seenBy = ({ session, login }: Reading) => viewState(services.viewerOf(login.actor), session.state)

  const roundSeen = (reading: Reading, stage: EnvelopeNumber | undefined) => roundFor(seenBy(reading), stage)

  const ownOf = ({ session, login }: Reading) => session.state.bidders[login.actor.unitCode ?? '']

  const toolAddressOf = ({ submission: { fileName, ciphertextHash } }: BidFileState, { login }: Reading) =>
    toolTickets.addressOf({ fileName, sha256: ciphertextHash, login: login.loginId })

  return {
    async GetTouBiaoRenList(context) {
      const state = seenBy(context)
      return ok(biddersOf(state).map((bidder) => fileRow(state, bidder)))
    },

    async getBidFileByCondition({ query, ...context }) {
      const round = roundSeen(context, query.BidStage)
      if (!round.ok) return round
      const state = round.value
      const bids = submitters(state)
      const from = (query.PageIndex - 1) * query.PageSize
      const rows = bids.slice(from, from + query.PageSize).map((bidder) => fileRow(state, bidder))
      return ok({ total: bids.length, rows, seq: state.seq })
    },

    async getJMZTbwjCount({ query, ...context }) {
      const round = roundSeen(context, query.BidStage)
      if (!round.ok) return round
      const state = round.value
      const asked = participants(state).filter(({ code }) => (query.EntprsCode ?? code) === code)
      const beingOpened = asked
        .flatMap((bidder) => filesIn(state, bidder))
        .filter(({ file }) => file.status === 'opening' || file.status === 'decrypted')
      return ok({ count: beingOpened.length, seq: state.seq })
    },

    async getJyptTBStatus({ query, ...context }) {
      const round = roundSeen(context, query.BidStage)
      if (!round.ok) return round
      const bidder = round.value.bidders[query.EntprsCode]
      return bidder ? ok(submissionRow(bidder, round.value.tender)) : refuse('unknown-bidder')
    },

    async getJyptAllTBStatus({ query, ...context }) {
      const round = roundSeen(context, query.BidStage)
      return round.ok
        ? ok(biddersOf(round.value).map((bidder) => submissionRow(bidder, round.value.tender)))
        : round
    },

    async GetBidFileUrl({ query, language, ...context }) {
      const kind = bidFileKindOf(
        query.bidFileType,
        bidTypePrefixes.map(({ prefix }) => prefix),
        context.session.state.tender,
      )
      const file = kind && ownOf(context)?.files[kind]
      return ok({
        Result: Boolean(file),
        ResultMessage: file ? '' : messageFor(language, { code: 'download-missing' }),
        url: file ? `/api/KB_Local/getBidFile?BidFileId=${file.submission.fileId}` : null,
        toolUrl: file ? await toolAddressOf(file, context) : null,
      })
    },

    async getToolFile({ query, address, request }) {
      const ticket = await toolTickets.read(query.ticket)
      const login = ticket && (await loginRows.find(ticket.login))
      const content = login && (await files.stream(ticket.sha256))
      if (!content) return refuse('download-missing')
      const { fileName, sha256 } = ticket
      const told = { user: login.actor.id, address, fileName, sha256, method: request.method }
      logger.info(told, 'a file was fetched with a ticket')
      return ok({ fileName, mediaType: 'application/octet-stream', content })
    },

    async getBidFile({ query, ...context }) {
      const found = ownFile(context, query.BidFileId)
      if (!found.ok) return found
      const { fileName, ciphertextHash } = found.value.submission
      const content = await files.stream(ciphertextHash)
      return content
        ? ok({ fileName, mediaType: 'application/octet-stream', content })
        : refuse('file-missing')
    },

    async getFileInfo({ query, ...context }) {
      const found = ownFile(context, query.BidFileId)
      if (!found.ok) return found
      const { kind, submission, file } = found.value
      const { fileId, fileName, ciphertextHash, at, manifest } = submission
      if (manifest === null) return refuse('unknown-file')
      return ok({
        kind,
        tbwjLeiXing: bidFileTypeOf(kind, context.session.state.tender),
        bidFileId: fileId,
        fileName,
        manifest,
        ciphertextHash,
        submittedAt: at,
        status: file.status,
      })
    },

    async getImportStatus({ query, ...context }) {
      const round = roundSeen(context, query.BidStage)
      if (!round.ok) return round
      const state = round.value
      const rows = participants(state).map((bidder) => fileRow(state, bidder))
      return ok({
        total: rows.length,
        imported: rows.filter(({ status }) => status === 'imported').length,
        failed: rows.filter(({ status }) => status === 'failed').length,
        opening: rows.flatMap(({ files }) => files).filter(({ status }) => status === 'opening').length,
        reading: opener
          .reading(context.session.id)
          .map(({ fileId, percent }) => ({ bidFileId: fileId, percent })),
        rows: (query.IsGetJieMiStatus === 0 ? [] : rows)
          .filter(({ entprsCode }) => (query.Qybh ?? entprsCode) === entprsCode)
          .map(({ entprsCode, status, cause, files }) => ({ entprsCode, status, cause, files })),
        seq: state.seq,
      })
    },

    async setBadBidStatus(context) {
      const { BidFileGuid, Is_BadBid_Open: invalid, BadBidNote: note } = context.body
      const bidderCode = bidderOfFile(context.session.state, BidFileGuid)
      if (bidderCode === null) return refuse('unknown-file')
      return outcome(authority, context, { type: 'MarkBid', payload: { bidderCode, invalid, note } })
    },

    async GetSinColumns({ query, language, ...context }) {
      const round = roundSeen(context, query.BidStage)
      if (!round.ok) return round
      const state = round.value
      const rows = query.isGetData ? overviewRows(state) : []
      return ok({
        headers: headersOf(state, language),
        rows: rows.map(({ bidderCode, figures }) => ({ entprsCode: bidderCode, figures })),
        seq: state.seq,
      })
    },

    async CreateReport_Json({ query, language, ...context }) {
      const round = roundSeen(context, query.BidStage)
      if (!round.ok) return round
      const state = round.value
      const rows = overviewRows(state)
      const from = (query.Page - 1) * query.PageSize
      return ok({
        total: rows.length,
        headers: headersOf(state, language),
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

  /** A file of the caller's own; the first where none is named. */
  function ownFile(reading: Reading, fileId: string | undefined): Result<BidFileState, Refusal> {
    const own = ownOf(reading)
    const found = (own ? filesOf(own) : []).find(
      ({ submission }) => fileId === undefined || submission.fileId === fileId,
    )
    return found ? ok(found) : err({ code: 'unknown-file', params: {} })
  }
}

/** The bidder whose submitted file this is. */
export function bidderOfFile(state: SessionState, fileId: string): string | null {
  return fileById(state, fileId)?.bidder.code ?? null
}

function headersOf({ tender, stage }: SessionState, language: Language) {
  const columns = tender ? columnsOfEnvelope(tender, stage.number) : []
  return columns.map(({ key, title, unit }) => ({
    key,
    title: language === 'en' ? title.en : title.zh,
    unit,
  }))
}

function fileRow(state: SessionState, bidder: BidderState) {
  const file = standingOf(state, bidder)
  const files = filesIn(state, bidder)
  return {
    bidFileId: files[0]?.submission.fileId ?? '',
    entprsCode: bidder.code,
    entprsName: bidder.name,
    isPressurized: file.status === 'imported',
    isBadBidOpen: bidder.invalid !== null,
    badBidNote: bidder.invalid?.note ?? '',
    status: file.status,
    cause: 'cause' in file ? file.cause : null,
    loginType: bidder.entered ? 1 : 0,
    files: files.map((one) => fileState(one, state.tender)),
  }
}

function fileState({ kind, submission, file }: BidFileState, tender: Tender | null) {
  return {
    kind,
    tbwjLeiXing: bidFileTypeOf(kind, tender),
    bidFileId: submission.fileId,
    status: file.status as string,
    cause: 'cause' in file ? file.cause : null,
  }
}

function submissionRow({ code, name, files }: BidderState, tender: Tender | null) {
  const imported = (file: BidFileState | undefined) => file?.file.status === 'imported'
  return {
    entprsCode: code,
    entprsName: name,
    isDiJiaoJsb: files.technical !== undefined,
    isDiJiaoSwb: files.commercial !== undefined,
    isDiJiaoZgsc: files.qualification !== undefined,
    jsbSuccess: imported(files.technical),
    swbSuccess: imported(files.commercial),
    zsSuccess: imported(files.qualification),
    files: Object.values(files).map((file) => fileState(file, tender)),
  }
}
