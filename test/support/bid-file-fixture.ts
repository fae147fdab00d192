import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Encrypter, identityToRecipient } from 'age-encryption'
import pino from 'pino'
import type { Actor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { decide } from '#domain/session/decide.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { FrozenBid } from '#domain/submission/bid-file.ts'
import type { FileState } from '#domain/submission/bid-state.ts'
import { ok } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import { verifyManifest } from '#seal/manifest.ts'
import { sealBid } from '#seal/seal-bid.ts'
import { must, sealRequest, testSession } from '#seal/test-helpers.ts'
import {
  type BidFileProcessor,
  createBidFileProcessor,
} from '#server/bid-file-processor/bid-file-processor.ts'
import type { Claims } from '#server/bid-file-processor/claims.ts'
import { createWorkerPool, TaskLost, type WorkerPool } from '#server/bid-file-processor/worker-pool.ts'
import { type FileStore, openFileStore } from '#server/files/file-store.ts'
import { createMemoryLog } from '#server/log/memory-log.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import { createAuthority } from '#server/session/authority.ts'
import type { PreparationServices } from '#server/session/preparation-services.ts'
import { bidder, bidderCode, figuresOf, fileId, platform } from '#test/domain/sample-actors.ts'
import { freezeRecord } from '#test/support/freeze-record.ts'
import { noCertificates } from '#test/support/no-certificates.ts'
import { rules, tender } from '#test/support/sample-tender.ts'

/** A section in its decryption or import, with sealed files on a disk of its own, for a bid file processor. */
export interface BidFileFixture {
  readonly sessionId: string
  readonly log: SessionLog
  readonly files: FileStore
  readonly folder: string
  /** Where the nth bidder's sealed file lies. */
  pathOf(n: number): Promise<string>
  ask(actor: Actor, command: Command, now?: number): Promise<'done' | string>
  /** The nth bidder hands over a key, their own unless told otherwise. */
  handOver(n: number, key?: string): Promise<'done' | string>
  keyOf(n: number): string
  state(): Promise<SessionState>
  fileOf(n: number): Promise<FileState>
  close(): Promise<void>
}

/** A bidder's sealed file, possibly changed before it is stored or before it is committed to. */
export interface PlannedBid {
  readonly bytes?: number
  /** Sealed to other keys, with other content, or in another format, with a manifest that commits to it. */
  forge?(own: { sessionId: string; bidderCode: string; fileRecipient: string }): Promise<ForgedBid>
  /** How the disk changes the stored file. */
  damage?(ciphertext: Uint8Array): Uint8Array
}

export interface ForgedBid {
  readonly ciphertext: Uint8Array
  readonly contentCommitment: string
}

export async function bidFileFixture(
  plans: readonly PlannedBid[],
  log: SessionLog = createMemoryLog(randomBytes),
  encrypted = true,
): Promise<BidFileFixture> {
  const sessionId = randomUUID()
  const folder = await mkdtemp(join(tmpdir(), 'kaibiao-opening-'))
  const files = await openFileStore(folder)
  await log.create({
    id: sessionId,
    sealIdentity: testSession.identity,
    sealRecipient: testSession.recipient,
  })
  const keys: string[] = []
  const bids: FrozenBid[] = []
  const happened: SessionEvent[] = [event('TenderPublished', { tender: tender({ encrypted }) })]
  for (const [i, plan] of plans.entries()) {
    const { bid, key, submission } = await bidOf(sessionId, i + 1, plan, files, encrypted)
    keys.push(key)
    bids.push(bid)
    happened.push(...submission)
  }
  const deadline = isoTime(Date.now() + 3_600_000)
  happened.push(
    event('BidOpeningEntered', {}),
    event('BidsFrozen', { bids, absent: [] }),
    encrypted ? event('DecryptionStarted', { limitMinutes: 60, deadline }) : event('BidImportStarted', {}),
  )
  const written = {
    actor: platform,
    commandId: 'story',
    content: null,
    at: Date.now(),
    decide: () => ok(happened),
  }
  must(await log.append(sessionId, written))

  const fixture: BidFileFixture = {
    ...{ sessionId, log, files, folder },
    keyOf: (n) => keys[n - 1] ?? '',
    async pathOf(n) {
      const found = await files.locate(bids[n - 1]?.ciphertextHash ?? '')
      if (!found) throw new Error(`bidder ${n} has no file`)
      return found.path
    },
    async ask(actor, command, now = Date.now()) {
      const asked = await log.append(sessionId, {
        actor,
        commandId: randomUUID(),
        content: null,
        at: now,
        decide: (state) => decide(state, command, { now, actor, rules }),
      })
      return asked.ok ? 'done' : asked.error.code
    },
    handOver(n, key = fixture.keyOf(n)) {
      const payload = { fileId: fileId(n), method: 'certificate', fileIdentity: key } as const
      return fixture.ask(bidder(n), { type: 'DecryptBid', payload })
    },
    async state() {
      const snapshot = await log.state(sessionId)
      if (!snapshot) throw new Error('the session is gone')
      return snapshot.unredactedState
    },
    async fileOf(n) {
      const state = await fixture.state()
      const file = state.bidders[bidderCode(n)]?.files.technical?.file
      if (!file) throw new Error(`bidder ${n} has no file`)
      return file
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
  return fixture
}

async function bidOf(sessionId: string, n: number, plan: PlannedBid, files: FileStore, encrypted: boolean) {
  const content = new Uint8Array(plan.bytes ?? 10)
  const request = await sealRequest({
    encrypted,
    ...{ sessionId, bidderCode: bidderCode(n), fileId: fileId(n), figures: figuresOf(n) },
    files: [{ name: '技术标.pdf', bytes: content }],
    random: (length) => randomBytes(length),
    maxBytes: content.length,
  })
  const own = must(await sealBid(request))
  const { manifest } = must(await verifyManifest(own.manifest))
  const fileRecipient = own.identity === null ? '' : await identityToRecipient(own.identity)
  const forged = await plan.forge?.({ sessionId, bidderCode: bidderCode(n), fileRecipient })
  const ciphertext = forged?.ciphertext ?? own.ciphertext
  const stored = await files.put(Readable.from([ciphertext]))
  const place = await files.locate(stored.sha256)
  if (plan.damage && place) await writeFile(place.path, plan.damage(ciphertext))
  const bid: FrozenBid = {
    ...{ bidderCode: bidderCode(n), name: `投标人${n}`, kind: 'technical', fileId: fileId(n) },
    ...{ fileName: manifest.fileName, ciphertextHash: stored.sha256, submittedAt: isoTime(Date.now()) },
    contentCommitment: forged?.contentCommitment ?? manifest.contentCommitment,
  }
  const { name, submittedAt: _at, ...payload } = bid
  const submission: SessionEvent[] = [
    event('BidderEnrolled', { bidderCode: bid.bidderCode, name, certificate: 'none' }),
    event(
      'BidSubmitted',
      { ...payload, ciphertextSize: stored.size, manifest: own.manifest, replaces: null },
      { origin: { address: null, hardwareSerial: null } },
    ),
  ]
  return { bid, key: own.identity ?? '', submission }
}

/** Seals a plaintext to the given recipients, innermost layer first, with a manifest that commits to it. */
export async function forgeBid(plaintext: Uint8Array, ...layers: string[][]): Promise<ForgedBid> {
  let ciphertext = plaintext
  for (const recipients of layers) {
    const encrypter = new Encrypter()
    for (const recipient of recipients) encrypter.addRecipient(recipient)
    ciphertext = await encrypter.encrypt(ciphertext)
  }
  return { ciphertext, contentCommitment: createHash('sha256').update(plaintext).digest('hex') }
}

/** Without a database there is no other node, so every claim is granted. */
const noClaims: Claims = { take: async () => true, giveBack: async () => {}, close: async () => {} }

/** A log that fails to append the first outcomes. */
export function failingOutcomes(
  { log }: BidFileFixture,
  failures: number,
  fail: () => ReturnType<BidFileFixture['log']['append']>,
) {
  let left = failures
  const append: typeof log.append = (sessionId, request) => {
    if (!request.commandId.startsWith('SettleFile') || left === 0) return log.append(sessionId, request)
    left -= 1
    return fail()
  }
  return { log: { ...log, append }, failuresLeft: () => left }
}

/** A pool that never finishes a file until it is stopped. */
export function hangingPool(onRun: (bidderCode: string) => void): WorkerPool {
  const ends: ((lost: TaskLost) => void)[] = []
  return {
    run(task) {
      onRun(task.expected.bidderCode)
      return new Promise((_, reject) => ends.push(reject))
    },
    async stop() {
      for (const end of ends.splice(0)) end(new TaskLost('stopped'))
    },
  }
}

/** The system's commands need no preparation. */
const noPreparation: PreparationServices = {
  rules,
  ...noCertificates,
  attachments: { claim: async () => null },
  sectionState: async () => null,
  freezeRecord,
}

export interface ProcessorParts {
  readonly pool?: WorkerPool
  readonly files?: Pick<FileStore, 'locate'>
  readonly claims?: Claims
  readonly places?: number
  readonly largeBytes?: number
  readonly retryMilliseconds?: number
}

/** A processor that follows the fixture's log as a server does. */
export async function processorOn(
  fixture: BidFileFixture,
  parts: ProcessorParts = {},
): Promise<BidFileProcessor> {
  const { log, sessionId } = fixture
  const logger = pino({ level: 'silent' })
  const { decide } = createAuthority(log, noPreparation, Date.now, logger)
  const processor = createBidFileProcessor({
    ...{ log, decide, logger },
    ...{ pool: createWorkerPool(), files: fixture.files, claims: noClaims, places: 2, ...parts },
  })
  const look = async () => processor.update(sessionId, await fixture.state())
  const quiet = log.onAppended(() => void look())
  await look()
  return {
    ...processor,
    async stop() {
      quiet()
      await processor.stop()
    },
  }
}

/** Waits until none of the fixture's files is being opened. */
export async function allSettled(fixture: BidFileFixture, milliseconds = 30_000): Promise<void> {
  const until = Date.now() + milliseconds
  while (
    Object.values((await fixture.state()).bidders).some(
      (one) => one.files.technical?.file.status === 'opening',
    )
  ) {
    if (Date.now() > until) throw new Error('some files are still being opened')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
