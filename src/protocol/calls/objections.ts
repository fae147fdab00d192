import { z } from 'zod'
import { bidderOfFile, fileOfBidder } from '../bid-by-file.ts'
import type { Call } from '../call.ts'
import { type Caller, commandCall } from '../command-call.ts'
import { outcomeSchema } from '../outcome.ts'
import { uploadedFile } from '../uploaded-file.ts'

const objection = z.strictObject({
  objectionGuid: z.uuid(),
  entprsCode: z.string(),
  entprsName: z.string(),
  objectionContent: z.string(),
  /** Empty, and size null, without an attachment. */
  objectionFileName: z.string(),
  objectionFileUrl: z.string(),
  objectionFileSize: z.number().int().nullable(),
  createTime: z.iso.datetime(),
  isRespond: z.boolean(),
  respondContent: z.string(),
  respondTime: z.iso.datetime().nullable(),
  /** The bidder has read the reply. */
  tbrIsRead: z.boolean(),
})

/** Longer than the rules allow, so that they refuse a long text with their own message. */
const text = z.string().max(10_000)
/** A file of the bidder, where they have submitted one. */
const ownFile = z.union([z.uuid(), z.literal('')]).default('')

const attachmentPath = '/api/KB_Local/getYiYiFuJian'

/** Address of an attachment, with the section's authorization. */
export function attachmentUrl(fileId: string): string {
  return `${attachmentPath}?objectionFileGuid=${fileId}`
}

/** Objections before the opening. */
export const objectionCalls = {
  getYiYiList: {
    method: 'GET',
    path: '/api/KB_Local/getYiYiList',
    auth: 'session',
    action: 'ReadObjections',
    summary: 'Objections with their replies as of a seq; polled every 19 s while there is no socket',
    rules: 'SES-12, POL-1',
    response: z.strictObject({ rows: z.array(objection), seq: z.number().int() }),
  },
  createYiYi: commandCall({
    path: '/api/KB_Local/createYiYi',
    command: 'RaiseObjection',
    summary: 'Raises an objection while the section is 未开标; BidFileId and ENTPRSNAME are the bidder’s own',
    rules: 'OBJ-1, OBJ-2',
    body: z.strictObject({
      BidFileId: ownFile,
      ENTPRSNAME: z.string().max(300).optional(),
      objectionContent: text.default(''),
      /** The uploaded attachment. */
      objectionFileGuid: z.union([z.uuid(), z.literal('')]).default(''),
      StageOrd: z.number().int().optional(),
    }),
    toPayload: ({ BidFileId, ENTPRSNAME, objectionContent, objectionFileGuid }, caller) =>
      isOwn(caller, { fileId: BidFileId, name: ENTPRSNAME })
        ? { content: objectionContent, attachmentId: objectionFileGuid || null }
        : 'unknown-bidder',
    fromPayload: ({ content, attachmentId }, caller) => ({
      BidFileId: ownFileOf(caller),
      objectionContent: content,
      objectionFileGuid: attachmentId ?? '',
    }),
  }),
  uploadYiYiFuJian: {
    method: 'POST',
    path: '/api/KB_Local/uploadYiYiFuJian',
    auth: 'session',
    action: 'RaiseObjection',
    refuses: [
      'file-missing',
      'attachment-one-only',
      'attachment-kind',
      'attachment-too-large',
      'attachment-name-too-long',
    ],
    summary:
      'Uploads the file of an objection, at most one: jpg, pdf, doc or docx by its content, under 50 MB. It is deleted ' +
      'if it is not submitted with an objection within a day',
    rules: 'OBJ-3 to OBJ-5, OBJ-8',
    consumes: 'multipart/form-data',
    form: z.strictObject({ file: uploadedFile }),
    response: z.strictObject({
      ...outcomeSchema.omit({ seq: true }).shape,
      objectionFileGuid: z.uuid(),
      /** The name under which it is kept (OBJ-5). */
      objectionFileName: z.string(),
      objectionFileUrl: z.string(),
      size: z.number().int(),
      sha256: z.string(),
    }),
  },
  deleteYiYiFuJian: {
    method: 'POST',
    path: '/api/KB_Local/deleteYiYiFuJian',
    auth: 'session',
    action: 'RaiseObjection',
    refuses: ['attachment-kept'],
    summary: 'Deletes an uploaded file that has not been submitted with an objection',
    rules: 'OBJ-8',
    body: z.strictObject({ objectionFileGuid: z.uuid() }),
    response: outcomeSchema.omit({ seq: true }),
  },
  getYiYiFuJian: {
    method: 'GET',
    path: attachmentPath,
    auth: 'session',
    action: 'ReadObjections',
    refuses: ['not-found', 'download-missing'],
    summary: 'The file attached to an objection, for everybody who may see the objection; always a download',
    rules: 'SES-12',
    query: z.strictObject({ objectionFileGuid: z.uuid() }),
    produces: 'application/octet-stream',
    response: uploadedFile,
  },
  CreateObjectionAndReplyReport: {
    method: 'GET',
    path: '/api/KB_Local/CreateObjectionAndReplyReport',
    auth: 'session',
    action: 'ReadReport',
    unsafe: true,
    refuses: ['unknown-bidder', 'download-missing', 'reports-busy', 'any-rule'],
    summary:
      'Objections and replies as PDF: of one bidder (EntprsCode) or of all; a bidder gets their own only. That of all is filed by the opener’s call after the end',
    rules: 'REP-2, REP-12',
    query: z.strictObject({ EntprsCode: z.string().trim().min(1).max(60).optional() }),
    produces: 'application/pdf',
    response: uploadedFile,
  },
  replyYiYi: commandCall({
    path: '/api/KB_Local/replyYiYi',
    command: 'ReplyObjection',
    summary: 'Replies to an objection while the section is 未开标',
    rules: 'OBJ-1, OBJ-2',
    body: z.strictObject({ ObjectionGuid: z.uuid(), respondContent: text.default('') }),
    toPayload: ({ ObjectionGuid, respondContent }) => ({
      objectionId: ObjectionGuid,
      content: respondContent,
    }),
    fromPayload: ({ objectionId, content }) => ({ ObjectionGuid: objectionId, respondContent: content }),
  }),
  setYiYiIsRead: commandCall({
    path: '/api/KB_Local/setYiYiIsRead',
    command: 'MarkObjectionRead',
    summary: 'Records that the bidder has read the reply',
    rules: 'OBJ-6',
    body: z.strictObject({
      BidFileId: ownFile,
      ObjectionGuid: z.uuid(),
      StageOrd: z.number().int().optional(),
    }),
    toPayload: ({ BidFileId, ObjectionGuid }, caller) =>
      isOwn(caller, { fileId: BidFileId }) ? { objectionId: ObjectionGuid } : 'unknown-bidder',
    fromPayload: ({ objectionId }, caller) => ({
      BidFileId: ownFileOf(caller),
      ObjectionGuid: objectionId,
    }),
  }),
} as const satisfies Record<string, Call>

/** Whether the caller's bidder fields are their own; callers who are no bidders are refused by the rules. */
function isOwn({ unitCode, state }: Caller, said: { fileId: string; name?: string | undefined }): boolean {
  const bidder = state.bidders[unitCode ?? '']
  if (!bidder) return true
  const fileFits = said.fileId === '' || bidderOfFile(state, said.fileId) === bidder.code
  return fileFits && (said.name === undefined || said.name === bidder.name)
}

function ownFileOf({ unitCode, state }: Caller): string {
  return fileOfBidder(state, unitCode ?? '') ?? ''
}
