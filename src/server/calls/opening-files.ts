import type { Entry } from '#domain/log/entry.ts'
import { type Attachment, attachmentName } from '#domain/objections/attachment.ts'
import type { OpeningFilePurpose } from '#domain/opening-files/opening-file.ts'
import type { EventShapes } from '#domain/session/event.ts'
import { refusal } from '#domain/session/permissions.ts'
import type { SessionState } from '#domain/session/state.ts'
import { err, ok } from '#lib/result.ts'
import type { openingFileCalls } from '#protocol/calls/opening-files.ts'
import { attachmentMediaTypes } from '../objections/attachment-types.ts'
import { receiveAttachment } from '../objections/receive-attachment.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'

type Calls = typeof openingFileCalls
type Upload = CallContext<Calls['UploadBidOpenFuJian' | 'UploadBaoZhengJinHeDuiWenJian']>

/** The file that a command added to the log; null for the entries of another command. */
function addedIn([entry]: readonly Entry[]): Attachment | null {
  return entry?.type === 'OpeningFileAdded'
    ? (entry.payload as EventShapes['OpeningFileAdded']['payload']).file
    : null
}

/** The opener's files: problems of the opening, and what deposits are checked with. */
export function openingFileHandlers({ attachments, authority }: Services): Handlers<Calls> {
  /** Stores the upload and records it; the bytes of a refused one are deleted. */
  async function upload(purpose: OpeningFilePurpose, context: Upload) {
    const { request, session, login, commandId, address, language } = context
    const { actor } = login
    const refused = refusal(session.state, actor, 'AddOpeningFile')
    if (refused) return err(refused)
    // Of no bidder: the opener's own uploads.
    const uploader = { sessionId: session.id, bidderCode: '' }
    const taken = await receiveAttachment(
      request,
      // Claimed, so that no other upload of the opener makes room at its cost.
      (file) => attachments.take(uploader, session.state, file, true),
      (fileId) => attachments.discard(uploader, fileId),
    )
    if (!taken.ok) return taken
    const asking = { sessionId: session.id, actor, commandId, address }
    const { fileId, ...content } = taken.value
    // Sent again, the file is another upload.
    const asked = { type: 'AddOpeningFile', payload: { purpose, file: content } } as const
    const added = await authority.decide(
      asking,
      { type: 'AddOpeningFile', payload: { purpose, file: taken.value } },
      asked,
    )
    const file = added.ok ? addedIn(added.value.entries) : null
    if (file?.fileId !== fileId) await attachments.discard(uploader, fileId)
    if (!added.ok) return added
    // An id from before digests were kept may be another command's.
    if (!file) return refuse('command-id-used')
    const message = language === 'en' ? 'Uploaded' : '上传成功'
    return ok({
      ...{ Result: true, ResultMessage: message, code: 1 as const, message },
      ...{ id: file.fileId, reportName: file.name },
    })
  }

  return {
    UploadBidOpenFuJian: (context) => upload('problem', context),
    UploadBaoZhengJinHeDuiWenJian: (context) => upload('deposit-check', context),

    async getBidOpenFuJianList({ session: { state } }) {
      return ok(
        filesOf(state, 'problem').map(({ file, at }) => ({
          ...{ id: file.fileId, reportName: file.name, createTime: at },
          ...{ size: file.size, sha256: file.sha256 },
        })),
      )
    },
    getBidOpenFuJian: ({ session: { state }, query: { id } }) => download(attachments, state, 'problem', id),

    async GetBaoZhengJinHeDuiWenJianList({ session: { state } }) {
      return ok(
        filesOf(state, 'deposit-check').map(({ file, at }, i) => ({
          ...{ xh: i + 1, fileName: file.name, createTime: at, fileid: file.fileId },
        })),
      )
    },
    GetBaoZhengJinHeDuiWenJian: ({ session: { state }, query: { fileID } }) =>
      download(attachments, state, 'deposit-check', fileID),
  }
}

function filesOf({ openingFiles }: SessionState, purpose: OpeningFilePurpose) {
  return openingFiles.filter((one) => one.purpose === purpose)
}

async function download(
  attachments: Services['attachments'],
  state: SessionState,
  purpose: OpeningFilePurpose,
  fileId: string,
) {
  const found = filesOf(state, purpose).find(({ file }) => file.fileId === fileId)
  if (!found) return refuse('not-found')
  const content = await attachments.open(found.file)
  if (!content) return refuse('download-missing')
  const { name, kind } = found.file
  const mediaType = attachmentMediaTypes[kind]
  return ok({ fileName: attachmentName(name, kind), mediaType, content, exported: { kind: purpose } })
}
