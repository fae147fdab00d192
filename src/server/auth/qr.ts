import { and, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import encodeQR from 'qr'
import type { Clock, Random } from '#lib/ports.ts'
import { ok, type Result } from '#lib/result.ts'
import { type QrPurpose, qrText } from '#protocol/qr-code.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import type { Database } from '../db/database.ts'
import { account, qrCode } from '../db/schema.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Marks } from '../secrets/marks.ts'
import type { AccountRow } from './accounts.ts'
import { digestOf } from './digest.ts'
import { accountFields, qrFields } from './marked-fields.ts'
import type { SigningOrder } from './signing-order.ts'

/** How long a code may be scanned and answered, in milliseconds. */
const lifetime = 120_000

/** How long an answered code waits for its browser, which asks for the status every two seconds. */
const answerLifetime = 30_000

/** How long expired codes are kept, so that a browser that asks late still learns the outcome. */
const keptFor = 3_600_000

/** A code as the phone shows it to its owner. */
export interface ShownQr {
  readonly id: string
  readonly purpose: QrPurpose
  readonly role: PersonRole
  /** Network address of the browser that asked for it. */
  readonly address: string
  readonly expiresAt: Date
  /** Null for a login. */
  readonly signing: SigningOrder | null
}

/**
 * The phone's answer: the account and the certificate (PEM) that confirmed a login, the signatures of what was to be
 * signed, or why there is none.
 */
export type QrAnswered =
  | { readonly accountId: string; readonly certificate: string }
  | { readonly certificate: string; readonly jws: string; readonly cms: string | null }
  | { readonly refused: 'qr-declined' | 'qr-user-missing' }

/** The account of a confirmed code, and the certificate (PEM) that confirmed it. */
interface QrLogin {
  readonly account: AccountRow
  readonly certificate: string
}

/**
 * Codes that a browser shows and a phone answers, each on any node. A code is answered once, and used once by the
 * browser that holds its secret; the database ensures this for simultaneous requests too. What was inserted or changed
 * outside the hall leads to no login (KEY-5).
 */
export function createQrCodes({ db }: Database, marks: Marks, clock: Clock, random: Random) {
  const now = () => new Date(clock())
  const alive = (id: string) => and(eq(qrCode.id, id), gt(qrCode.expiresAt, now()))
  const isOpen = (id: string) => and(alive(id), isNull(qrCode.answeredAt))
  const isGenuine = (row: QrRow) => marks.isRight('qr-code', qrFields(row), row.mark)

  /** A new code; `secret` goes to the browser that asked, and only its digest is stored. */
  async function issue(
    code: Pick<ShownQr, 'purpose' | 'role' | 'address'> & Partial<Pick<ShownQr, 'signing'>>,
  ): Promise<ShownQr & { secret: string }> {
    await db.delete(qrCode).where(lt(qrCode.expiresAt, new Date(clock() - keptFor)))
    const secret = textOf(random(32))
    const shown = { signing: null, ...code, id: textOf(random(16)), expiresAt: new Date(clock() + lifetime) }
    const row = { ...shown, secretHash: digestOf(secret) }
    const mark = marks.of('qr-code', qrFields({ ...row, ...unanswered }))
    await db.insert(qrCode).values({ ...row, mark })
    return { ...shown, secret }
  }

  /** A phone has scanned the code; scanning again before the answer changes nothing. */
  async function scan(id: string): Promise<Result<ShownQr, Refusal>> {
    const [row] = await db
      .update(qrCode)
      .set({ scannedAt: sql`coalesce(${qrCode.scannedAt}, ${now()})` })
      .where(isOpen(id))
      .returning()
    return row && isGenuine(row) ? ok(row) : refuse('qr-expired')
  }

  /** Stores the phone's answer; refused unless the code was scanned and not answered yet. */
  async function answer(id: string, answered: QrAnswered): Promise<Result<void, Refusal>> {
    return db.transaction(async (tx) => {
      const scanned = and(isOpen(id), isNotNull(qrCode.scannedAt))
      const [row] = await tx.select().from(qrCode).where(scanned).for('update')
      if (!row || !isGenuine(row)) return refuse('qr-expired')
      const mark = marks.of('qr-code', qrFields({ ...row, ...answered }))
      const answeredNow = { answeredAt: now(), expiresAt: new Date(clock() + answerLifetime) }
      await tx
        .update(qrCode)
        .set({ ...answeredNow, ...answered, mark })
        .where(eq(qrCode.id, id))
      return ok(undefined)
    })
  }

  /** 0 waiting, 1 scanned, 2 confirmed; refused once it can no longer lead to a login. */
  async function status(id: string): Promise<Result<0 | 1 | 2, Refusal>> {
    const [row] = await db.select().from(qrCode).where(alive(id))
    if (!row || row.usedAt) return refuse('qr-expired')
    if (row.refused) return refuse(row.refused)
    if (row.accountId || row.jws) return ok(2)
    return ok(row.scannedAt ? 1 : 0)
  }

  /** The login of a confirmed code, once, for the browser that holds its secret. */
  async function use(id: string, secret: string): Promise<Result<QrLogin, Refusal>> {
    const confirmed = and(alive(id), isNotNull(qrCode.accountId), isNull(qrCode.usedAt))
    const isTheirs = and(confirmed, eq(qrCode.secretHash, digestOf(secret)))
    const used = await takeCode(db, isTheirs, isGenuine, now())
    if (!used?.accountId || used.certificate === null) return refuse('qr-expired')
    const [found] = await db.select().from(account).where(eq(account.id, used.accountId))
    const isAccount = found && marks.isRight('account', accountFields(found), found.mark)
    return isAccount ? ok({ account: found, certificate: used.certificate }) : refuse('qr-user-missing')
  }

  return { issue, scan, answer, status, use }
}

export type QrCodes = ReturnType<typeof createQrCodes>

/** The row before it is used; without its mark it stays used. */
function takeCode(
  db: Database['db'],
  which: SQL | undefined,
  isGenuine: (row: QrRow) => boolean,
  usedAt: Date,
): Promise<QrRow | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(qrCode).where(which).for('update')
    if (!row || !isGenuine(row)) return null
    await tx.update(qrCode).set({ usedAt, mark: null }).where(eq(qrCode.id, row.id))
    return row
  })
}

type QrRow = typeof qrCode.$inferSelect

/** Of a code that no phone has answered. */
const unanswered = { accountId: null, certificate: null }

/** The code's picture as an SVG in base64, with the quiet zone that readers need. */
export function qrPicture(code: Pick<ShownQr, 'purpose' | 'id'>): string {
  const value = qrText(code.purpose, code.id)
  const svg = encodeQR(value, 'svg', { ecc: 'medium', border: 4 })
    // White between the squares on a dark page, too, and no seams.
    .replace('>', ' shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/>')
  return Buffer.from(svg).toString('base64')
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
