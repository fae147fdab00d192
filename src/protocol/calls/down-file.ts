import { z } from 'zod'
import type { Call } from '../call.ts'
import { uploadedFile } from '../uploaded-file.ts'

/** One address for the files of a section. */
export const downFileCalls = {
  DownFile: {
    method: 'GET',
    path: '/api/KB/DownFile',
    auth: 'session',
    action: 'ReadTender',
    refuses: [
      'not-found',
      'download-missing',
      'file-missing',
      'unknown-file',
      'document-not-offered',
      'overview-later',
      'any-rule',
    ],
    summary:
      'A file of the section: FileFullName is its id, or its address as a call answers it, and never a path; it is given ' +
      'to whom its own call gives it. FileShowName names the download; IResultType is taken and changes nothing',
    rules: 'REST-14',
    query: z.strictObject({
      /** Left out: the section of the authorization. */
      BidProjGuid: z.uuid().optional(),
      IResultType: z.string().max(20).optional(),
      FileFullName: z.string().trim().min(1).max(500),
      FileShowName: z.string().trim().max(200).optional(),
    }),
    produces: 'application/octet-stream',
    response: uploadedFile,
  },
} as const satisfies Record<string, Call>
