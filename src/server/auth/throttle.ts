import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { CallName } from '#protocol/calls.ts'

/** Drawing a picture costs, and anybody may ask for one; behind one address there may be a whole company. */
const pictureLimit: RateLimitOptions = { max: 300, timeWindow: 60_000, keyGenerator: ({ ip }) => ip }

/** Challenges are kept until they expire, and checking a certificate costs. */
const certificateLimit: RateLimitOptions = { max: 300, timeWindow: 60_000, keyGenerator: ({ ip }) => ip }

/** Whoever is not let in yet makes the database work: a whole company behind one address may, a flood may not. */
const doorLimit: RateLimitOptions = { max: 6000, timeWindow: 60_000, keyGenerator: ({ ip }) => ip }

/** What costs the server much, by who asks: opening and fetching files, drawing reports, a state as one viewer may see it. */
const dearLimit: RateLimitOptions = { max: 60, timeWindow: 60_000, keyGenerator: authorizationOf }

/** A tool fetches its file once or twice; it has no login to go by. */
const ticketLimit: RateLimitOptions = {
  max: 10,
  timeWindow: 60_000,
  keyGenerator: ({ ip, query }) => (query as { readonly ticket?: string }).ticket ?? ip,
}

/** Commands that go into the log for good, by who asks: as many as the socket lets through on average. */
const commandLimit: RateLimitOptions = { max: 360, timeWindow: 60_000, keyGenerator: authorizationOf }

/** The calls that may be asked only so often. */
export const callLimits: Partial<Record<CallName, RateLimitOptions>> = {
  getCaptcha: pictureLimit,
  checkCaptcha: doorLimit,
  getOauth1: doorLimit,
  getOauth2ByJyxtToken: doorLimit,
  GetOauth4: doorLimit,
  getLoginQrStatus: doorLimit,
  scanQr: doorLimit,
  refresh: doorLimit,
  CAGetCaToken: certificateLimit,
  licenseLogin: certificateLimit,
  getLoginQr: pictureLimit,
  answerQr: certificateLimit,
  jyptDecryptFile: dearLimit,
  jyptDecryptFile_BS: dearLimit,
  getBidFile: dearLimit,
  getToolFile: ticketLimit,
  GetReportPDF: dearLimit,
  GetReportExcel: dearLimit,
  getSessionSnapshot: dearLimit,
  exportSessionLog: dearLimit,
  submitBidFile: dearLimit,
  submitBackupFile: dearLimit,
  UploadZhaoBiaoWenJian: dearLimit,
  CreateCNS: dearLimit,
  submitCommand: commandLimit,
  createYiYi: commandLimit,
  uploadYiYiFuJian: dearLimit,
  CreateObjectionAndReplyReport: dearLimit,
}

/** Whose authorization it is: behind one address there may be a whole company. */
function authorizationOf({ ip, headers }: FastifyRequest): string {
  return headers.authorization ?? ip
}
