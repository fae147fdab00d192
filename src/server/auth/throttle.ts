import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
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

/** What costs the server much, by who asks: opening files, drawing reports, a state as one viewer may see it. */
const dearLimit: RateLimitOptions = { max: 60, timeWindow: 60_000, keyGenerator: authorizationOf }

/** Commands that go into the log for good, by who asks: as many as the socket lets through on average. */
const commandLimit: RateLimitOptions = { max: 360, timeWindow: 60_000, keyGenerator: authorizationOf }

/** The calls that may be asked only so often. */
export const callLimits: Partial<Record<CallName, RateLimitOptions>> = {
  getOauth1: loginLimit,
  jyptDecryptFile: dearLimit,
  jyptDecryptFile_BS: dearLimit,
  GetReportPDF: dearLimit,
  GetReportExcel: dearLimit,
  getSessionSnapshot: dearLimit,
  submitCommand: commandLimit,
  createYiYi: commandLimit,
}

/** Whose authorization it is: behind one address there may be a whole company. */
function authorizationOf({ ip, headers }: FastifyRequest): string {
  return headers.authorization ?? ip
}

function accountOf(body: unknown): string {
  const isForm = typeof body === 'object' && body !== null && 'UserCode' in body
  return isForm ? String(body.UserCode).trim().toLowerCase() : ''
}
