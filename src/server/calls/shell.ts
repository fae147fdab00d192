import { desc, eq } from 'drizzle-orm'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { biddersOf, submittedAt } from '#domain/submission/bids.ts'
import { hasDeposit, type Tender } from '#domain/tender/tender.ts'
import { ok } from '#lib/result.ts'
import { tenderFileUrl } from '#protocol/calls/log.ts'
import type { shellCalls } from '#protocol/calls/shell.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { Language } from '#protocol/messages/codes.ts'
import { readCertificate } from '#seal/certificate.ts'
import { clarification, storedFile } from '../db/schema.ts'
import { refuse } from '../refusal.ts'
import type { DepositRow } from '../reports/deposit-sheet.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { submittedFiles } from './bid-fields.ts'
import { originRows } from './bidder-addresses.ts'
import { shownContacts } from './contacts.ts'
import { depositRows } from './deposit-rows.ts'

/** What the header and the file view show that is not in the session's log: deposits, addresses, clarifications. */
export function shellHandlers(services: Services): Handlers<typeof shellCalls> {
  const { database, settings } = services
  const { shell } = settings.variant

  return {
    async GetBZJList({ session, login: { actor }, query }) {
      if (session.state.tender && !hasDeposit(session.state.tender)) return ok([])
      const found = await depositRows(
        services,
        session,
        actor.role === 'bidder' ? (actor.unitCode ?? '') : query.qybh,
      )
      if (!found.ok) return found
      const contactOf = await shownContacts(services, session.id, actor)
      return ok(
        found.value.map((row, index) => ({ ...depositRow(row, index), ...contactFields(row, contactOf) })),
      )
    },

    async getTbrIpList({ session, login: { actor }, query }) {
      if (!shell.bidderAddressTable.some((role) => role === actor.role)) return refuse('forbidden')
      const rows = originRows(biddersOf(session.unredactedState))
      const from = (query.PageIndex - 1) * query.PageSize
      return ok({ total: rows.length, rows: rows.slice(from, from + query.PageSize) })
    },

    async getTouBiaoRenInfo({ session, login: { actor } }) {
      if (!shell.bidderUnitInfo) return refuse('forbidden')
      const bidders = biddersOf(session.state)
      const shown = actor.role === 'bidder' ? bidders.filter(({ code }) => code === actor.unitCode) : bidders
      return ok(shown.map(unitInfo))
    },

    async getShiPingJianDuDiZhi({ session: { state }, language }) {
      return ok(addressAnswer(language, shell.videoLink === null ? null : state.tender))
    },

    async getShiPingJianDuDiZhi_YB({ session: { state }, query, language }) {
      const booked = state.tender?.venueBooking === query.KaiBiao_ChangDi_AnPai_Guid
      return ok(addressAnswer(language, shell.videoLink !== null && booked ? state.tender : null))
    },

    async GetVideoLinkUrl({ session: { state }, language }) {
      const { tender } = state
      const shown = shell.videoLink === 'section' || (shell.videoLink === 'venue' && tender?.venueBooking)
      return ok(addressAnswer(language, shown ? tender : null))
    },

    async getChengQingList({ session }) {
      const published = await database.db
        .select()
        .from(clarification)
        .where(eq(clarification.sessionId, session.id))
        .orderBy(desc(clarification.publishedAt))
      const files = await database.db.select().from(storedFile).where(eq(storedFile.sessionId, session.id))
      return ok(
        published.map(({ id, title, content, publishedAt }) => ({
          ...{ id, title, content, publish_time: publishedAt.toISOString() },
          fuJianList: files.filter(({ clarificationId }) => clarificationId === id).map(attachedFile),
        })),
      )
    },
  }
}

function depositRow({ bidder, amount, ...row }: DepositRow, index: number) {
  return {
    Xh: index + 1,
    EntprsCode: bidder.code,
    EntprsName: bidder.name,
    Bzj: amount,
    BzjMode: row.mode,
    BzjStatus: row.status,
    ZhiFu_ZhangHu: row.account,
    HuiZhi_BianHao: row.receiptNumber,
    DaoZhang_ShiJian: row.arrivedAt || null,
    EditRemark: row.remark,
    BzjBind: row.bound,
    bzjApplyResult: row.applyResult,
    isDiJiaoBZJ: amount !== null,
    loginType: bidder.entered ? 1 : 0,
    ...submittedFiles(bidder.files),
    ...{ yaoQingStatus: null, huifuTime: null, dijiaoInfo: null },
  }
}

function contactFields({ bidder }: DepositRow, contactOf: Awaited<ReturnType<typeof shownContacts>>) {
  const { contact, phone } = contactOf(bidder.code) ?? { contact: '', phone: '' }
  return { touBiao_DaiBiao: contact || null, touBiao_DaiBiao_DianHua: phone || null }
}

function attachedFile({ id, name, size }: typeof storedFile.$inferSelect) {
  return { fileId: id, Url: tenderFileUrl(id), file_nale: name, size }
}

function unitInfo(bidder: BidderState) {
  const { code, name, certificate, entered } = bidder
  const read = certificate === null ? null : readCertificate(certificate)
  return {
    EntprsCode: code,
    EntprsName: name,
    loginType: entered ? 1 : 0,
    submittedAt: submittedAt(bidder),
    certificate: read?.ok
      ? {
          subject: read.value.subjectName,
          issuer: read.value.issuerName,
          notAfter: read.value.notAfter,
          fingerprint: read.value.fingerprint,
        }
      : null,
  }
}

function addressAnswer(language: Language, tender: Tender | null | undefined) {
  const url = tender?.videoUrl ?? null
  const ResultMessage = url === null ? messageFor(language, { code: 'address-missing' }) : ''
  return { Result: url !== null, ResultMessage, url }
}
