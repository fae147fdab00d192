import type { RateLimitOptions } from '@fastify/rate-limit'
import type { CallName } from '#protocol/calls.ts'

/**
 * Attempts to log in, by account and address together: guessing at one account is slowed down, and nobody can lock
 * its owner out from elsewhere.
 */
const loginLimit: RateLimitOptions = {
  max: 10,
  timeWindow: 60_000,
  hook: 'preHandler',
  keyGenerator: ({ ip, body }) => `${ip} ${accountOf(body)}`,
}

/** What costs the server much, by who asks: opening files, drawing reports. */
const dearLimit: RateLimitOptions = {
  max: 60,
  timeWindow: 60_000,
  keyGenerator: ({ ip, headers }) => headers.authorization ?? ip,
}

/** The calls that may be asked only so often. */
export const callLimits: Partial<Record<CallName, RateLimitOptions>> = {
  getOauth1: loginLimit,
  jyptDecryptFile: dearLimit,
  jyptDecryptFile_BS: dearLimit,
  GetReportPDF: dearLimit,
  GetReportExcel: dearLimit,
}

function accountOf(body: unknown): string {
  const isForm = typeof body === 'object' && body !== null && 'UserCode' in body
  return isForm ? String(body.UserCode).trim().toLowerCase() : ''
}
