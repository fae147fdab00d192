import { z } from 'zod'
import type { Call } from '../call.ts'
import { certificateRefusals } from '../refusals.ts'
import { ackSchema } from '../socket/ack.ts'
import { commandSchema } from '../socket/cmd.ts'
import { eventsSchema } from '../socket/events.ts'
import { wholeSnapshotSchema } from '../socket/snapshot.ts'

const tenderFilePath = '/api/KB_Local/getTenderFile'

/** Address of a tender file, clarification or answer, with the section's authorization. */
export function tenderFileUrl(fileId: string): string {
  return `${tenderFilePath}?fileId=${fileId}`
}

/** Entries that one answer has at most (LIM-10). */
export const entriesPerAnswer = 1000

/** The session log by REST, for catching up and for checking the chain. */
export const logCalls = {
  getSessionLog: {
    method: 'GET',
    path: '/api/KB_Local/getSessionLog',
    auth: 'session',
    action: 'ReadLog',
    summary: 'Entries after a seq, as the caller may see them, at most a thousand in an answer',
    rules: 'SNP-4, HID-1, LIM-10',
    query: z.strictObject({
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(5000).default(entriesPerAnswer),
    }),
    response: eventsSchema,
  },
  exportSessionLog: {
    method: 'GET',
    path: '/api/KB_Local/exportSessionLog',
    auth: 'session',
    action: 'ReadLog',
    evenDamaged: true,
    summary: 'The whole log as a file for verification, as the caller may see it; names damaged places',
    rules: 'LOG-2, DRW-17',
    response: z.string(),
    produces: 'application/jsonl',
  },
  getSessionSnapshot: {
    method: 'GET',
    path: '/api/KB_Local/getSessionSnapshot',
    auth: 'session',
    action: 'ReadLog',
    summary: 'The state of the section as the caller may see it, for clients that are far behind',
    rules: 'SNP-3',
    response: wholeSnapshotSchema,
  },
  submitCommand: {
    method: 'POST',
    path: '/api/KB_Local/submitCommand',
    auth: 'session',
    refuses: [
      'unknown-command',
      'forbidden',
      'not-enrolled',
      'unknown-section',
      'malformed-key',
      'any-rule',
      ...certificateRefusals,
    ],
    summary:
      'A command in the form of the socket, for clients without a socket; executed once even if sent again',
    rules: 'CMD-2, CMD-3',
    body: commandSchema,
    response: ackSchema,
  },
  getTenderFileList: {
    method: 'GET',
    path: '/api/KB_Local/getTenderFileList',
    auth: 'session',
    action: 'ReadTenderFiles',
    summary: 'Tender documents, clarifications, answers and other files',
    rules: 'SHL-11',
    response: z.array(
      z.strictObject({
        fileId: z.uuid(),
        FILE_NAME: z.string(),
        /** Where to get it. */
        FILE_URL: z.string(),
        /** tender, clarification, answer, other */
        FUJIANLEIXING: z.string(),
        size: z.number().int(),
        uploadTime: z.iso.datetime(),
      }),
    ),
  },
  getTenderFile: {
    method: 'GET',
    path: tenderFilePath,
    auth: 'session',
    action: 'ReadTenderFiles',
    refuses: ['not-found', 'download-missing'],
    summary: 'One file of the file list',
    rules: 'SHL-11',
    query: z.strictObject({ fileId: z.uuid() }),
    response: z.unknown().meta({ type: 'string', format: 'binary' }),
    produces: 'application/octet-stream',
  },
} as const satisfies Record<string, Call>
