import type { SessionState } from '#domain/session/state.ts'
import type { BidderState, BidFileState } from '#domain/submission/bid-state.ts'
import { biddersOf, filesIn, participants, standingOf, submitters } from '#domain/submission/bids.ts'
import type { Tender } from '#domain/tender/tender.ts'
import { ok } from '#lib/result.ts'
import { bidFileTypeOf } from '#protocol/bid-file-type.ts'
import type { CallQuery } from '#protocol/call.ts'
import type { bidFileCalls } from '#protocol/calls/bid-files.ts'
import type { BidFileProcessor } from '../bid-file-processor/bid-file-processor.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { bidFields, submittedFiles } from './bid-fields.ts'
import { downloadHandlers } from './bid-file-downloads.ts'
import { depositStatuses } from './deposit-rows.ts'
import { overviewHandlers } from './overview.ts'
import { roundFor } from './round.ts'

/** Bid files by bidder, kind and envelope. */
export function bidFileHandlers(services: Services): Handlers<typeof bidFileCalls> {
  return {
    async GetTouBiaoRenList({ session, login }) {
      const { state } = session
      const statuses = await depositStatuses(services, session, login.actor)
      return ok(biddersOf(state).map((bidder) => bidRow(state, bidder, statuses)))
    },

    async getBidFileByCondition({ query, session, login }) {
      const round = roundFor(session.state, query.BidStage)
      if (!round.ok) return round
      const state = round.value
      const bids = submitters(state)
      const from = (query.PageIndex - 1) * query.PageSize
      const statuses = await depositStatuses(services, session, login.actor)
      const rows = bids.slice(from, from + query.PageSize).map((bidder) => bidRow(state, bidder, statuses))
      return ok({ total: bids.length, rows, seq: state.seq })
    },

    async getJMZTbwjCount({ query, session }) {
      const round = roundFor(session.state, query.BidStage)
      if (!round.ok) return round
      const state = round.value
      const asked = participants(state).filter(({ code }) => (query.EntprsCode ?? code) === code)
      const beingOpened = asked
        .flatMap((bidder) => filesIn(state, bidder))
        .filter(({ file }) => file.status === 'opening' || file.status === 'decrypted')
      return ok({ count: beingOpened.length, seq: state.seq })
    },

    async getJyptTBStatus({ query, session }) {
      const round = roundFor(session.state, query.BidStage)
      if (!round.ok) return round
      const bidder = round.value.bidders[query.EntprsCode]
      return bidder ? ok(submissionRow(bidder, round.value.tender)) : refuse('unknown-bidder')
    },

    async getJyptAllTBStatus({ query, session }) {
      const round = roundFor(session.state, query.BidStage)
      return round.ok
        ? ok(biddersOf(round.value).map((bidder) => submissionRow(bidder, round.value.tender)))
        : round
    },

    ...downloadHandlers(services),

    async getImportStatus({ query, session }) {
      const round = roundFor(session.state, query.BidStage)
      if (!round.ok) return round
      const reading = services.bidFileProcessor.progress(session.id)
      return ok(importStatus(round.value, query, reading))
    },

    ...overviewHandlers(services),
  }
}

function importStatus(
  state: SessionState,
  query: CallQuery<(typeof bidFileCalls)['getImportStatus']>,
  reading: ReturnType<BidFileProcessor['progress']>,
) {
  const rows = participants(state).map((bidder) => fileRow(state, bidder))
  return {
    total: rows.length,
    imported: rows.filter(({ status }) => status === 'imported').length,
    failed: rows.filter(({ status }) => status === 'failed').length,
    opening: rows.flatMap(({ files }) => files).filter(({ status }) => status === 'opening').length,
    reading: reading.map(({ fileId, percent }) => ({ bidFileId: fileId, percent })),
    rows: (query.IsGetJieMiStatus === false ? [] : rows)
      .filter(({ entprsCode }) => (query.Qybh ?? entprsCode) === entprsCode)
      .map(({ entprsCode, status, cause, files }) => ({ entprsCode, status, cause, files })),
    seq: state.seq,
  }
}

function fileRow(state: SessionState, bidder: BidderState) {
  const file = standingOf(state, bidder)
  const files = filesIn(state, bidder)
  return {
    bidFileId: files[0]?.submission.fileId ?? '',
    entprsCode: bidder.code,
    entprsName: bidder.name,
    badBidNote: bidder.invalid?.note ?? '',
    status: file.status,
    cause: 'cause' in file ? file.cause : null,
    loginType: bidder.entered ? 1 : 0,
    files: files.map((one) => fileState(one, state.tender)),
  }
}

function bidRow(state: SessionState, bidder: BidderState, statuses: Parameters<typeof bidFields>[2]) {
  return { ...fileRow(state, bidder), ...bidFields(state, bidder, statuses) }
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
  return {
    entprsCode: code,
    entprsName: name,
    ...submittedFiles(files),
    files: Object.values(files).map((file) => fileState(file, tender)),
  }
}
