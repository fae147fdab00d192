import { z } from 'zod'
import type { Call } from '../call.ts'
import { commandCall } from '../command-call.ts'
import { outcomeSchema } from '../outcome.ts'
import { uploadedFile } from '../uploaded-file.ts'

const path = (name: string) => `/api/KB_Local/${name}` as const

const upload = {
  method: 'POST',
  auth: 'session',
  action: 'AddOpeningFile',
  refuses: [
    'file-missing',
    'attachment-one-only',
    'attachment-kind',
    'attachment-too-large',
    'attachment-name-too-long',
    'any-rule',
  ],
  rules: 'FIL-1 to FIL-3',
  consumes: 'multipart/form-data',
  response: z.strictObject({
    ...outcomeSchema.omit({ seq: true }).shape,
    /** 1; a refusal has its own code. */
    code: z.literal(1),
    message: z.string(),
    id: z.uuid(),
    reportName: z.string(),
  }),
} as const

const download = {
  method: 'GET',
  auth: 'session',
  refuses: ['not-found', 'download-missing'],
  produces: 'application/octet-stream',
  response: uploadedFile,
} as const

/** Files of the opener: problems of the opening, and what deposits are checked with. */
export const openingFileCalls = {
  UploadBidOpenFuJian: {
    ...upload,
    path: path('UploadBidOpenFuJian'),
    summary:
      'Adds a file to the record of problems of the opening (上传成功), until it has ended or failed: field FormCollection, ' +
      'and before it FileName where the file is to have another name',
    form: z.strictObject({ FileName: z.string().max(200).optional(), FormCollection: uploadedFile }),
  },
  getBidOpenFuJianList: {
    method: 'GET',
    path: path('getBidOpenFuJianList'),
    auth: 'session',
    action: 'ReadOpeningProblems',
    summary: 'The files of the record of problems',
    rules: 'FIL-1',
    response: z.array(
      z.strictObject({
        id: z.uuid(),
        reportName: z.string(),
        createTime: z.iso.datetime(),
        size: z.number().int(),
        sha256: z.string(),
      }),
    ),
  },
  getBidOpenFuJian: {
    ...download,
    path: path('getBidOpenFuJian'),
    action: 'ReadOpeningProblems',
    summary: 'One file of the record of problems; always a download',
    rules: 'FIL-1',
    query: z.strictObject({ id: z.uuid() }),
  },
  deleteBidOpenFuJian: commandCall({
    path: path('deleteBidOpenFuJian'),
    command: 'RemoveOpeningFile',
    summary: 'Deletes a file of the record of problems (删除成功); the log keeps that it was there',
    rules: 'FIL-1',
    body: z.strictObject({ id: z.uuid() }),
    toPayload: ({ id }) => ({ purpose: 'problem', fileId: id }),
    fromPayload: ({ purpose, fileId }) => (purpose === 'problem' ? { id: fileId } : null),
  }),
  UploadBaoZhengJinHeDuiWenJian: {
    ...upload,
    path: path('UploadBaoZhengJinHeDuiWenJian'),
    summary: 'Adds a file that deposits are checked with, before the end: field FormCollection',
    form: z.strictObject({ FileName: z.string().max(200).optional(), FormCollection: uploadedFile }),
  },
  GetBaoZhengJinHeDuiWenJianList: {
    method: 'GET',
    path: path('GetBaoZhengJinHeDuiWenJianList'),
    bothMethods: true,
    auth: 'session',
    action: 'ReadDepositFiles',
    summary: 'The files that deposits are checked with; not for bidders',
    rules: 'FIL-2',
    response: z.array(
      z.strictObject({
        xh: z.number().int(),
        fileName: z.string(),
        createTime: z.iso.datetime(),
        fileid: z.uuid(),
      }),
    ),
  },
  GetBaoZhengJinHeDuiWenJian: {
    ...download,
    path: path('GetBaoZhengJinHeDuiWenJian'),
    action: 'ReadDepositFiles',
    summary: 'One file that deposits are checked with; always a download',
    rules: 'FIL-2',
    query: z.strictObject({ fileID: z.uuid() }),
  },
  DeleteBaoZhengJinHeDuiWenJian: {
    ...commandCall({
      path: path('DeleteBaoZhengJinHeDuiWenJian'),
      command: 'RemoveOpeningFile',
      summary:
        'Deletes a file that deposits are checked with, before the end; the log keeps that it was there',
      rules: 'FIL-2',
      body: z.strictObject({ fileID: z.uuid() }),
      toPayload: ({ fileID }) => ({ purpose: 'deposit-check', fileId: fileID }),
      fromPayload: ({ purpose, fileId }) => (purpose === 'deposit-check' ? { fileID: fileId } : null),
    }),
    bothMethods: true,
  },
} as const satisfies Record<string, Call>
