import { eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { bidderContact, deposit } from '../db/schema.ts'
import type { MarkedFields, Marks } from '../secrets/marks.ts'

export type ReportedDeposit = Omit<typeof deposit.$inferSelect, 'mark'>
export type ReportedContact = Omit<typeof bidderContact.$inferSelect, 'mark'>

export type Reported = ReturnType<typeof createReported>

/**
 * What the trading platform reported of bidders besides the log: a later report replaces an earlier one. A row that the
 * hall did not write, or that was changed outside it, counts as not reported (KEY-5).
 */
export function createReported({ db }: Database, marks: Marks) {
  return {
    /** By bidder's code. */
    async deposits(sessionId: string): Promise<ReadonlyMap<string, ReportedDeposit>> {
      const rows = await db.select().from(deposit).where(eq(deposit.sessionId, sessionId))
      const right = rows.filter((row) => marks.isRight('deposit', depositFields(row), row.mark))
      return new Map(right.map((row) => [row.bidderCode, row]))
    },

    /** By bidder's code. */
    async contacts(sessionId: string): Promise<ReadonlyMap<string, ReportedContact>> {
      const rows = await db.select().from(bidderContact).where(eq(bidderContact.sessionId, sessionId))
      const right = rows.filter((row) => marks.isRight('bidder-contact', contactFields(row), row.mark))
      return new Map(right.map((row) => [row.bidderCode, row]))
    },

    async recordDeposits(deposits: readonly ReportedDeposit[]): Promise<void> {
      const rows = sorted(deposits).map((row) => ({ ...row, mark: marks.of('deposit', depositFields(row)) }))
      await db.insert(deposit).values(rows).onConflictDoUpdate(replaceDeposit)
    },

    async recordContacts(contacts: readonly ReportedContact[]): Promise<void> {
      const rows = sorted(contacts).map((row) => ({
        ...row,
        mark: marks.of('bidder-contact', contactFields(row)),
      }))
      await db.insert(bidderContact).values(rows).onConflictDoUpdate(replaceContact)
    },
  }
}

/** So that simultaneous reports cannot deadlock. */
function sorted<Row extends { readonly bidderCode: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => (one.bidderCode < other.bidderCode ? -1 : 1))
}

/** What the mark of a deposit covers. */
export function depositFields(row: ReportedDeposit): MarkedFields {
  const { sessionId, bidderCode, amount, mode, status, bound, applyResult, account, accountName } = row
  return [
    ...[sessionId.toLowerCase(), bidderCode, asStored(amount), mode, status, bound, applyResult],
    ...[account, accountName, row.accountCode, row.receiptNumber, row.paidAt?.getTime() ?? null, row.remark],
    row.updatedAt.getTime(),
  ]
}

/** What the mark of a contact covers. */
export function contactFields({
  sessionId,
  bidderCode,
  name,
  phone,
  updatedAt,
}: ReportedContact): MarkedFields {
  return [sessionId.toLowerCase(), bidderCode, name, phone, updatedAt.getTime()]
}

/** An amount as the database answers it: without leading zeros, with two decimals. */
function asStored(amount: string): string {
  const [yuan = '', cents = ''] = amount.split('.')
  return `${yuan.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`
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
    mark: sql`excluded.mark`,
  },
  setWhere: sql`${deposit.updatedAt} <= excluded.updated_at`,
}

const replaceContact = {
  target: [bidderContact.sessionId, bidderContact.bidderCode],
  set: {
    name: sql`excluded.name`,
    phone: sql`excluded.phone`,
    updatedAt: sql`excluded.updated_at`,
    mark: sql`excluded.mark`,
  },
}
