import { z } from 'zod'
import { roles } from '#domain/session/actor.ts'
import type { Call } from '../call.ts'
import { outcomeSchema } from '../outcome.ts'
import { certificateRefusals } from '../refusals.ts'

const account = z.strictObject({
  /** The variant's number for the role. */
  userType: z.number().int(),
  /** The role they act in: an agency may be an opener (ACC-9). */
  role: z.enum(roles),
  userName: z.string(),
  userCode: z.string(),
  ShowName: z.string(),
})

/** The answer of every login. */
export const loginAnswer = z.strictObject({
  ...account.shape,
  /** Authorizes calls of a user; short-lived. */
  token: z.string(),
  accessExpiresAt: z.iso.datetime(),
  /** Usable once; `refresh` answers with the next. */
  refreshToken: z.string(),
  /** When the login ends unless it is refreshed. */
  expiresAt: z.iso.datetime(),
})
export type LoginAnswer = z.infer<typeof loginAnswer>

const refreshAnswer = z.strictObject({
  ...loginAnswer.shape,
  authorizations: z.array(z.strictObject({ bidProjGuid: z.uuid(), oauth2: z.string() })),
})
export type RefreshAnswer = z.infer<typeof refreshAnswer>

/** A whole number; text in a form-encoded body, where an empty field counts as missing. */
const code = z
  .union([z.literal(''), z.coerce.number().int()])
  .transform((value) => (value === '' ? undefined : value))
  .optional()

const loginRequest = z.strictObject({
  UserCode: z.string().max(100).default(''),
  PwdEnc: z.string().max(2000).optional(),
  CaptchaToken: z.string().max(100).optional(),
  /** The variant's login type: `userTypes.accountLogin` or `certificateLogin`. */
  EnumUserType: code,
  /** Project type; remembered for the next login (ACC-11). */
  GCLX: code,
  UserGuid: z.string().max(100).optional(),
  LocationX: z.string().max(500).optional(),
  /** For a login by certificate (ACC-4): the challenge, its signature and the certificate. */
  Token: z.string().max(200).optional(),
  SignedString: z.string().max(20_000).optional(),
  CertBase64: z.string().max(20_000).optional(),
  CaName: z.string().max(200).optional(),
  UserQiYeCode: z.string().max(100).optional(),
  HangYeLeiBie: code,
  LoginType: code,
})
export type LoginRequest = z.infer<typeof loginRequest>

/** How a login by certificate is refused. */
export const certificateLoginRefusals = [
  'login-failed',
  'wrong-user-type',
  'login-way-closed',
  'challenge-invalid',
  'certificate-signature-wrong',
  'certificate-wrong-unit',
  'certificate-unknown',
  ...certificateRefusals,
] as const

/** Login and logout. */
export const accessCalls = {
  getPublicKey: {
    method: 'GET',
    path: '/api/Oauth/getPublicKey',
    auth: 'none',
    summary: 'Key for encrypting the password in the browser: RSA-OAEP with SHA-256, SPKI in base64',
    rules: 'ACC-3',
    response: z.strictObject({ algorithm: z.literal('RSA-OAEP-256'), key: z.string() }),
  },
  getOauth1: {
    method: 'POST',
    path: '/api/Oauth/getOauth1',
    auth: 'none',
    refuses: [
      'account-missing',
      'password-missing',
      'captcha-missing',
      'captcha-expired',
      'login-throttled',
      ...certificateLoginRefusals,
    ],
    summary:
      'Login by account (PwdEnc: the password under the public key, in base64; CaptchaToken: of `checkCaptcha`) or, with ' +
      'SignedString, by certificate; JSON or form-encoded',
    rules: 'ACC-1, ACC-2, ACC-4',
    body: loginRequest,
    response: loginAnswer,
  },
  testLogin: {
    method: 'POST',
    path: '/api/Oauth/testLogin',
    auth: 'none',
    refuses: ['forbidden', 'login-failed'],
    summary: 'Logs in by code alone, on a server with test accounts (see `getVariant`)',
    rules: 'ACC-10',
    body: z.strictObject({ UserCode: z.string().max(100) }),
    response: loginAnswer,
  },
  refresh: {
    method: 'POST',
    path: '/api/Oauth/refresh',
    auth: 'none',
    refuses: ['session-expired'],
    summary:
      'Renews a login and its authorizations of sections before the token expires. A refresh token is valid once; a ' +
      'second use ends the login, except for a retry under the same Idempotency-Key',
    rules: 'ACC-12',
    body: z.strictObject({
      refreshToken: z.string().max(200),
      /** Authorizations of sections (oauth2) of this login, expired or not. */
      authorizations: z.array(z.string().max(2000)).max(50).default([]),
    }),
    response: refreshAnswer,
  },
  getSelf: {
    method: 'GET',
    path: '/api/Oauth/getSelf',
    auth: 'user',
    summary: 'The owner of the token',
    rules: 'ACC-9',
    response: account,
  },
  getLastProjectType: {
    method: 'GET',
    path: '/api/Oauth/getLastProjectType',
    auth: 'user',
    summary: 'The project type that the caller chose last, or the variant’s default',
    rules: 'ACC-11',
    response: z.strictObject({ GCLX: z.number().int() }),
  },
  editLastProjectType: {
    method: 'POST',
    path: '/api/Oauth/editLastProjectType',
    auth: 'user',
    summary: 'Remembers the project type that the caller chose',
    rules: 'ACC-11',
    body: z.strictObject({ GCLX: z.number().int() }),
    response: outcomeSchema.omit({ seq: true }),
  },
  logout: {
    method: 'POST',
    path: '/api/Oauth/logout',
    auth: 'user',
    summary: 'Ends the login with its tokens and sockets',
    rules: 'ACC-12',
    response: outcomeSchema.omit({ seq: true }),
  },
  logoutAll: {
    method: 'POST',
    path: '/api/Oauth/logoutAll',
    auth: 'user',
    summary: 'Ends every login of the caller, on every device',
    rules: 'ACC-12',
    response: outcomeSchema.omit({ seq: true }),
  },
  getProjectAuthorization: {
    method: 'POST',
    path: '/api/Oauth/getProjectAuthorization',
    auth: 'user',
    action: 'EnterSession',
    refuses: ['not-published'],
    summary: 'Enters a section; answers with the authorization for all calls in it',
    rules: 'LST-7, PRE-1, PRE-17, ACC-16',
    body: z.strictObject({
      bidProjGuid: z.uuid(),
      dbGuid: z.uuid(),
      /** Only to prepare the section, for its opener: possible before it may be entered, and not recorded as entry. */
      Preparation: z.boolean().default(false),
    }),
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
    response: z.array(
      z.strictObject({
        role: z.enum(roles),
        userCode: z.string(),
        password: z.string(),
        ShowName: z.string(),
        /** Where to get the account's software certificate, and its password; null where it has none. */
        certificate: z.strictObject({ url: z.string(), password: z.string() }).nullable(),
      }),
    ),
  },
  getDemoCertificate: {
    method: 'GET',
    path: '/api/Oauth/getDemoCertificate',
    auth: 'none',
    refuses: ['not-found'],
    summary: 'A demo account’s software certificate as PKCS#12; demo mode only',
    query: z.strictObject({ userCode: z.string().max(100) }),
    response: z.unknown().meta({ type: 'string', format: 'binary' }),
    produces: 'application/x-pkcs12',
  },
  joinDemoBidders: {
    method: 'POST',
    path: '/api/KB_Local/joinDemoBidders',
    auth: 'session',
    refuses: ['forbidden', 'no-demo-bidders'],
    summary: 'Starts simulated bidders in this section; demo mode and openers only',
    response: z.strictObject({ Result: z.boolean(), ResultMessage: z.string(), count: z.number().int() }),
  },
} as const satisfies Record<string, Call>
