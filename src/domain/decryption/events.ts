import { z } from 'zod'
import { everybody, ownBidderToo } from '../session/audience.ts'
import { eventRow } from '../session/event-row.ts'
import { flow } from '../session/flow.ts'
import { prolongedRow } from '../session/prolonged-row.ts'
import { spanSchema } from '../session/window.ts'
import { lineRecordSchema } from '../session/window-health.ts'
import { ensureBidder, fileOf, sealedFile } from '../submission/bid-draft.ts'
import { frozenBidSchema } from '../submission/bid-file.ts'
import { filesOf } from '../submission/bids.ts'
import { isEncrypted } from '../tender/tender.ts'
import { beginDecryption, beginImport, reopenDecryption } from './begin-opening.ts'
import {
  bidFailureKinds,
  closingCauses,
  decryptionMethods,
  documentsSchema,
  failureCauses,
  openingFailures,
} from './outcome.ts'

const file = { bidderCode: z.string(), fileId: z.string() }
const keyed = z.strictObject({ ...file, method: z.enum(decryptionMethods) })
/** The one-time key of the file; only the server sees it. */
const fileIdentity = z.strictObject({ fileIdentity: z.string() })
/** A bidder's file of which the server has the key. */
const keyedFile = {
  version: 1,
  payload: keyed,
  private: fileIdentity,
  writes: ['bidders'],
  seenBy: everybody,
} as const
const window = { deadline: z.string() }

export const decryptionEvents = {
  BidOpeningEntered: eventRow({
    version: 1,
    payload: z.strictObject({}),
    fold(draft) {
      draft.flow = Math.max(draft.flow, flow.opening)
    },
    writes: [],
    seenBy: everybody,
  }),

  /**
   * From here on no bid can be changed. `absent`: bidders without a bid or without a required file. Version 2: files by
   * kind.
   */
  BidsFrozen: eventRow({
    version: 2,
    payload: z.strictObject({
      bids: z.array(frozenBidSchema),
      absent: z.array(z.strictObject({ bidderCode: z.string(), name: z.string() })),
    }),
    upcast: (payload: { bids: object[] }) => ({
      ...payload,
      bids: payload.bids.map((bid) => ({ kind: 'technical', ...bid })),
    }),
    fold(draft, { payload: { bids, absent } }) {
      draft.frozen = true
      for (const { bidderCode, name } of absent) {
        const bidder = ensureBidder(draft, bidderCode, name)
        for (const file of filesOf(bidder)) file.file = { status: 'left-out' }
      }
      for (const { bidderCode, name, submittedAt, kind, ...bid } of bids) {
        const bidder = ensureBidder(draft, bidderCode, name)
        const own = bidder.files[kind]
        const submission = { ...bid, at: submittedAt, manifest: own?.submission.manifest ?? null }
        bidder.files[kind] = sealedFile(kind, submission, own?.submissions ?? null)
      }
      // Until now a bidder knew only of themselves; from here on the order is the same for all viewers.
      draft.order = [...new Set([...bids, ...absent].map(({ bidderCode }) => bidderCode))]
    },
    writes: 'everything',
    seenBy: everybody,
  }),

  DecryptionStarted: eventRow({
    version: 1,
    payload: z.strictObject({ limitMinutes: z.number().int(), ...window }),
    fold: beginDecryption,
    writes: 'everything',
    seenBy: everybody,
  }),

  /** Without bid encryption: from here on the hall opens the frozen files by itself. */
  BidImportStarted: eventRow({
    version: 1,
    payload: z.strictObject({}),
    fold: beginImport,
    writes: 'everything',
    seenBy: everybody,
  }),

  /** Recorded before the file is opened: the key counts from here on, however long opening takes. */
  FileKeyHandedOver: eventRow({
    ...keyedFile,
    fold(draft, event) {
      const file = fileOf(draft, event.payload)
      if (!file) return
      const { method } = event.payload
      file.file = { status: 'opening', method, at: event.at, seq: event.seq }
      file.method = method
      file.fileIdentity = event.private.fileIdentity?.value ?? null
    },
  }),

  BidDecrypted: eventRow({
    ...keyedFile,
    fold(draft, event) {
      const file = fileOf(draft, event.payload)
      if (!file) return
      file.file = { status: 'decrypted', method: event.payload.method, at: event.at }
      file.fileIdentity = event.private.fileIdentity?.value ?? null
    },
  }),

  BidImported: eventRow({
    version: 1,
    payload: z.strictObject({ ...file, documentCount: z.number().int() }),
    // A document's name can reveal the price. The announcement makes the figures public.
    private: z.strictObject({
      figures: z.record(z.string(), z.string()).readonly(),
      documents: documentsSchema,
    }),
    fold(draft, event) {
      const file = fileOf(draft, event.payload)
      if (!file) return
      const method = 'method' in file.file ? file.file.method : 'certificate'
      file.file = { status: 'imported', method, at: event.at, documentCount: event.payload.documentCount }
      file.opened = event.private.figures?.value ?? null
    },
    writes: ['bidders'],
    seenBy: everybody,
  }),

  /** Version 2: adds the cause `server-failure`. */
  DecryptionRefused: eventRow({
    version: 2,
    payload: z.strictObject({
      ...file,
      method: z.enum(decryptionMethods),
      cause: z.enum(openingFailures),
    }),
    fold(draft, { payload, at }) {
      const file = fileOf(draft, payload)
      if (file) file.file = { status: 'refused', cause: payload.cause, at }
    },
    writes: ['bidders'],
    seenBy: everybody,
  }),

  /** A copy of a file whose stored bytes failed, with the same hash; it is opened with the key handed over. */
  BackupFileAccepted: eventRow({
    version: 1,
    payload: z.strictObject({ ...file, ciphertextHash: z.string() }),
    fold(draft, { payload, at, seq }) {
      const file = fileOf(draft, payload)
      const method = isEncrypted(draft) ? file?.method : 'none'
      if (file && method) file.file = { status: 'opening', method, at, seq }
    },
    writes: ['bidders'],
    seenBy: everybody,
  }),

  DecryptionExtended: eventRow({
    version: 1,
    payload: z.strictObject({ minutes: z.number().int(), ...window }),
    fold(draft, { payload }) {
      if (!draft.decryption?.deadline) return
      draft.decryption.deadline = payload.deadline
      draft.decryption.extendedMinutes += payload.minutes
    },
    writes: ['decryption'],
    seenBy: everybody,
  }),

  DecryptionProlonged: prolongedRow('decryption'),

  /** A new window for files that failed through the hall's fault; all others keep their outcome. */
  DecryptionReopened: eventRow({
    version: 1,
    payload: z.strictObject({
      limitMinutes: z.number().int(),
      ...window,
      reason: z.string(),
      files: z.array(z.strictObject(file)),
    }),
    fold: reopenDecryption,
    writes: 'everything',
    seenBy: everybody,
  }),

  /** Version 2: adds the cause `import-ended`. */
  DecryptionClosed: eventRow({
    version: 2,
    payload: z.strictObject({ cause: z.enum(closingCauses) }),
    fold(draft, { payload, at }) {
      if (!draft.decryption) return
      draft.decryption.closed = true
      draft.decryption.cause = payload.cause
      draft.decryption.closedAt = at
    },
    writes: ['decryption'],
    seenBy: everybody,
  }),

  /**
   * Evidence for the failures: the hall's outages during the window. `window` includes the time in which the lot was
   * halted, `outages` does not.
   */
  WindowHealthRecorded: eventRow({
    version: 1,
    payload: z.strictObject({ window: spanSchema, outages: z.array(spanSchema).readonly() }),
    fold(draft, { payload }) {
      if (draft.decryption) draft.decryption.outages = payload.outages
    },
    writes: ['decryption'],
    seenBy: everybody,
  }),

  /** How one bidder was connected who has a file without a key at the deadline. */
  BidderLineRecorded: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCode: z.string(), line: lineRecordSchema }),
    fold(draft, { payload }) {
      const bidder = draft.bidders[payload.bidderCode]
      if (bidder) bidder.line = payload.line
    },
    writes: ['bidders'],
    seenBy: ownBidderToo,
  }),

  /** Version 2: adds the cause `server-failure`; version 3: `hall-away`. */
  BidFailed: eventRow({
    version: 3,
    payload: z.strictObject({ ...file, kind: z.enum(bidFailureKinds), cause: z.enum(failureCauses) }),
    fold(draft, { payload, at }) {
      const file = fileOf(draft, payload)
      const { kind, cause } = payload
      if (file) file.file = { status: 'failed', kind, cause, at }
    },
    writes: ['bidders'],
    seenBy: everybody,
  }),

  BidMarked: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCode: z.string(), invalid: z.boolean(), note: z.string() }),
    fold(draft, { payload: { bidderCode, invalid, note } }) {
      const bidder = draft.bidders[bidderCode]
      if (bidder) bidder.invalid = invalid ? { note } : null
    },
    writes: ['bidders'],
    seenBy: everybody,
  }),
} as const
