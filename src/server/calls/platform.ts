import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { opensTwice } from '#domain/tender/tender.ts'
import { ok, type Result } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import type { Call, CallBody } from '#protocol/call.ts'
import { type platformCalls, tenderFileKinds } from '#protocol/calls/platform.ts'
import { createSessionKey } from '#seal/layers.ts'
import { clarification, deposit, storedFile } from '../db/schema.ts'
import { readUpload } from '../files/upload.ts'
import { platformActor } from '../platform/actor.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'
import { done } from './command.ts'
import { createBidReceiver } from './receive-bid.ts'
import { createTenderFileReceiver } from './receive-tender-file.ts'

type Context = Pick<CallContext<Call>, 'commandId' | 'address' | 'language'>

/**
 * What the trading platform asks for, by calls it signs. Each may be asked for again under its Idempotency-Key: it
 * is done once.
 */
export function platformHandlers(services: Services): Handlers<typeof platformCalls> {
  const { authority, log, createSession, accounts, files, database, clock, platform, hallKey } = services
  const bids = createBidReceiver(services)
  const tenderFiles = createTenderFileReceiver(services)

  async function command(sessionId: string, context: Context, wanted: Command) {
    const { commandId, address, language } = context
    const result = await authority.decide({ sessionId, actor: platformActor, commandId, address }, wanted)
    if (!result.ok) return result
    return ok({ Result: true, ResultMessage: done(language), seq: result.value.seq })
  }

  /** The clarification that a file names, which must be of the same section; null where it names none. */
  async function clarificationOf(
    sessionId: string,
    named: string | undefined,
  ): Promise<Result<string | null, Refusal>> {
    if (named === undefined) return ok(null)
    const id = z.uuid().safeParse(named)
    const [found] = id.success
      ? await database.db.select().from(clarification).where(eq(clarification.id, id.data))
      : []
    return found?.sessionId === sessionId ? ok(found.id) : refuse('not-found')
  }

  /** Where a file for the file view belongs, by its form's fields: asked before a byte of it is stored. */
  async function placeOf({
    BDGuid,
    FUJIANLEIXING,
    clarificationId: named,
  }: Readonly<Record<string, string>>) {
    const sessionId = z.uuid().safeParse(BDGuid)
    if (!sessionId.success) return refuse('bad-request', { path: 'BDGuid', reason: 'a UUID expected' })
    const kind = tenderFileKinds.safeParse(FUJIANLEIXING)
    if (!kind.success) return refuse('bad-request', { path: 'FUJIANLEIXING', reason: 'unknown kind' })
    if (!(await log.state(sessionId.data))) return refuse('not-published')
    const attached = await clarificationOf(sessionId.data, named)
    if (!attached.ok) return attached
    return ok({ sessionId: sessionId.data, kind: kind.data, clarificationId: attached.value })
  }

  return {
    async publishTender({ body, commandId, address, language }) {
      const { identity: sealIdentity, recipient: sealRecipient } = await createSessionKey()
      const second = opensTwice(body.tender) ? await secondKey() : null
      // The command's id is the section's: a publication asked for twice is one section.
      const sessionId = commandId
      await createSession({ id: sessionId, sealIdentity, sealRecipient, second })
      const asked = { sessionId, actor: platformActor, commandId, address }
      const published = await authority.decide(asked, { type: 'PublishTender', payload: body })
      if (!published.ok) return published
      return ok({ Result: true, ResultMessage: done(language), seq: published.value.seq, BDGuid: sessionId })
    },

    async addTenderFile({ request, commandId }) {
      const upload = await readUpload(request, files, {
        check: ({ fields }) => placeOf(fields),
        inspect: () => platform.bodyHolds(request),
      })
      if (!upload.ok) return upload
      const { fileName, stored, checked: place } = upload.value
      const file = {
        ...place,
        id: commandId,
        bidderCode: null,
        name: fileName,
        size: stored.size,
        sha256: stored.sha256,
        uploadedAt: new Date(clock()),
      }
      await database.db.insert(storedFile).values(file).onConflictDoNothing()
      return ok({ fileId: commandId })
    },

    importTenderFile: ({ request, commandId, address, language }) =>
      tenderFiles.receive({
        ...{ request, commandId, address, language, actor: platformActor },
        sessionOf: ({ BDGuid = '' }) => BDGuid,
        check: () => platform.bodyHolds(request),
      }),

    async addClarification({ body: { BDGuid, title, content, publish_time }, commandId }) {
      if (!(await log.state(BDGuid))) return refuse('not-published')
      const published = {
        id: commandId,
        sessionId: BDGuid,
        title,
        content,
        publishedAt: new Date(publish_time),
      }
      await database.db.insert(clarification).values(published).onConflictDoNothing()
      return ok({ clarificationId: commandId })
    },

    async enrolBidder({ body, commandId, address, language }) {
      const { BDGuid, EntprsCode, EntprsName, CertPem } = body
      const asked = { sessionId: BDGuid, actor: platformActor, commandId, address }
      const payload = { bidderCode: EntprsCode, name: EntprsName, certificate: CertPem }
      const enrolled = await authority.submit(asked, { type: 'EnrolBidder', payload })
      if (!enrolled.ok) return enrolled
      return ok({ Result: true, ResultMessage: done(language), seq: enrolled.value.seq })
    },

    async recordDeposits({ body: { BDGuid, deposits, asOf }, language }) {
      const known = await log.state(BDGuid)
      if (!known) return refuse('not-published')
      if (deposits.some(({ EntprsCode }) => !known.unredactedState.bidders[EntprsCode]))
        return refuse('unknown-bidder')
      // Nothing holds for the future: it could never be replaced.
      const at = new Date(Math.min(clock(), asOf === undefined ? clock() : epochOf(asOf)))
      // In one order for all: two that come at once wait for each other, never both.
      const ordered = deposits.toSorted((one, other) => (one.EntprsCode < other.EntprsCode ? -1 : 1))
      const rows = ordered.map((row) => depositRow(BDGuid, row, at))
      await database.db.insert(deposit).values(rows).onConflictDoUpdate(replaceDeposit)
      return ok({ Result: true, ResultMessage: done(language) })
    },

    deliverBidFile: ({ request, commandId }) =>
      bids.receive({
        request,
        commandId,
        address: null,
        actorOf: ({ EntprsCode = '' }) => bidderThrough(EntprsCode),
        check: () => platform.bodyHolds(request),
      }),

    async getSectionKey({ query }) {
      const sessionRecipient = await log.sealRecipient(query.BDGuid, 1)
      const secondRecipient = await log.sealRecipient(query.BDGuid, 2)
      const tender = (await log.state(query.BDGuid))?.unredactedState.tender
      if (sessionRecipient === null || secondRecipient === null || !tender) return refuse('not-published')
      return ok({ sessionRecipient, secondRecipient, encrypted: tender.encrypted })
    },

    changeLotStatus: ({ body: { BDGuid, status }, ...context }) =>
      command(BDGuid, context, { type: 'ChangeLotStatus', payload: { lot: status } }),

    callSecondEnvelope: ({ body, ...context }) =>
      command(body.BDGuid, context, { type: 'CallSecondEnvelope', payload: {} }),

    async addAccount({ body, commandId, language }) {
      const { password, ...person } = body
      const isNew = password !== undefined && (await accounts.add({ ...person, password }, commandId))
      if (!isNew) await accounts.upsertFromPlatform(person)
      return ok({ Result: true, ResultMessage: done(language) })
    },

    async getHallKeys() {
      return ok({ keys: [{ ...hallKey.publicJwk }] })
    },
  }
}

/** A bidder for whom the platform hands something in: it says so in the log, their certificate proves that it is theirs. */
function bidderThrough(unitCode: string): Actor {
  return { ...platformActor, role: 'bidder', unitCode }
}

type Deposit = CallBody<typeof platformCalls.recordDeposits>['deposits'][number]

function depositRow(sessionId: string, row: Deposit, updatedAt: Date): typeof deposit.$inferInsert {
  return {
    sessionId,
    bidderCode: row.EntprsCode,
    amount: row.Bzj,
    mode: row.BzjMode,
    status: row.BzjStatus,
    bound: row.BzjBind,
    applyResult: row.bzjApplyResult,
    account: row.ZhiFu_ZhangHu,
    accountName: row.tbbzjUserName,
    accountCode: row.tbbzjUserCode,
    receiptNumber: row.HuiZhi_BianHao,
    paidAt: row.DaoZhang_ShiJian === null ? null : new Date(row.DaoZhang_ShiJian),
    remark: row.EditRemark,
    updatedAt,
  }
}

const replaceDeposit = {
  target: [deposit.sessionId, deposit.bidderCode],
  set: {
    amount: sql`excluded.amount`,
    mode: sql`excluded.mode`,
    status: sql`excluded.status`,
    bound: sql`excluded.bound`,
    applyResult: sql`excluded.apply_result`,
    account: sql`excluded.account`,
    accountName: sql`excluded.account_name`,
    accountCode: sql`excluded.account_code`,
    receiptNumber: sql`excluded.receipt_number`,
    paidAt: sql`excluded.paid_at`,
    remark: sql`excluded.remark`,
    updatedAt: sql`excluded.updated_at`,
  },
  setWhere: sql`${deposit.updatedAt} <= excluded.updated_at`,
}

/** The second envelope's files are sealed to a key of their own, which rests until its call. */
async function secondKey() {
  const { identity, recipient } = await createSessionKey()
  return { sealIdentity: identity, sealRecipient: recipient }
}
