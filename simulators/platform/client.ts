import type { TenderInput } from '#domain/tender/tender.ts'
import type { TenderFileKind } from '#domain/tender/tender-file.ts'
import { type ArrivalClaims, arrivalTokenSeconds, arrivalTokenType } from '#protocol/signed-call.ts'
import { fileForm, queryText } from '../client/http-client.ts'
import {
  createSignedRequests,
  type PlatformCall,
  type PlatformInput,
  type SignedRequest,
  type SignedRequestOptions,
} from './signed-requests.ts'

/** A file that the platform sends to the hall. */
export interface PlatformFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A person whom the platform sends to the hall, and the parameters of the link (ACC-13 to ACC-15). */
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

/** The trading platform's signed calls to the hall. */
export interface PlatformClient {
  readonly url: string
  /** The hall's name. */
  readonly hall: string
  /** Answers with the section's id; the same id when repeated under the same key. */
  publishTender(tender: TenderInput, key?: string): Promise<string>
  enrolBidder(
    guid: string,
    bidder: { readonly unitCode: string; readonly name: string; readonly certificatePem: string },
  ): Promise<void>
  addAccount(account: PlatformInput<'addAccount', 'body'>): Promise<void>
  addTenderFile(
    guid: string,
    kind: 'tender' | 'clarification' | 'answer' | 'other',
    file: PlatformFile,
    clarificationId?: string,
  ): Promise<void>
  /** Imports a tender file of step 1 in place of the opener. */
  importTenderFile(guid: string, kind: TenderFileKind, file: PlatformFile): Promise<void>
  /** Answers with the clarification's id, which its attachments refer to. */
  addClarification(
    guid: string,
    clarification: Omit<PlatformInput<'addClarification', 'body'>, 'BDGuid'>,
  ): Promise<string>
  recordContacts(BDGuid: string, contacts: PlatformInput<'recordContacts', 'body'>['contacts']): Promise<void>
  /** `asOf`: the moment to which the deposits refer. */
  recordDeposits(
    guid: string,
    deposits: PlatformInput<'recordDeposits', 'body'>['deposits'],
    asOf?: string,
  ): Promise<void>
  /** The key to which the section's bids are sealed. */
  sectionKey(guid: string): Promise<string>
  /** Delivers a bid that its bidder sealed and signed. */
  deliverBidFile(
    guid: string,
    bid: { readonly unitCode: string; readonly manifest: string; readonly file: PlatformFile },
  ): Promise<void>
  changeLotStatus(
    guid: string,
    status: PlatformInput<'changeLotStatus', 'body'>['status'],
    reason?: string,
  ): Promise<void>
  /** Approves the failure that was declared in the hall, or refuses it. */
  decideFailure(guid: string, approved: boolean, reason: string): Promise<void>
  changeEvaluationStatus(
    guid: string,
    status: PlatformInput<'changeEvaluationStatus', 'body'>['status'],
  ): Promise<void>
  callSecondEnvelope(guid: string): Promise<void>
  /** A link that logs the person in; it can be used once. */
  arrivalUrl(arrival: Arrival): Promise<string>
  arrivalToken(arrival: Pick<Arrival, 'person' | 'guid'>): Promise<string>
  /** Makes any of the platform's calls once and returns the answer as it came. */
  ask<N extends PlatformCall>(name: N, request: SignedRequest<N>): Promise<Response>
}

/** The trading platform's side of the port: signs each request and retries until the hall answers. */
export function createPlatformClient(options: SignedRequestOptions): PlatformClient {
  const { base, hall, sign, ask, call } = createSignedRequests(options)

  const arrivalToken: PlatformClient['arrivalToken'] = ({ person, guid }) =>
    sign(arrivalTokenType, arrivalTokenSeconds, { ...person, guid })

  return {
    url: base,
    hall,
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
    async recordContacts(BDGuid, contacts) {
      await call('recordContacts', { body: { BDGuid, contacts } })
    },
    async sectionKey(BDGuid) {
      return (await call('getSectionKey', { query: { BDGuid } })).sessionRecipient
    },
    async deliverBidFile(BDGuid, { unitCode, manifest, file }) {
      await call('deliverBidFile', { body: fileForm({ BDGuid, EntprsCode: unitCode, manifest }, file) })
    },
    async changeLotStatus(BDGuid, status, reason) {
      await call('changeLotStatus', { body: { BDGuid, status, ...(reason ? { reason } : {}) } })
    },
    async decideFailure(BDGuid, approved, reason) {
      await call('decideFailure', { body: { BDGuid, approved, reason } })
    },
    async changeEvaluationStatus(BDGuid, status) {
      await call('changeEvaluationStatus', { body: { BDGuid, status } })
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
