import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { CallName } from '#protocol/calls.ts'

/** Anybody may ask for a picture, and drawing it is expensive. High enough for a company behind one address. */
const pictureLimit: RateLimitOptions = { max: 300, timeWindow: 60_000, keyGenerator: ({ ip }) => ip }

/** Challenges are stored until they expire, and checking a certificate is expensive. */
const certificateLimit: RateLimitOptions = { max: 300, timeWindow: 60_000, keyGenerator: ({ ip }) => ip }

/** Calls before login use the database. High enough for a company behind one address. */
const loginLimit: RateLimitOptions = { max: 6000, timeWindow: 60_000, keyGenerator: ({ ip }) => ip }

/** Expensive calls, per authorization: opening and fetching files, reports, a viewer's snapshot. */
const expensiveLimit: RateLimitOptions = { max: 60, timeWindow: 60_000, keyGenerator: authorizationOf }

/** Per ticket, because the tool has no login; it fetches its file once or twice. */
const ticketLimit: RateLimitOptions = {
  max: 10,
  timeWindow: 60_000,
  keyGenerator: ({ ip, query }) => (query as { readonly ticket?: string }).ticket ?? ip,
}

/** Commands, per authorization: as many as a socket admits on average. */
const commandLimit: RateLimitOptions = { max: 360, timeWindow: 60_000, keyGenerator: authorizationOf }

/** The calls with a rate limit. */
export const callLimits: Partial<Record<CallName, RateLimitOptions>> = {
  getCaptcha: pictureLimit,
  checkCaptcha: loginLimit,
  getOauth1: loginLimit,
  getOauth2ByJyxtToken: loginLimit,
  GetOauth4: loginLimit,
  getLoginQrStatus: loginLimit,
  scanQr: loginLimit,
  refresh: loginLimit,
  CAGetCaToken: certificateLimit,
  licenseLogin: certificateLimit,
  getLoginQr: pictureLimit,
  answerQr: certificateLimit,
  jyptDecryptFile: expensiveLimit,
  jyptDecryptFile_BS: expensiveLimit,
  getBidFile: expensiveLimit,
  getToolFile: ticketLimit,
  GetReportPDF: expensiveLimit,
  GetReportExcel: expensiveLimit,
  getSessionSnapshot: expensiveLimit,
  exportSessionLog: expensiveLimit,
  submitBidFile: expensiveLimit,
  submitBackupFile: expensiveLimit,
  UploadZhaoBiaoWenJian: expensiveLimit,
  CreateCNS: expensiveLimit,
  submitCommand: commandLimit,
  createYiYi: commandLimit,
  uploadYiYiFuJian: expensiveLimit,
  CreateObjectionAndReplyReport: expensiveLimit,
}

/** Not the address: a whole company may be behind one. */
function authorizationOf({ ip, headers }: FastifyRequest): string {
  return headers.authorization ?? ip
}
