import { z } from 'zod'
import { confirmationReasonLength } from '#domain/ending/confirmation-state.ts'
import type { SessionState } from '#domain/session/state.ts'
import { bidderOfFile, fileOfBidder } from '../bid-by-file.ts'
import type { Call } from '../call.ts'
import { commandCall } from '../command-call.ts'
import { certificateRefusals } from '../refusals.ts'
import { windowMinutes } from '../typed-minutes.ts'

/** IsConfirmKBYLB: 0 unconfirmed, 1 confirmed, 2 auto-confirmed. */
const confirmed = z.literal([0, 1, 2])

/** The confirmation of the overview (KBYLB, 开标一览表). */
export const confirmationCalls = {
  StartConfirmKBYLBTime: commandCall({
    path: '/api/KB_Local/StartConfirmKBYLBTime',
    command: 'StartConfirmation',
    summary: 'Asks the bidders to confirm the overview within LimitJmTime minutes',
    rules: 'END-2',
    body: z.strictObject({ LimitJmTime: windowMinutes }),
    toPayload: ({ LimitJmTime }) => ({ limitMinutes: LimitJmTime }),
    fromPayload: ({ limitMinutes }) => ({ LimitJmTime: limitMinutes }),
  }),
  ConfirmKBYLB: commandCall({
    path: '/api/KB_Local/ConfirmKBYLB',
    command: 'ConfirmOverview',
    refuses: certificateRefusals,
    summary: 'Confirms the overview as a bidder; SignedString is the certificate’s JWS over it',
    rules: 'END-3, END-8',
    body: z.strictObject({
      BidStage: z.number().int().optional(),
      CaName: z.string().max(200).optional(),
      SignedString: z.string().max(20_000),
      Token: z.string().max(200).optional(),
    }),
    toPayload: ({ SignedString }) => ({ jws: SignedString }),
    fromPayload: ({ jws }) => ({ SignedString: jws }),
  }),
  GetIsConfirmKBYLB: {
    method: 'POST',
    path: '/api/KB_Local/GetIsConfirmKBYLB',
    auth: 'session',
    action: 'ReadOverview',
    summary:
      'Whether the overview is confirmed: the caller’s own row for a bidder, and all rows whose bids were opened. 0 unconfirmed, 1 confirmed, 2 auto-confirmed',
    rules: 'END-3, END-4, END-20, END-31',
    response: z.strictObject({
      /** The caller's own row; null for whoever has none. */
      IsConfirmKBYLB: confirmed.nullable(),
      /** When the confirmation was ordered, and for how many minutes; null before. */
      confirmKBYLB_Time: z.iso.datetime().nullable(),
      confirmKBYLBLimitJmTime: z.number().int().nullable(),
      EndTime: z.iso.datetime().nullable(),
      isClosed: z.boolean(),
      /** Why the opener ended it before its deadline; null where they did not. */
      Reason: z.string().nullable(),
      rows: z.array(
        z.strictObject({
          bidFileId: z.string(),
          entprsCode: z.string(),
          entprsName: z.string(),
          IsConfirmKBYLB: confirmed,
        }),
      ),
      seq: z.number().int(),
    }),
  },
  ConfirmKBYLB_Admin: commandCall({
    path: '/api/KB_Local/ConfirmKBYLB_Admin',
    command: 'ConfirmExpired',
    refuses: ['unknown-file'],
    summary:
      'Confirms the rows of these bid files (ids with commas between) whose bidders did not answer in time; their IsConfirmKBYLB becomes 2',
    rules: 'END-21',
    body: z.strictObject({ ids: z.string().trim().min(1).max(200_000) }),
    toPayload({ ids }, { state }) {
      const codes = ids.split(',').map((id) => bidderOfFile(state, id.trim()))
      return codes.some((code) => code === null)
        ? 'unknown-file'
        : { bidderCodes: codes.flatMap((code) => code ?? []) }
    },
    fromPayload: ({ bidderCodes }, { state }) => idsOf(bidderCodes, state),
  }),
  EndConfirmKBYLB: commandCall({
    path: '/api/KB_Local/EndConfirmKBYLB',
    command: 'EndConfirmation',
    summary: 'Ends the confirmation before its deadline; rows without an answer get IsConfirmKBYLB 2',
    rules: 'END-20',
    body: z.strictObject({ Reason: z.string().trim().max(confirmationReasonLength).default('') }),
    toPayload: ({ Reason }) => ({ reason: Reason }),
    fromPayload: ({ reason }) => ({ Reason: reason }),
  }),
} as const satisfies Record<string, Call>

function idsOf(bidderCodes: readonly string[], state: SessionState): { ids: string } | null {
  const ids = bidderCodes.map((code) => fileOfBidder(state, code))
  return ids.includes(null) ? null : { ids: ids.join(',') }
}
