import { z } from 'zod'
import { bidFileSchema } from '../bid-file-type.ts'
import type { Call } from '../call.ts'
import { outcomeSchema } from '../outcome.ts'
import { bidFileRefusals } from '../refusals.ts'
import { uploadedFile } from '../uploaded-file.ts'

/** cdsn: serial of the machine that the bid was made on, read by its tool (SHL-8). */
export const hardwareSerial = z.string().trim().min(1).max(100)

/** The receipt of a submitted bid. */
export const submittedBid = z.strictObject({
  ...outcomeSchema.shape,
  bidFileId: z.uuid(),
  ciphertextHash: z.string(),
  submittedAt: z.iso.datetime(),
})

/** Sealing and submitting a bid, before the opening (BID-8). */
export const submissionCalls = {
  getSealingInfo: {
    method: 'GET',
    path: '/api/KB_Local/getSealingInfo',
    auth: 'user',
    action: 'SubmitBid',
    refuses: ['not-published'],
    summary:
      'Data for sealing a bid: the files to submit with those received so far, the bid form’s columns, the key',
    rules: 'BID-8, BID-11',
    query: z.strictObject({ BDGuid: z.uuid() }),
    response: z.strictObject({
      bdGuid: z.uuid(),
      bdbh: z.string(),
      bdmc: z.string(),
      OpenBidTime: z.iso.datetime(),
      /** Lot status: 0 open, 2 failed, 3 stopped, 4 paused. */
      BDZHUANGTAI: z.literal([0, 2, 3, 4]),
      EntprsCode: z.string(),
      EntprsName: z.string(),
      columns: z.array(z.unknown()),
      /** age recipient of the outer layer of files in the first envelope. */
      sessionRecipient: z.string(),
      /** False: files have no bidder's key; only the session's key seals them until the opening (BID-10). */
      encrypted: z.boolean(),
      /** The bid files, sealed separately; each column belongs to the file it names. */
      bidFiles: z.array(
        z.strictObject({
          ...bidFileSchema.shape,
          /** 1 first envelope, 2 second. */
          envelope: z.literal([1, 2]),
          required: z.boolean(),
          /** age recipient of the outer layer of this file: each envelope has its own. */
          sessionRecipient: z.string(),
          submitted: z
            .strictObject({
              bidFileId: z.uuid(),
              fileName: z.string(),
              ciphertextHash: z.string(),
              at: z.iso.datetime(),
            })
            .nullable(),
        }),
      ),
      /** Whether all required files are received (BID-6). */
      isComplete: z.boolean(),
      serverTime: z.iso.datetime(),
    }),
  },
  submitBidFile: {
    method: 'POST',
    path: '/api/KB_Local/submitBidFile',
    auth: 'user',
    action: 'SubmitBid',
    refuses: ['not-published', ...bidFileRefusals],
    summary:
      'Submits a sealed bid: form fields BDGuid and manifest, cdsn if the machine’s serial is known, then the file',
    rules: 'BID-2 to BID-6, BID-10',
    consumes: 'multipart/form-data',
    form: z.strictObject({
      BDGuid: z.uuid(),
      manifest: z.string(),
      cdsn: hardwareSerial.optional(),
      file: uploadedFile,
    }),
    response: submittedBid,
  },
} as const satisfies Record<string, Call>
