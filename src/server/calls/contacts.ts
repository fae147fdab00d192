import { maskedPhone } from '#domain/evaluation/masked-phone.ts'
import type { Actor } from '#domain/session/actor.ts'
import { isStaffOrSupervisor } from '#domain/session/viewer.ts'
import { participants } from '#domain/submission/bids.ts'
import { ok } from '#lib/result.ts'
import type { CallBody } from '#protocol/call.ts'
import { type contactCalls, contactCalls as rows } from '#protocol/calls/contacts.ts'
import type { platformCalls } from '#protocol/calls/platform.ts'
import { mediaTypeOf } from '#protocol/document-names.ts'
import type { Language } from '#protocol/messages/codes.ts'
import { refuse } from '../refusal.ts'
import { contactSheet } from '../reports/contact-sheet.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'
import { callerOf, done, submit } from './command.ts'

/** The contacts of enrolled bidders (PLF-5); a later report replaces an earlier one. */
export async function recordContacts(
  { log, clock, reported }: Pick<Services, 'log' | 'clock' | 'reported'>,
  { BDGuid, contacts }: CallBody<typeof platformCalls.recordContacts>,
  language: Language,
) {
  const known = await log.state(BDGuid)
  if (!known) return refuse('not-published')
  if (contacts.some(({ EntprsCode }) => !known.unredactedState.bidders[EntprsCode]))
    return refuse('unknown-bidder')
  const updatedAt = new Date(clock())
  const rows = contacts.map((contact) => ({
    sessionId: BDGuid,
    bidderCode: contact.EntprsCode,
    name: contact.touBiao_DaiBiao,
    phone: contact.touBiao_DaiBiao_DianHua,
    updatedAt,
  }))
  await reported.recordContacts(rows)
  return ok({ Result: true, ResultMessage: done(language) })
}

/** The contacts on the result page: masked where the region masks them, until one is asked for (EVA-4). */
export function contactHandlers(services: Services): Handlers<typeof contactCalls> {
  const { reported, settings, authority, clock, reportRenderer } = services

  /** Everybody who took part and whose contact the caller may see. */
  async function shown({ session, login: { actor } }: Reading) {
    const contactOf = await shownContacts(services, session.id, actor)
    return participants(session.state).flatMap(({ code, name }) => {
      const known = contactOf(code)
      return known ? [{ code, name, ...known }] : []
    })
  }

  return {
    async getTouBiaoRenLianXi(context) {
      return ok(
        (await shown(context)).map(({ code, name, contact, phone, isMasked }) => ({
          EntprsCode: code,
          EntprsName: name,
          touBiao_DaiBiao: contact,
          touBiao_DaiBiao_DianHua: phone,
          IsMasked: isMasked,
        })),
      )
    },

    async CreateTouBiaoRenLianXiReport(context) {
      const { language, session } = context
      const options = { language, timeZone: settings.variant.timeZone, now: clock() }
      const sheet = contactSheet(session.state, await shown(context), options)
      const made = await reportRenderer.render('sheet', sheet, options)
      if (!made.ok) return made
      const section = session.state.tender?.sectionCode ?? 'section'
      return ok({
        fileName: `${section}-${sheet.title}.pdf`,
        mediaType: mediaTypeOf.pdf,
        content: made.value,
        exported: { kind: 'contacts', language, format: 'pdf' },
      })
    },

    async showTouBiaoRenDianHua(context) {
      const wire = rows.showTouBiaoRenDianHua.command.toCommand(context.body, callerOf(context))
      if (!wire.ok) return wire
      // First the entry, then the number: nobody has it who is not in the log.
      const shown = await submit(authority, context, wire.value)
      if (!shown.ok) return shown
      const contacts = await reported.contacts(context.session.id)
      const { phone = '' } = contacts.get(context.body.EntprsCode) ?? {}
      return ok({
        ...{ Result: true, ResultMessage: done(context.language), seq: shown.value.seq },
        touBiao_DaiBiao_DianHua: phone,
      })
    },
  }
}

type Reading = CallContext<(typeof rows)['getTouBiaoRenLianXi' | 'CreateTouBiaoRenLianXiReport']>

/** A contact as a caller sees it; both are empty where the platform has named none. */
interface ShownContact {
  readonly contact: string
  readonly phone: string
  /** The phone has stars. */
  readonly isMasked: boolean
}

/**
 * The contact of each bidder as the caller may see it: for the opener's side, the platform and the supervisor all, for a
 * bidder their own; null for the others (EVA-4).
 */
export async function shownContacts(
  { reported, settings, viewerOf }: Pick<Services, 'reported' | 'settings' | 'viewerOf'>,
  sessionId: string,
  actor: Actor,
): Promise<(bidderCode: string) => ShownContact | null> {
  const { maskedPhones } = settings.variant.laterSteps
  const contacts = await reported.contacts(sessionId)
  const seesAll = isStaffOrSupervisor(viewerOf(actor))
  return (code) => {
    const isOwn = code === actor.unitCode
    if (!seesAll && !isOwn) return null
    const { name: contact = '', phone = '' } = contacts.get(code) ?? {}
    const isMasked = maskedPhones && !isOwn && phone !== ''
    return { contact, phone: isMasked ? maskedPhone(phone) : phone, isMasked }
  }
}
