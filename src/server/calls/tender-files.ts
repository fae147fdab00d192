import { isStaffOrSupervisor } from '#domain/session/viewer.ts'
import { importedFile } from '#domain/tender/imported-files.ts'
import { isEncrypted } from '#domain/tender/tender.ts'
import type { TenderFileKind } from '#domain/tender/tender-file.ts'
import { ok } from '#lib/result.ts'
import { tenderFileUrl } from '#protocol/calls/log.ts'
import type { tenderFileCalls } from '#protocol/calls/tender-files.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { MessageCode } from '#protocol/messages/codes.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'
import { bidInfo } from './bid-info.ts'
import { createTenderFileReceiver } from './receive-tender-file.ts'

/** Import of tender files, their addresses, and the evaluation parameters. */
export function tenderFileHandlers(services: Services): Handlers<typeof tenderFileCalls> {
  const { toolTickets, viewerOf } = services
  const tenderFiles = createTenderFileReceiver(services)

  type Reading = CallContext<(typeof tenderFileCalls)['getZbjUrl' | 'getZbsUrl' | 'getBdUrl']>

  async function addressOf({ session, login, language }: Reading, kind: TenderFileKind) {
    const { state } = session
    const file = importedFile(state, kind)
    // Answered whether a file exists or not, because its existence is not public yet.
    const isSealed =
      kind === 'control-price' && state.status === 'not-opened' && !isStaffOrSupervisor(viewerOf(login.actor))
    // Anybody who has a ticket can use it, so there is none for a file that only some may see.
    const isPublic = kind !== 'control-price' || state.controlPrice?.disclosed
    const sealed = isEncrypted(state) ? 'control-price-sealed' : 'control-price-sealed-plain'
    const code = isSealed ? sealed : missing[kind]
    return ok({
      Result: file !== null,
      ResultMessage: file ? '' : messageFor(language, { code }),
      url: file && tenderFileUrl(file.fileId),
      toolUrl: file && isPublic ? await toolTickets.addressOf({ ...file, login: login.loginId }) : null,
      FILE_NAME: file?.fileName ?? '',
      size: file?.size ?? 0,
      sha256: file?.sha256 ?? '',
      seq: state.seq,
    })
  }

  return {
    UploadZhaoBiaoWenJian: ({ request, commandId, address, language, login, session }) =>
      tenderFiles.receive({
        request,
        commandId,
        address,
        language,
        actor: login.actor,
        sessionOf: () => session.id,
      }),

    getZbjUrl: (context) => addressOf(context, 'technical'),
    getZbsUrl: (context) => addressOf(context, 'commercial'),
    getBdUrl: (context) => addressOf(context, 'control-price'),

    async GetBidInfo({ session }) {
      const info = bidInfo(session.state)
      return info ? ok(info) : refuse('not-published')
    },
  }
}

/** Where no file of the kind is imported (REST-9). */
const missing: Readonly<Record<TenderFileKind, MessageCode>> = {
  technical: 'tender-file-missing',
  commercial: 'commercial-file-missing',
  'control-price': 'control-price-file-missing',
}
