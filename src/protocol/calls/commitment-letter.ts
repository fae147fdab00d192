import { z } from 'zod'
import type { Call } from '../call.ts'
import { bareCommandCall, commandCall } from '../command-call.ts'
import { outcomeSchema } from '../outcome.ts'
import { certificateRefusals } from '../refusals.ts'

/** The bidder; the caller where left out. */
const whose = z.strictObject({ EntprsCode: z.string().max(60).optional() })

/** The commitment letter (CNS; PRE-13). */
export const letterCalls = {
  CreateCNS: {
    method: 'POST',
    path: '/api/KB_Local/CreateCNS',
    bothMethods: true,
    auth: 'session',
    action: 'CreateCommitmentLetter',
    summary:
      'Makes the bidder’s letter in the language of the first request; later requests do not change it',
    rules: 'PRE-13',
    response: outcomeSchema,
  },
  GetCNSUrl: {
    method: 'GET',
    path: '/api/KB_Local/GetCNSUrl',
    bothMethods: true,
    auth: 'session',
    action: 'ReadCommitmentLetter',
    summary: 'Address of the letter, in ResultMessage',
    rules: 'PRE-13',
    query: whose,
    response: z.strictObject({ Result: z.boolean(), ResultMessage: z.string() }),
  },
  GetCNS: {
    method: 'GET',
    path: '/api/KB_Local/GetCNS',
    auth: 'session',
    action: 'ReadCommitmentLetter',
    refuses: ['not-found', 'download-missing'],
    summary: 'The letter as PDF, byte for byte as it is signed',
    rules: 'PRE-13',
    query: whose,
    response: z.unknown().meta({ type: 'string', format: 'binary' }),
    produces: 'application/pdf',
  },
  SaveCNS: {
    ...commandCall({
      path: '/api/KB_Local/SaveCNS',
      command: 'SignCommitmentLetter',
      refuses: certificateRefusals,
      summary:
        'The bidder agrees: base64 is the certificate’s JWS over the SHA-256 of the PDF, as text in base64',
      rules: 'PRE-13, PRE-14',
      body: z.strictObject({ base64: z.base64().max(40_000) }),
      toPayload: ({ base64 }) => ({ jws: textOf(base64) }),
      fromPayload: ({ jws }) => ({ base64: base64Of(jws) }),
    }),
    bothMethods: true,
  },
  DeclineCNS: bareCommandCall({
    path: '/api/KB_Local/DeclineCNS',
    command: 'DeclineCommitmentLetter',
    summary: 'The bidder does not agree; they can still take part, and can still sign the letter',
    rules: 'PRE-15',
    toPayload: () => ({}),
    fromPayload: () => undefined,
  }),
  GetTBCnsFileList: {
    method: 'GET',
    path: '/api/KB_Local/GetTBCnsFileList',
    bothMethods: true,
    auth: 'session',
    action: 'ReadCommitmentLetters',
    summary: 'Every bidder with the status of their letter, for the opener’s side and the supervisor',
    rules: 'SES-12',
    response: z.array(
      z.strictObject({
        EntprsCode: z.string(),
        EntprsName: z.string(),
        /** 1 once the letter is signed. */
        IsSaveKbCns: z.literal([0, 1]),
        /** none: not opened yet; shown; declined; signed */
        status: z.enum(['none', 'shown', 'declined', 'signed']),
        /** Empty where there is no letter. */
        url: z.string(),
        letterHash: z.string().nullable(),
        Signer: z.string(),
        fingerprint: z.string(),
        signTime: z.iso.datetime().nullable(),
        jws: z.string(),
      }),
    ),
  },
} as const satisfies Record<string, Call>

/** Text as base64 of UTF-8; invalid bytes read as U+FFFD. */
function base64Of(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}

function textOf(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
