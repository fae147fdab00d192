import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '#domain/actor.ts'
import type { Command } from '#domain/command.ts'
import { ok, type Result } from '#lib/result.ts'
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

type Context = Pick<CallContext<Call>, 'commandId' | 'address' | 'language'>

/**
 * What the trading platform asks for, by calls it signs. Each may be asked for again under its Idempotency-Key: it
 * is done once.
 */
export function platformHandlers(services: Services): Handlers<typeof platformCalls> {
  const { authority, log, accounts, files, database, clock, platform, hallKey } = services
  const bids = createBidReceiver(services)

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

  return {
    async publishTender({ body, commandId, address, language }) {
      const { identity, recipient } = await createSessionKey()
      // The command's id is the section's: a publication asked for twice is one section.
      const sessionId = commandId
      await log.create({ id: sessionId, sealIdentity: identity, sealRecipient: recipient })
      const asked = { sessionId, actor: platformActor, commandId, address }
      const published = await authority.decide(asked, { type: 'PublishTender', payload: body })
      if (!published.ok) return published
      return ok({ Result: true, ResultMessage: done(language), seq: published.value.seq, BDGuid: sessionId })
    },

    async addTenderFile({ request, commandId }) {
      const upload = await readUpload(request, files, async ({ BDGuid }) =>
        (await log.state(BDGuid ?? '')) ? ok(null) : refuse('not-published'),
      )
      if (!upload.ok) return upload
      const signed = await platform.bodyHolds(request)
      if (!signed.ok) return signed
      const { fields, fileName, stored } = upload.value
      const kind = tenderFileKinds.safeParse(fields.FUJIANLEIXING)
      if (!kind.success) return refuse('bad-request', { path: 'FUJIANLEIXING', reason: 'unknown kind' })
      const attached = await clarificationOf(fields.BDGuid ?? '', fields.clarificationId)
      if (!attached.ok) return attached
      const file = {
        id: commandId,
        clarificationId: attached.value,
        sessionId: fields.BDGuid ?? '',
        kind: kind.data,
        bidderCode: null,
        name: fileName,
        size: stored.size,
        sha256: stored.sha256,
        uploadedAt: new Date(clock()),
      }
      await database.db.insert(storedFile).values(file).onConflictDoNothing()
      return ok({ fileId: commandId })
    },

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

    async recordDeposits({ body: { BDGuid, deposits }, language }) {
      const known = await log.state(BDGuid)
      if (!known) return refuse('not-published')
      if (deposits.some(({ EntprsCode }) => !known.state.bidders[EntprsCode])) return refuse('unknown-bidder')
      const rows = deposits.map((row) => depositRow(BDGuid, row, new Date(clock())))
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
      const sessionRecipient = await log.sealRecipient(query.BDGuid)
      return sessionRecipient === null ? refuse('not-published') : ok({ sessionRecipient })
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
}
