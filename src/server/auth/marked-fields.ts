import { createHash } from 'node:crypto'
import { canonicalJson } from '#domain/log/canonical-json.ts'
import type { account, login, qrCode } from '../db/schema.ts'
import type { MarkedFields } from '../secrets/marks.ts'

/* What the marks of rows cover (KEY-5): all that says who somebody is, until when, and by which secret. */

type Account = typeof account.$inferSelect

export function accountFields({
  id,
  userCode,
  name,
  role,
  unitCode,
  passwordHash,
  disabledAt,
}: Pick<Account, 'id' | 'userCode' | 'name' | 'role' | 'unitCode' | 'passwordHash'> & {
  /** Only whether there is one counts. */
  readonly disabledAt: unknown
}): MarkedFields {
  return [id, userCode, name, role, unitCode, passwordHash, disabledAt !== null]
}

/** A login's row, with the hash of its certificate instead of that. */
export type MarkedLogin = Omit<typeof login.$inferSelect, 'revokedAt' | 'certificate' | 'mark'> & {
  readonly certificateHash: string | null
}

/** SQL: SHA-256 in hex of a login's certificate, which is much longer. */
export const certificateHash = "encode(sha256(convert_to(login.certificate, 'UTF8')), 'hex')"

export function certificateHashOf(certificate: string | undefined): string | null {
  return certificate === undefined ? null : createHash('sha256').update(certificate).digest('hex')
}

/** SQL: the columns of a `MarkedLogin`. */
export const loginColumns = `id, account_id as "accountId", created_at as "createdAt", expires_at as "expiresAt", via,
  address, refresh_hash as "refreshHash", previous_hash as "previousHash", refresh_key as "refreshKey",
  ${certificateHash} as "certificateHash"`

export function loginFields(row: MarkedLogin): MarkedFields {
  const { id, accountId, createdAt, expiresAt, via, address, refreshHash, previousHash, refreshKey } = row
  const times = [createdAt.getTime(), expiresAt.getTime()]
  return [id, accountId, ...times, via, address, refreshHash, previousHash, refreshKey, row.certificateHash]
}

type Qr = typeof qrCode.$inferSelect

/** Of a code that is shown, and of one that a phone has answered. */
export function qrFields({
  id,
  purpose,
  role,
  secretHash,
  address,
  signing,
  accountId,
  certificate,
}: Pick<
  Qr,
  'id' | 'purpose' | 'role' | 'secretHash' | 'address' | 'signing' | 'accountId' | 'certificate'
>): MarkedFields {
  // Canonical, because the database does not keep the order of its fields.
  const order = signing && canonicalJson(signing)
  return [id, purpose, role, secretHash, address, order, accountId, certificate]
}
