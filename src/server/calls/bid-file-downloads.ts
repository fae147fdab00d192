import type { BidFileState } from '#domain/submission/bid-state.ts'
import { filesOf } from '#domain/submission/bids.ts'
import type { Tender } from '#domain/tender/tender.ts'
import { ok, type Result } from '#lib/result.ts'
import { bidFileKindOf, bidFileTypeOf } from '#protocol/bid-file-type.ts'
import type { bidFileCalls } from '#protocol/calls/bid-files.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'

type DownloadCalls = Pick<typeof bidFileCalls, 'GetBidFileUrl' | 'getToolFile' | 'getBidFile' | 'getFileInfo'>

type Reading = Pick<CallContext<DownloadCalls['getBidFile']>, 'session' | 'login'>

/** A bidder's own files: address, content and manifest. */
export function downloadHandlers(services: Services): Handlers<DownloadCalls> {
  const { files, logger, loginRows, settings, toolTickets } = services
  const { bidTypePrefixes } = settings.variant.files
  const prefixesOf = (tender: Tender | null) =>
    bidTypePrefixes.flatMap(({ industry, prefix }) => (industry === tender?.industry ? [prefix] : []))

  const toolAddressOf = ({ submission: { fileName, ciphertextHash } }: BidFileState, { login }: Reading) =>
    toolTickets.addressOf({ fileName, sha256: ciphertextHash, login: login.loginId })

  return {
    async GetBidFileUrl({ query, language, ...context }) {
      const { tender } = context.session.ownState
      const kind = bidFileKindOf(query.bidFileType, prefixesOf(tender), tender)
      const file = kind && ownBidder(context)?.files[kind]
      return ok({
        Result: Boolean(file),
        ResultMessage: file ? '' : messageFor(language, { code: 'download-missing' }),
        url: file ? `/api/KB_Local/getBidFile?BidFileId=${file.submission.fileId}` : null,
        toolUrl: file ? await toolAddressOf(file, context) : null,
      })
    },

    async getToolFile({ query, request }) {
      const ticket = await toolTickets.read(query.ticket)
      const login = ticket && (await loginRows.find(ticket.login))
      const content = login && (await files.stream(ticket.sha256))
      if (!content) return refuse('download-missing')
      const { fileName, sha256 } = ticket
      logger.info({ sha256, method: request.method }, 'a file was fetched with a ticket')
      const exported = { kind: 'tool-file' } as const
      return ok({ fileName, mediaType: 'application/octet-stream', content, exported, login })
    },

    async getBidFile({ query, ...context }) {
      const found = ownFile(context, query.BidFileId)
      if (!found.ok) return found
      const { fileName, ciphertextHash } = found.value.submission
      const content = await files.stream(ciphertextHash)
      if (!content) return refuse('file-missing')
      const exported = { kind: 'bid-file' } as const
      return ok({ fileName, mediaType: 'application/octet-stream', content, exported })
    },

    async getFileInfo({ query, ...context }) {
      const found = ownFile(context, query.BidFileId)
      if (!found.ok) return found
      const { kind, submission, file } = found.value
      const { fileId, fileName, ciphertextHash, at, manifest } = submission
      if (manifest === null) return refuse('unknown-file')
      return ok({
        kind,
        tbwjLeiXing: bidFileTypeOf(kind, context.session.ownState.tender),
        bidFileId: fileId,
        fileName,
        manifest,
        ciphertextHash,
        submittedAt: at,
        status: file.status,
      })
    },
  }
}

function ownBidder({ session, login }: Reading) {
  return session.ownState.bidders[login.actor.unitCode ?? '']
}

/** The caller's file with this id; without an id, their first file. */
function ownFile(reading: Reading, fileId: string | undefined): Result<BidFileState, Refusal> {
  const own = ownBidder(reading)
  const found = (own ? filesOf(own) : []).find(
    ({ submission }) => fileId === undefined || submission.fileId === fileId,
  )
  return found ? ok(found) : refuse('unknown-file')
}
