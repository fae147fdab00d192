import { z } from 'zod'
import { ok } from '#lib/result.ts'
import { commandRow } from '../session/command-row.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { reject } from '../session/rejection.ts'
import { opener, untilOpened } from '../session/roles-and-statuses.ts'
import { hasDeposit } from '../tender/tender.ts'
import { depositFields, depositTextProblem, noDepositEdit } from './deposit-edit.ts'

/** Longer than the rules allow, so that they refuse a long text with their own message. Left out: unchanged. */
const text = z.string().trim().max(500).nullish()

const editSchema = z.strictObject({
  bidderCode: z.string(),
  account: text,
  receiptNumber: text,
  mode: text,
  arrivedAt: text,
  remark: text,
  status: text,
})

export const depositCommands = {
  /** The opener edits rows of the deposit table (DEP-1); null shows what the trading platform reports again. */
  EditDeposits: commandRow({
    payload: z.strictObject({
      rows: z
        .array(editSchema)
        .max(1000)
        .refine(
          (rows) => new Set(rows.map(({ bidderCode }) => bidderCode)).size === rows.length,
          'a bidder is there twice',
        ),
    }),
    roles: opener,
    statuses: untilOpened,
    otherwise: 'editing-locked',
    decide(state, { rows }) {
      if (!state.tender || !hasDeposit(state.tender)) return reject('no-deposit')
      const events: SessionEvent[] = []
      for (const { bidderCode, ...changes } of rows) {
        const bidder = state.bidders[bidderCode]
        if (!bidder) return reject('unknown-bidder')
        const maximum = depositTextProblem(changes)
        if (maximum !== null) return reject('deposit-text-too-long', { maximum })
        const before = bidder.depositEdit ?? noDepositEdit
        const given = depositFields.flatMap((field) => {
          const value = changes[field]
          return value === undefined ? [] : [[field, value] as const]
        })
        const edit = { ...before, ...Object.fromEntries(given) }
        if (depositFields.every((field) => edit[field] === before[field])) continue
        events.push(event('DepositEdited', { bidderCode, edit }))
      }
      return ok(events)
    },
  }),
} as const
