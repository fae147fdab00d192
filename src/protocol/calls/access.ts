import { z } from 'zod'
import type { Call } from '../call.ts'
import { outcomeSchema } from '../outcome.ts'

const account = z.strictObject({
  userType: z.number().int(),
  userName: z.string(),
  userCode: z.string(),
  ShowName: z.string(),
})

/** Getting in and out (S0 §7, S1 §7). */
export const accessCalls = {
  getPublicKey: {
    method: 'GET',
    path: '/api/Oauth/getPublicKey',
    auth: 'none',
    summary: 'Key for encrypting the password in the browser: RSA-OAEP with SHA-256, SPKI in base64',
    source: 'S0 §5, §7 "public key"',
    response: z.strictObject({ algorithm: z.literal('RSA-OAEP-256'), key: z.string() }),
  },
  getOauth1: {
    method: 'POST',
    path: '/api/Oauth/getOauth1',
    auth: 'none',
    summary: 'Account login; PwdEnc is the password under the public key, in base64',
    source: 'S0 §7',
    body: z.strictObject({
      UserCode: z.string().max(100),
      PwdEnc: z.string().max(2000).optional(),
      EnumUserType: z.number().int().optional(),
      GCLX: z.number().int().optional(),
      UserGuid: z.string().max(100).optional(),
      LocationX: z.string().max(500).optional(),
    }),
    response: z.strictObject({ ...account.shape, token: z.string(), expiresAt: z.iso.datetime() }),
  },
  getSelf: {
    method: 'GET',
    path: '/api/Oauth/getSelf',
    auth: 'user',
    summary: 'Who the token belongs to',
    source: 'S0 §3 "login data"',
    response: account,
  },
  logout: {
    method: 'POST',
    path: '/api/Oauth/logout',
    auth: 'user',
    summary: 'Ends the login; its tokens and sockets with it',
    source: 'S0 §2',
    response: outcomeSchema.omit({ seq: true }),
  },
  getProjectAuthorization: {
    method: 'POST',
    path: '/api/Oauth/getProjectAuthorization',
    auth: 'user',
    action: 'EnterSession',
    summary: 'Enters a section: its authorization, under which every session call is made',
    source: 'S0 §2 "entering a project", S1 §7 "get authorization"',
    body: z.strictObject({ bidProjGuid: z.uuid(), dbGuid: z.uuid() }),
    response: z.strictObject({
      oauth2: z.string(),
      userName: z.string(),
      ShowName: z.string(),
      bidProjGuid: z.uuid(),
    }),
  },
  getDemoAccounts: {
    method: 'GET',
    path: '/api/Oauth/getDemoAccounts',
    auth: 'none',
    summary: 'Accounts for trying the product; empty unless the server runs in demo mode',
    source: 'S0 §2, A4',
    response: z.array(
      z.strictObject({
        userType: z.number().int(),
        userCode: z.string(),
        password: z.string(),
        ShowName: z.string(),
        /** Where the account's software certificate can be had, and its password; bidders only. */
        certificate: z.strictObject({ url: z.string(), password: z.string() }).nullable(),
      }),
    ),
  },
  getDemoCertificate: {
    method: 'GET',
    path: '/api/Oauth/getDemoCertificate',
    auth: 'none',
    summary: 'A demo bidder’s software certificate as PKCS#12; demo mode only',
    source: 'S0 §2, A4',
    query: z.strictObject({ userCode: z.string().max(100) }),
    response: z.unknown().meta({ type: 'string', format: 'binary' }),
    produces: 'application/x-pkcs12',
  },
  joinDemoBidders: {
    method: 'POST',
    path: '/api/KB_Local/joinDemoBidders',
    auth: 'session',
    summary: 'Lets simulated bidders take their part in this section; demo mode and openers only',
    source: 'M1',
    response: z.strictObject({ Result: z.boolean(), ResultMessage: z.string(), count: z.number().int() }),
  },
} as const satisfies Record<string, Call>
