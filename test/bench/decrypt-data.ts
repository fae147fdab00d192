import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { event, type SessionEvent } from '#domain/session/event.ts'
import type { FrozenBid } from '#domain/submission/bid-file.ts'
import { ok } from '#lib/result.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import { isoTime } from '#lib/time.ts'
import { userTypeOf } from '#protocol/user-type.ts'
import { createKeyPair } from '#seal/layers.ts'
import { loadKeys } from '#server/auth/keys.ts'
import { createTokens } from '#server/auth/tokens.ts'
import type { Database } from '#server/db/database.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { bidderCode, figuresOf, fileId, opener } from '#test/domain/sample-actors.ts'
import { tender } from '#test/support/sample-tender.ts'
import { standard } from '#variants/standard.ts'
import { bareOpen, fastSealer } from './fast-seal.ts'
import { insertLogins } from './insert-logins.ts'

/** A section during its decryption, with sealed files on the server's disk. They are written without its calls. */
export interface DecryptionFixture {
  readonly session: string
  /** Sealed bytes together. */
  readonly bytes: number
  /** Of so many openers that nobody gives more commands than a person may. */
  readonly tokens: readonly string[]
  /** All bidders hand over their keys, at once. */
  handOver(): Promise<void>
  /** Megabytes a second of the bare library, of as many files of so many bytes. */
  bareThroughput(files: number, bytes: number): Promise<number>
}

interface Parts {
  readonly database: Database
  readonly secrets: Secrets
  readonly log: SessionLog
  readonly files: FileStore
}

/** How many files are written concurrently. */
const storedAtOnce = 8

const openers = 20

/** `sizes`: of each bidder's file before it is sealed, in bytes. */
export async function furnishDecryption(parts: Parts, sizes: readonly number[]): Promise<DecryptionFixture> {
  const { log } = parts
  const session = randomUUID()
  const [keys, bidders] = [await createKeyPair(), await createKeyPair()]
  await log.create({ id: session, sealIdentity: keys.identity, sealRecipient: keys.recipient })
  const seal = await fastSealer(keys, bidders)
  const sealed = (n: number, size: number) =>
    seal({ sessionId: session, bidderCode: bidderCode(n), figures: figuresOf(n), bytes: size })
  const inTurn = createSemaphore(storedAtOnce)
  let total = 0
  const bids = await Promise.all(
    sizes.map((bytes, i) =>
      inTurn(async () => {
        const { ciphertext, contentCommitment } = sealed(i + 1, bytes)
        const { sha256 } = await parts.files.put(Readable.from([ciphertext]))
        total += ciphertext.length
        return frozenBid(i + 1, sha256, contentCommitment)
      }),
    ),
  )
  const happen = (events: SessionEvent[]) => appendAll(log, session, events)
  const deadline = isoTime(Date.now() + 3_600_000)
  await happen([
    event('TenderPublished', { tender: tender() }),
    ...bids.map(({ bidderCode: code, name }) =>
      event('BidderEnrolled', { bidderCode: code, name, certificate: 'none' }),
    ),
    event('BidOpeningEntered', {}),
    event('BidsFrozen', { bids, absent: [] }),
    event('DecryptionStarted', { limitMinutes: 60, deadline }),
  ])
  return {
    ...{ session, bytes: total },
    tokens: await openerTokens(parts, session),
    handOver: () =>
      happen(
        bids.map(({ bidderCode: code, fileId: id }) =>
          event(
            'FileKeyHandedOver',
            { bidderCode: code, fileId: id, method: 'certificate' },
            { fileIdentity: bidders.identity },
          ),
        ),
      ),
    async bareThroughput(files, size) {
      const file = sealed(1, size)
      const started = performance.now()
      for (let i = 0; i < files; i += 1) await bareOpen(file, [keys.identity, bidders.identity])
      const seconds = (performance.now() - started) / 1000
      return (files * file.ciphertext.length) / 1e6 / seconds
    },
  }
}

function frozenBid(n: number, ciphertextHash: string, contentCommitment: string): FrozenBid {
  return {
    ...{ bidderCode: bidderCode(n), name: `投标人${n}`, kind: 'technical', fileId: fileId(n) },
    ...{ fileName: `${bidderCode(n)}.kbid`, ciphertextHash, contentCommitment },
    submittedAt: isoTime(Date.now()),
  }
}

async function appendAll(log: SessionLog, session: string, events: SessionEvent[]): Promise<void> {
  const request = {
    actor: opener,
    commandId: randomUUID(),
    content: null,
    at: Date.now(),
    decide: () => ok(events),
  }
  const result = await log.append(session, request)
  if (!result.ok) throw new Error(`refused: ${result.error.code}`)
}

async function openerTokens({ database, secrets }: Parts, session: string): Promise<string[]> {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const people = Array.from({ length: openers }, () => {
    const account = randomUUID()
    const { name, unitCode } = opener
    return { id: account, userCode: account, role: 'opener' as const, name, unitCode }
  })
  const logins = await insertLogins(database, secrets.marks, people, expiresAt)
  const { tokenSecret } = await loadKeys(secrets, randomBytes)
  const tokens = createTokens(tokenSecret, Date.now)
  const userType = userTypeOf('opener', standard.userTypes.codes)
  const issue = (login: string) => tokens.issue({ login, session, userType, bidFileId: null }, expiresAt)
  return Promise.all(logins.map(issue))
}
