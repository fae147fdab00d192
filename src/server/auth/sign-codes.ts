import { and, eq, gt } from 'drizzle-orm'
import type { Clock } from '#lib/ports.ts'
import { ok, type Result } from '#lib/result.ts'
import type { Database } from '../db/database.ts'
import { qrCode } from '../db/schema.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { SigningOrder } from './signing-order.ts'

/** How far a code to sign is; `signed` once the phone has signed. */
export interface SignQr {
  readonly status: 0 | 1 | 2
  readonly order: SigningOrder
  readonly signed: { readonly certificate: string; readonly jws: string; readonly cms: string | null } | null
}

/** Codes to sign, as the account that asked for them sees them; `qr.ts` issues them and takes the phone's answer. */
export function createSignCodes({ db }: Database, clock: Clock) {
  /** A code to sign, for the account that asked for it in this section; refused as `status` is. */
  async function signature(
    id: string,
    asked: Pick<SigningOrder, 'actorId' | 'sessionId'>,
  ): Promise<Result<SignQr, Refusal>> {
    const [row] = await db
      .select()
      .from(qrCode)
      .where(and(eq(qrCode.id, id), gt(qrCode.expiresAt, new Date(clock()))))
    const order = row?.signing
    if (!row || order?.actorId !== asked.actorId || order.sessionId !== asked.sessionId)
      return refuse('qr-expired')
    if (row.refused) return refuse(row.refused)
    const { certificate, jws, cms, scannedAt } = row
    if (certificate === null || jws === null) return ok({ status: scannedAt ? 1 : 0, order, signed: null })
    return ok({ status: 2, order, signed: { certificate, jws, cms } })
  }
  return { signature }
}

export type SignCodes = ReturnType<typeof createSignCodes>
