import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { TenderInput } from '#domain/tender/tender.ts'
import type { TenderFileKind } from '#domain/tender/tender-file.ts'
import type { Clock } from '#lib/ports.ts'
import { type CallName, calls } from '#protocol/calls.ts'
import {
  type ArrivalClaims,
  arrivalTokenSeconds,
  arrivalTokenType,
  callTokenSeconds,
  callTokenType,
  hallName,
  platformName,
} from '#protocol/signed-call.ts'
import { type SigningKey, signingKey } from '#server/platform/keys.ts'
import { bodyHash, signToken } from '#server/platform/token.ts'
import { fileForm } from '../client/http-client.ts'

type PlatformCall = {
  [N in CallName]: (typeof calls)[N] extends { auth: 'platform' } ? N : never
}[CallName]
type Input<N extends CallName, K extends 'body' | 'query'> = (typeof calls)[N] extends {
  [P in K]: infer S extends z.ZodType
}
  ? z.input<S>
  : undefined

export interface PlatformClientOptions {
  /** The hall's address, such as http://127.0.0.1:3000 */
  readonly url: string
  /** The platform's private key, PKCS#8 in PEM. */
  readonly key: string
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  readonly randomId?: () => string
  /** How long a hall that does not answer is tried again, in milliseconds. */
  readonly patience?: number
}

/** A file as the platform hands it over. */
export interface PlatformFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Whom the platform sends in, and how (ACC-13 to ACC-15). */
export interface Arrival {
  readonly person: Pick<ArrivalClaims, 'sub' | 'name' | 'unitCode' | 'userType'>
  readonly guid: string
  /** The project's type and the stage. */
  readonly type?: number
  readonly PBType?: number
  readonly kbStatusCode?: number
  readonly bdbh?: string
  readonly autoOpenBidInfo?: string
  readonly mode?: 1 | 2
}

/** The trading platform as the hall knows it: everything it asks for, signed. */
export interface PlatformClient {
  readonly url: string
  /** The id of the section published; asked again under the same key, the same one. */
  publishTender(tender: TenderInput, key?: string): Promise<string>
  enrolBidder(
    guid: string,
    bidder: { readonly unitCode: string; readonly name: string; readonly certificatePem: string },
  ): Promise<void>
  addAccount(account: Input<'addAccount', 'body'>): Promise<void>
  addTenderFile(
    guid: string,
    kind: 'tender' | 'clarification' | 'answer' | 'other',
    file: PlatformFile,
    clarificationId?: string,
  ): Promise<void>
  /** Imports a tender file of step 1, as its opener would. */
  importTenderFile(guid: string, kind: TenderFileKind, file: PlatformFile): Promise<void>
  /** The id of the clarification, for its attachments. */
  addClarification(
    guid: string,
    clarification: Omit<Input<'addClarification', 'body'>, 'BDGuid'>,
  ): Promise<string>
  /** `asOf`: when it was so. */
  recordDeposits(
    guid: string,
    deposits: Input<'recordDeposits', 'body'>['deposits'],
    asOf?: string,
  ): Promise<void>
  /** The key to which bids of a section are sealed. */
  sectionKey(guid: string): Promise<string>
  /** Delivers a bid that its bidder sealed and signed. */
  deliverBidFile(
    guid: string,
    bid: { readonly unitCode: string; readonly manifest: string; readonly file: PlatformFile },
  ): Promise<void>
  changeLotStatus(guid: string, status: Input<'changeLotStatus', 'body'>['status']): Promise<void>
  callSecondEnvelope(guid: string): Promise<void>
  /** The address at which somebody arrives, signed in; it can be used once. */
  arrivalUrl(arrival: Arrival): Promise<string>
  arrivalToken(arrival: Pick<Arrival, 'person' | 'guid'>): Promise<string>
  /** Any of the platform's calls, made once; the answer as it came. */
  ask<N extends PlatformCall>(name: N, request: SignedRequest<N>): Promise<Response>
}

export interface SignedRequest<N extends CallName> {
  readonly body?: Input<N, 'body'> | FormData
  readonly query?: Input<N, 'query'>
  /** Idempotency-Key. */
  readonly key: string
}

const retryMilliseconds = 200

/** A trading platform's side of the port: signs each request anew and asks again until the hall has answered. */
export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const { clock = Date.now, randomId = () => crypto.randomUUID(), patience = 60_000 } = options
  const send = options.fetch ?? fetch
  const base = options.url.replace(/\/$/, '')
  const key: SigningKey = signingKey(options.key)

  function sign(type: string, seconds: number, claims: Readonly<Record<string, unknown>>): Promise<string> {
    const iat = Math.floor(clock() / 1000)
    const once = { iat, exp: iat + seconds, jti: randomId() }
    return signToken(key, type, { from: platformName, to: hallName }, { ...once, ...claims })
  }

  async function ask<N extends PlatformCall>(name: N, request: SignedRequest<N>): Promise<Response> {
    const { method, path } = calls[name]
    const target = path + queryText(request.query as object | undefined)
    const { bytes, mediaType } = await bodyOf(request.body)
    const claims = { method, path: target, body: bodyHash(bytes) }
    const headers: Record<string, string> = {
      authorization: `Bearer ${await sign(callTokenType, callTokenSeconds, claims)}`,
      'idempotency-key': request.key,
    }
    if (mediaType) headers['content-type'] = mediaType
    return send(base + target, { method, headers, ...(mediaType ? { body: bytes } : {}) })
  }

  /** Until the hall has answered, under one Idempotency-Key; a refusal is an error whose `cause` has its code. */
  async function call<N extends PlatformCall>(
    name: N,
    request: Omit<SignedRequest<N>, 'key'> & { readonly key?: string },
  ): Promise<z.output<(typeof calls)[N]['response']>> {
    const signed = { key: randomId(), ...request } as SignedRequest<N>
    const givenUp = performance.now() + patience
    for (;;) {
      const answer = await ask(name, signed).catch((error: unknown) => {
        if (performance.now() > givenUp) throw error
        return null
      })
      if (answer && (answer.status < 500 || performance.now() > givenUp)) {
        return calls[name].response.parse(await readAnswer(name, answer)) as never
      }
      await sleep(retryMilliseconds)
    }
  }

  const arrivalToken: PlatformClient['arrivalToken'] = ({ person, guid }) =>
    sign(arrivalTokenType, arrivalTokenSeconds, { ...person, guid })

  return {
    url: base,
    ask,
    arrivalToken,
    async publishTender(tender, key) {
      return (await call('publishTender', { body: { tender }, ...(key ? { key } : {}) })).BDGuid
    },
    async enrolBidder(BDGuid, { unitCode, name, certificatePem }) {
      const body = { BDGuid, EntprsCode: unitCode, EntprsName: name, CertPem: certificatePem }
      await call('enrolBidder', { body })
    },
    async addAccount(account) {
      const { userCode, password, role, name, unitCode } = account
      await call('addAccount', { body: { userCode, password, role, name, unitCode } })
    },
    async addTenderFile(BDGuid, FUJIANLEIXING, file, clarificationId) {
      const fields: Record<string, string> = { BDGuid, FUJIANLEIXING }
      if (clarificationId) fields.clarificationId = clarificationId
      await call('addTenderFile', { body: fileForm(fields, file) })
    },
    async importTenderFile(BDGuid, fileKind, file) {
      await call('importTenderFile', { body: fileForm({ BDGuid, fileKind }, file) })
    },
    async addClarification(BDGuid, clarification) {
      return (await call('addClarification', { body: { BDGuid, ...clarification } })).clarificationId
    },
    async recordDeposits(BDGuid, deposits, asOf) {
      const body = { BDGuid, deposits, ...(asOf === undefined ? {} : { asOf }) }
      await call('recordDeposits', { body })
    },
    async sectionKey(BDGuid) {
      return (await call('getSectionKey', { query: { BDGuid } })).sessionRecipient
    },
    async deliverBidFile(BDGuid, { unitCode, manifest, file }) {
      await call('deliverBidFile', { body: fileForm({ BDGuid, EntprsCode: unitCode, manifest }, file) })
    },
    async changeLotStatus(BDGuid, status) {
      await call('changeLotStatus', { body: { BDGuid, status } })
    },
    async callSecondEnvelope(BDGuid) {
      await call('callSecondEnvelope', { body: { BDGuid } })
    },
    async arrivalUrl({ person, type = 1, PBType = 16, ...arrival }) {
      const token = await arrivalToken({ person, guid: arrival.guid })
      const query = { token, type, PBType, userType: person.userType, ...arrival }
      return `${base}/sso${queryText(query)}`
    },
  }
}

async function bodyOf(body: unknown): Promise<{ bytes: Uint8Array<ArrayBuffer>; mediaType: string | null }> {
  if (body === undefined) return { bytes: new Uint8Array(), mediaType: null }
  const whole = body instanceof FormData ? new Response(body) : Response.json(body)
  return { bytes: new Uint8Array(await whole.arrayBuffer()), mediaType: whole.headers.get('content-type') }
}

async function readAnswer(name: CallName, answer: Response): Promise<unknown> {
  const json = await answer.json()
  if (answer.ok) return json
  const { code, message } = json
  throw new Error(`${name} refused: ${answer.status} ${code} ${message}`, {
    cause: { status: answer.status, code: String(code), message: String(message) },
  })
}

function queryText(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
