import type { FastifyRequest } from 'fastify'
import type { OpeningRecord } from '#domain/ending/record.ts'
import { opensTwice } from '#domain/tender/tender.ts'
import { type Exported, exportedText } from '#domain/trail/exported.ts'
import type { TrailKind } from '#domain/trail/trail-line.ts'
import type { Call } from '#protocol/call.ts'
import type { LoginAnswer } from '#protocol/calls/access.ts'
import type { CallName } from '#protocol/calls.ts'
import type { Login } from '../auth/login-rows.ts'
import { uploadFieldsOf } from '../files/upload.ts'
import type { Refusal } from '../refusal.ts'
import { attemptedBy, isLogin } from '../trail/attempted.ts'
import { type Caller, type Callers, platformItself, whoIs } from '../trail/callers.ts'
import { recordedCalls, refusalKind } from '../trail/recorded-calls.ts'
import { type From, nobody, type Trail, type Who } from '../trail/trail.ts'
import type { Download } from './handler.ts'
import { commandNameIn } from './socket-trail.ts'

/** Refused requests whose sender is looked up at the same time; more are not looked up. */
const mostLookUps = 200

interface Asked {
  readonly name: string
  readonly call: Call
  readonly request: FastifyRequest
}

/** Who was admitted to a call, and to which section. */
interface Sender {
  readonly login: Pick<Login, 'loginId' | 'actor'> | null
  readonly session: { readonly id: string } | null
}

interface Answered extends Sender {
  readonly answer: unknown
}

/** What calls leave in the trail. */
export function createTrailHooks(trail: Trail, callers: Callers) {
  let lookUps = 0

  /** Keeps a refusal, after its answer (TRL-2). */
  async function refused(asked: Asked, admitted: Sender | undefined, code: Refusal['code']): Promise<void> {
    const kind = refusalKind(attemptedBy(asked.name, asked.call), code)
    if (kind === null) return
    const { who, section } = admitted?.login
      ? { who: whoIs(admitted.login.actor, admitted.login.loginId), section: admitted.session?.id ?? null }
      : await senderOf(asked, admitted !== undefined)
    const { request } = asked
    const what = whatOf(asked)
    // What somebody typed who proved nothing would make a line of each try (TRL-4).
    const named = who.login === null && who !== platformItself ? null : sectionIn(request)
    trail.note({ kind, who, from: fromOf(request), what, code, section: section ?? named })
  }

  /** Bounded; where the database is away, the refusal itself is still kept. */
  async function senderOf(asked: Asked, isAdmitted: boolean): Promise<Caller> {
    if (asked.call.auth === 'platform') {
      return { who: isAdmitted ? platformItself : nobody, section: null }
    }
    if (lookUps >= mostLookUps) return { who: nobody, section: null }
    lookUps += 1
    return lookUp(asked)
      .catch(() => ({ who: nobody, section: null }))
      .finally(() => {
        lookUps -= 1
      })
  }

  async function lookUp({ name, request }: Asked): Promise<Caller> {
    if (!isLogin(name)) return callers.byToken(bearerOf(request))
    return { who: await callers.byCode(fieldsOf(request).UserCode), section: null }
  }

  /** Writes what was done, before it is answered (TRL-3). */
  async function done(asked: Asked, answered: Answered): Promise<void> {
    const { name: what, request } = asked
    const kind = recordedCalls[what as CallName]
    if (!kind) return
    const exported = kind === 'export' ? exportedBy(what, answered.answer) : undefined
    if (exported === null) return
    const who = whoDid(asked, kind, answered)
    const section = answered.session?.id ?? sectionIn(request)
    const detail = exported ? exportedText(exported) : subjectOf(kind, request)
    await trail.write({ kind, who, from: fromOf(request), what, section, detail })
  }

  return { refused, done }
}

export type TrailHooks = ReturnType<typeof createTrailHooks>

function fromOf({ ip, headers }: FastifyRequest): From {
  return { address: ip, agent: headers['user-agent'] ?? '' }
}

export function bearerOf(request: FastifyRequest): string {
  return request.headers.authorization?.replace(/^Bearer\s+/i, '') ?? ''
}

/** The call, or the command that it only carries. */
function whatOf({ name, request }: Asked): string {
  return name === 'submitCommand' ? commandNameIn(request.body, name) : name
}

function whoDid({ call }: Asked, kind: TrailKind, { login: admitted, answer }: Answered): Who {
  if (kind === 'login') return whoLoggedIn(answer as LoginAnswer)
  const login = admitted ?? (kind === 'export' ? (answer as Download).login : null)
  if (login) return whoIs(login.actor, login.loginId)
  return call.auth === 'platform' ? platformItself : nobody
}

/** The login's id is in its refresh token. */
function whoLoggedIn({ refreshToken, userName, role, userCode }: LoginAnswer): Who {
  const [login = ''] = refreshToken.split('.')
  return { login, account: userName, role, unit: userCode === '' ? null : userCode }
}

/** What an export has given out; null where that leaves no line. */
function exportedBy(name: string, answer: unknown): Exported | null {
  if (name !== ('getOpeningRecord' satisfies CallName)) return (answer as Download).exported
  // An answer of data and not a file. The record names no envelope but the second.
  const { tender, envelope = 1 } = (answer as { readonly record: OpeningRecord }).record
  const isTwice = tender?.bidFiles !== undefined && opensTwice({ bidFiles: tender.bidFiles })
  return { kind: 'opening-record', ...(isTwice && { envelope }), format: 'json' }
}

/** The section that a request outside one names. */
function sectionIn(request: FastifyRequest): string | null {
  const { BDGuid, bidProjGuid } = fieldsOf(request)
  const named = BDGuid ?? bidProjGuid
  return typeof named === 'string' && isUuid.test(named) ? named.toLowerCase() : null
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The account that was changed, or the project type that was chosen; nothing else that was sent. */
function subjectOf(kind: TrailKind, request: FastifyRequest): string {
  const { userCode, GCLX } = fieldsOf(request)
  if (kind === 'account-changed') return typeof userCode === 'string' ? userCode : ''
  return kind === 'setting-changed' && typeof GCLX === 'number' ? `GCLX ${GCLX}` : ''
}

function fieldsOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return { ...objectOf(request.query), ...objectOf(request.body), ...uploadFieldsOf(request) }
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
