import type { z } from 'zod'
import { bidStatuses } from '#domain/session/flow.ts'
import { permissions, reads } from '#domain/session/permissions.ts'
import type { Call } from '#protocol/call.ts'
import { failureSchema } from '#protocol/outcome.ts'
import type { CallRefusal } from '#protocol/refusals.ts'
import { statusOf } from '../refusal.ts'

/** One schema for all refusals of the API description. */
const failure = failureSchema.meta({ id: 'Failure', description: 'A refusal: `code` says why' })

/** A call's entry in the API description, derived from its row; the server validates input by the same schema. */
export function operationOf(name: string, call: Call) {
  return {
    operationId: name,
    summary: call.summary,
    description: descriptionOf(call),
    tags: [call.path.split('/')[2] ?? 'api'],
    security: call.auth === 'none' ? [] : [{ [call.auth]: [] }],
    ...(call.query ? { querystring: call.query } : {}),
    ...((call.body ?? call.form) ? { body: call.body ?? call.form } : {}),
    ...(call.consumes ? { consumes: [call.consumes] } : {}),
    response: {
      200: described('Done', call.produces ?? 'application/json', call.response),
      ...refusedResponses(call),
      '5XX': failedResponse,
    },
  }
}

function descriptionOf({ rules, action, summary }: Call): string {
  const said = [rules && `Rules: ${rules}.`, action && `Permission: ${action}.`].filter(Boolean)
  return said.join(' ') || summary
}

/** Failures of the server: `internal`, `unavailable`, `storage-full`, `stored-file-damaged`, and codes of reports and uploads. */
export const failedResponse = described('The server failed', 'application/json', failure)

/** Why a call may be refused: by its method, `auth` and `action`, and by what its row adds. */
export function refusalsOf(call: Call): readonly CallRefusal[] {
  return [
    'bad-request',
    ...(call.method === 'POST' ? (['foreign-origin', 'too-large'] as const) : []),
    ...refusalsByAuth[call.auth],
    ...refusalsByAction(call),
    'too-many-requests',
    ...(call.refuses ?? []),
  ]
}

/** HTTP status of a refusal. */
function refusalStatus(code: CallRefusal): number {
  return code === 'any-rule' ? 409 : statusOf(code)
}

const refusalsByAuth: Readonly<Record<Call['auth'], readonly CallRefusal[]>> = {
  none: [],
  user: ['unauthenticated', 'session-expired'],
  session: ['unauthenticated', 'session-expired'],
  platform: ['call-not-signed'],
}

/** The platform may do whatever it signs; everybody else is checked against the permission table. */
function refusalsByAction({ action, auth }: Call): readonly CallRefusal[] {
  if (!action || auth === 'platform') return []
  const isCommand = !reads.some((read) => read === action)
  const isBounded = permissions[action].statuses.length < bidStatuses.length
  return ['forbidden', 'not-enrolled', ...(isCommand || isBounded ? (['any-rule'] as const) : [])]
}

function refusedResponses(call: Call) {
  const codes = [...new Set(refusalsOf(call))]
  const statuses = [...new Set(codes.map(refusalStatus))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const reasons = codes.filter((code) => refusalStatus(code) === status).map(reasonOf)
      return [status, described(`Refused: ${reasons.join(', ')}`, 'application/json', failure)]
    }),
  )
}

function reasonOf(code: CallRefusal): string {
  return code === 'any-rule' ? 'by a rule of the opening' : `\`${code}\``
}

function described(description: string, mediaType: string, schema: z.ZodType) {
  return { description, content: { [mediaType]: { schema } } }
}
