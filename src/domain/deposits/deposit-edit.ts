import { z } from 'zod'
import { characterCount } from '#lib/character-count.ts'

/** What the opener may edit of a bidder's deposit, with the greatest length of each (DEP-1). */
export const depositLengths = {
  /** The account it was paid from. */
  account: 30,
  receiptNumber: 50,
  mode: 20,
  /** When it arrived, as the opener writes it. */
  arrivedAt: 20,
  remark: 50,
  /** Whether it was paid, as shown in the overview. */
  status: 10,
} as const
export type DepositField = keyof typeof depositLengths
export const depositFields = Object.keys(depositLengths) as readonly DepositField[]

const edited = z.string().nullable()

/** A bidder's deposit as the opener has edited it; null: as the trading platform reports it. */
export const depositEditSchema = z
  .strictObject({
    account: edited,
    receiptNumber: edited,
    mode: edited,
    arrivedAt: edited,
    remark: edited,
    status: edited,
  })
  .readonly()
export type DepositEdit = z.infer<typeof depositEditSchema>

export const noDepositEdit: DepositEdit = {
  account: null,
  receiptNumber: null,
  mode: null,
  arrivedAt: null,
  remark: null,
  status: null,
}

/** The greatest length of the first text that is too long; null when all fit (DEP-1). */
export function depositTextProblem(edit: Partial<Record<DepositField, unknown>>): number | null {
  for (const field of depositFields) {
    const text = edit[field]
    if (typeof text === 'string' && characterCount(text) > depositLengths[field]) return depositLengths[field]
  }
  return null
}
