import { eq, sql } from 'drizzle-orm'
import { maskedPhone } from '#domain/evaluation/masked-phone.ts'
import { isStaffOrSupervisor } from '#domain/session/viewer.ts'
import { participants } from '#domain/submission/bids.ts'
import { ok } from '#lib/result.ts'
import type { CallBody } from '#protocol/call.ts'
import { type contactCalls, contactCalls as rows } from '#protocol/calls/contacts.ts'
import type { platformCalls } from '#protocol/calls/platform.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { Database } from '../db/database.ts'
import { bidderContact } from '../db/schema.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { callerOf, done, submit } from './command.ts'

/** The contacts of enrolled bidders (PLF-5); a later report replaces an earlier one. */
export async function recordContacts(
  { log, clock, database }: Pick<Services, 'log' | 'clock' | 'database'>,
  { BDGuid, contacts }: CallBody<typeof platformCalls.recordContacts>,
  language: Language,
) {
  const known = await log.state(BDGuid)
  if (!known) return refuse('not-published')
  if (contacts.some(({ EntprsCode }) => !known.unredactedState.bidders[EntprsCode]))
    return refuse('unknown-bidder')
  const updatedAt = new Date(clock())
  // Sorted, so that simultaneous reports cannot deadlock.
  const ordered = contacts.toSorted((one, other) => (one.EntprsCode < other.EntprsCode ? -1 : 1))
  const values = ordered.map((contact) => ({
    sessionId: BDGuid,
    bidderCode: contact.EntprsCode,
    name: contact.touBiao_DaiBiao,
    phone: contact.touBiao_DaiBiao_DianHua,
    updatedAt,
  }))
  await database.db
    .insert(bidderContact)
    .values(values)
    .onConflictDoUpdate({
      target: [bidderContact.sessionId, bidderContact.bidderCode],
      set: {
        name: sql`excluded.name`,
        phone: sql`excluded.phone`,
        updatedAt: sql`excluded.updated_at`,
      },
    })
  return ok({ Result: true, ResultMessage: done(language) })
}

/** The contacts on the result page: masked where the region masks them, until one is asked for (EVA-4). */
export function contactHandlers(services: Services): Handlers<typeof contactCalls> {
  const { database, settings, authority } = services
  const { maskedPhones } = settings.variant.laterSteps
  return {
    async getTouBiaoRenLianXi({ session, login: { actor } }) {
      const contacts = await contactsOf(database, session.id)
      const shown = participants(session.state).filter(
        ({ code }) => isStaffOrSupervisor(services.viewerOf(actor)) || code === actor.unitCode,
      )
      return ok(
        shown.map(({ code, name }) => {
          const { name: contact = '', phone = '' } = contacts.get(code) ?? {}
          const isMasked = maskedPhones && code !== actor.unitCode
          return {
            EntprsCode: code,
            EntprsName: name,
            touBiao_DaiBiao: contact,
            touBiao_DaiBiao_DianHua: isMasked ? maskedPhone(phone) : phone,
            IsMasked: isMasked && phone !== '',
          }
        }),
      )
    },

    async showTouBiaoRenDianHua(context) {
      const wire = rows.showTouBiaoRenDianHua.command.toCommand(context.body, callerOf(context))
      if (!wire.ok) return wire
      // First the entry, then the number: nobody has it who is not in the log.
      const shown = await submit(authority, context, wire.value)
      if (!shown.ok) return shown
      const contacts = await contactsOf(database, context.session.id)
      const { phone = '' } = contacts.get(context.body.EntprsCode) ?? {}
      return ok({
        ...{ Result: true, ResultMessage: done(context.language), seq: shown.value.seq },
        touBiao_DaiBiao_DianHua: phone,
      })
    },
  }
}

interface Contact {
  readonly name: string
  readonly phone: string
}

async function contactsOf({ db }: Database, sessionId: string): Promise<ReadonlyMap<string, Contact>> {
  const found = await db.select().from(bidderContact).where(eq(bidderContact.sessionId, sessionId))
  return new Map(found.map(({ bidderCode, name, phone }) => [bidderCode, { name, phone }]))
}
