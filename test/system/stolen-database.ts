import { createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { digestOf } from '#server/auth/digest.ts'
import { loadKeys } from '#server/auth/keys.ts'
import { loginFields } from '#server/auth/marked-fields.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { login } from '#server/db/schema.ts'
import type { Marks } from '#server/secrets/marks.ts'
import { secretsIn } from '#simulators/fixtures/hall-secrets.ts'
import { itemAt, type RecordedOpening } from './secrecy-fixture.ts'
import { databaseUrlOf, found, type RecordedText } from './secrecy-search.ts'
import { testLogin } from './security-fixture.ts'

/* What somebody tries who has the database, its backups and the logs, and nothing else (KEY-6). */

/**
 * No key that stands in what was taken, which is all but the key file, decrypts a figure of the opening or signs a token,
 * and no login that is inserted logs anybody in. With the hall's key each of these works, so the attempts are real.
 */
export async function tryStolen(
  { hall, session, accounts }: RecordedOpening,
  taken: readonly RecordedText[],
  needles: readonly string[],
): Promise<void> {
  const rest = taken.filter(({ where }) => where !== 'file /wrapping.key' && !where.endsWith('.pem'))
  expect(rest.length).toBeLessThan(taken.length)
  expect(found(rest, ['AGE-SECRET-KEY-', 'PRIVATE KEY-----'])).toEqual([])
  const keys = keysIn(rest.filter(({ where }) => !where.startsWith('file ')).map(({ text }) => text))
  expect(keys.length).toBeGreaterThan(1000)
  const { userName } = await itemAt(accounts, 1).call('getSelf')
  const { token } = await testLogin(hall.http, userName)
  const database = await openDatabase(databaseUrlOf(hall), { connections: 1 })
  try {
    const { locked, wrapped } = await figuresIn(database, session)
    const figuresBy = (tried: readonly Buffer[]) => {
      return found([{ where: 'an entry', text: decryptedBy(tried, locked).join('\n') }], needles)
    }
    const becomes = async (marks: Marks | null) => {
      const body = { refreshToken: await insertLogin(database, userName, marks) }
      const answer = await hall.http.attempt('refresh', { body })
      return answer.ok ? answer.value.userName : answer.error.code
    }
    expect([figuresBy(keys), signersOf(token, keys)]).toEqual([[], []])
    expect(await becomes(null)).toBe('session-expired')

    const secrets = await secretsIn(hall.dataDir, database)
    const { privateKey } = await secrets.sections.unwrap(session, wrapped)
    expect(figuresBy(keysIn([Buffer.from(privateKey).toString('hex')]))).not.toEqual([])
    const { tokenSecret } = await loadKeys(secrets, (length) => randomBytes(length))
    expect(signersOf(token, keysIn([Buffer.from(tokenSecret).toString('base64')]))).toHaveLength(1)
    expect(await becomes(secrets.marks)).toBe(userName)
  } finally {
    await database.close()
  }
}

/** The encrypted private fields of the opened bids, and the section's wrapped keys. */
async function figuresIn({ pool }: Database, session: string) {
  const { rows } = await pool.query<{ locked: Buffer; wrapped: string }>(
    `select locked, wrapped from entry natural join section_key where session_id = $1 and type = 'BidImported'`,
    [session],
  )
  expect(rows.length).toBeGreaterThan(1)
  return { locked: rows.map(({ locked }) => locked), wrapped: itemAt(rows, 0).wrapped }
}

/** A login of the user, straight in the database, with a refresh token that whoever inserted it knows. */
async function insertLogin({ pool, db }: Database, userCode: string, marks: Marks | null): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from account where user_code = $1', [userCode])
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)]
  const row = {
    ...{ id: randomUUID(), accountId: itemAt(rows, 0).id, createdAt, expiresAt, via: 'test', address: null },
    ...{ refreshHash: digestOf('known'), previousHash: null, refreshKey: null },
  }
  const mark = marks?.of('login', loginFields({ ...row, certificateHash: null })) ?? null
  await db.insert(login).values({ ...row, mark })
  return `${row.id}.known`
}

const keyLength = 32

/** Every 32 bytes that stand in the texts, in hex or base64, also as parts of longer values. */
function keysIn(texts: readonly string[]): Buffer[] {
  const found = new Map<string, Buffer>()
  for (const text of texts) {
    const values = [
      ...[...text.matchAll(/[0-9a-f]{64,}/gi)].map(([hex]) => Buffer.from(hex, 'hex')),
      ...[...text.matchAll(/[\w+/-]{43,}/g)].map(([encoded]) => Buffer.from(encoded, 'base64')),
    ]
    for (const value of values) {
      for (let start = 0; start + keyLength <= value.length; start += 1) {
        const key = value.subarray(start, start + keyLength)
        found.set(key.toString('latin1'), key)
      }
    }
  }
  return [...found.values()]
}

/** What the keys decrypt of private fields at rest (`private-fields.ts`), as far as it is JSON. */
function decryptedBy(keys: readonly Buffer[], locked: readonly Buffer[]): string[] {
  return locked.flatMap((bytes) => {
    const [counter, ciphertext] = [bytes.subarray(0, 16), bytes.subarray(16)]
    return keys.flatMap((key) => {
      const decipher = createDecipheriv('aes-256-ctr', key, counter)
      if (decipher.update(ciphertext.subarray(0, 2)).toString('latin1') !== '{"') return []
      return [`{"${decipher.update(ciphertext.subarray(2)).toString('utf8')}`]
    })
  })
}

/** The keys that sign tokens as the server signs this one. */
function signersOf(token: string, keys: readonly Buffer[]): Buffer[] {
  const [head, payload, signature] = token.split('.')
  return keys.filter(
    (key) => createHmac('sha256', key).update(`${head}.${payload}`).digest('base64url') === signature,
  )
}
