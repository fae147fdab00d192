import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { overviewHash } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import { epochOf } from '#lib/time.ts'
import { signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { signDocument } from '#seal/signed-document.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { type Submission, sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { accountOf, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'
import { openDecryptionWindow } from './opening-steps.ts'

/* A server that is killed before the end of a window and restarted after it. */

interface StoredFile {
  readonly fileId: string
  readonly path: string
  readonly bytes: Uint8Array
  readonly storedAt: Date
}

let database: Awaited<ReturnType<typeof freshDatabase>>
let hall: Hall
let session: string
let leader: Participant
let bidders: Participant[]
let submissions: Submission[]
/** The bids that each bidder has replaced by another. */
const replaced: StoredFile[] = []
/** The first bidder's. */
let certificate: CertificateHelper

beforeAll(async () => {
  database = await freshDatabase()
  hall = await openHall({ environment: { DATABASE_URL: database.url } })
  const authority = await testAuthority()
  const two = [await bidderOf(hall, authority), await bidderOf(hall, authority)] as const
  certificate = two[0].certificate.helper
  const opening = await publishFor(hall, two, 60)
  session = opening.session
  submissions = []
  for (const { account, certificate } of two) {
    const bid = { figures: { price: '100.00' }, files: [], certificate: certificate.helper }
    const { fileId } = await sealAndSubmit(account, session, bid)
    replaced.push({ fileId, ...lastFile() })
    submissions.push(await sealAndSubmit(account, session, bid))
  }
  await hall.clock.leapTo(opening.opensAt)
  leader = await enterSession(await accountOf(hall, 'opener'), session)
  bidders = await Promise.all(two.map(({ account }) => enterSession(account, session)))
  await openDecryptionWindow(leader, 2)
}, 120_000)
afterAll(async () => {
  for (const one of [leader, ...bidders]) one.close()
  await hall.close()
  await database.drop()
})

/** The paths of stored bids. */
function storedFiles(): string[] {
  const folder = join(hall.dataDir, 'files')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /[0-9a-f]{64}$/.test(path))
    .map((path) => join(folder, path))
}

/** The file that was stored last. */
function lastFile(): Omit<StoredFile, 'fileId'> {
  const [path = ''] = storedFiles().sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  return { path, bytes: readFileSync(path), storedAt: statSync(path).mtime }
}

/** As if the server had been killed before: between the commit that replaces a bid and the removal of its file. */
async function putBack({ fileId, path, bytes, storedAt }: StoredFile): Promise<void> {
  writeFileSync(path, bytes)
  utimesSync(path, storedAt, storedAt)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client
    .query('insert into bid_file (session_id, file_id, ciphertext_hash) values ($1, $2, $3)', [
      ...[session, fileId, basename(path)],
    ])
    .finally(() => client.end())
}

test('the window is prolonged by the outage, replaced bids are gone, keys are accepted in it, and each bidder sees only their own connection', {
  timeout: 240_000,
}, async () => {
  const { decryption } = await leader.until((state) => state.decryption !== null, 'the window')
  const deadline = decryption?.deadline ?? ''
  // By then the connections are recorded.
  await sleep(3000)
  await hall.kill()
  const [left] = replaced
  if (!left || existsSync(left.path)) throw new Error('the replaced file was to be removed')
  await putBack(left)
  // Long enough to count as an outage.
  await sleep(3000)
  await hall.clock.leapTo(deadline, 1000)
  await hall.start()
  await vi.waitFor(() => expect(storedFiles()).toHaveLength(submissions.length), { timeout: 10_000 })
  expect(existsSync(left.path)).toBe(false)
  const prolonged = await leader.until((state) => state.decryption?.deadline !== deadline, 'more time')
  const { prolongedFor = [], deadline: until = '' } = prolonged.decryption ?? {}
  expect(prolongedFor).toHaveLength(1)
  const [{ from, to } = { from: '', to: '' }] = prolongedFor
  expect(epochOf(to)).toBeGreaterThan(epochOf(deadline))
  const seconds = Math.ceil((epochOf(to) - epochOf(from)) / 1000)
  expect(epochOf(until ?? '') - epochOf(deadline)).toBeGreaterThanOrEqual(seconds * 1000)

  const { fileId, fileKey: key } = submissions[0] ?? { fileId: '', fileKey: '' }
  await bidders[0]?.send({ type: 'DecryptBid', payload: { fileId, method: 'file-key', key } })
  const [first = '', second = ''] = bidders.map(({ unitCode }) => unitCode)
  const fileOf = (state: SessionState, code: string) => state.bidders[code]?.files.technical?.file
  await leader.until((state) => fileOf(state, first)?.status === 'imported', 'the opened file')
  await hall.clock.leapTo(until ?? '', 1000)
  const ended = await leader.until((state) => state.decryption?.closed ?? false, 'the end of the window')
  const { order, bidders: known, decryption: closed } = ended
  expect(closed?.outages).toEqual(prolongedFor)
  expect(fileOf(ended, second)).toMatchObject({ kind: 'revoked', cause: 'time-out' })
  // The server ended the connection; the bidder lost none.
  expect(known[second]?.line).toMatchObject({ losses: 0 })
  expect(known[second]?.line?.seconds).toBeGreaterThan(0)
  for (const [i, bidder] of bidders.entries()) {
    const state = await bidder.until((seen) => seen.decryption?.closed ?? false, 'the end of the window')
    const lines = order.filter((code) => state.bidders[code]?.line)
    expect(lines).toEqual(i === 0 ? [] : [bidder.unitCode])
  }
})

test('[SES-19] the time to confirm is prolonged likewise', { timeout: 240_000 }, async () => {
  await leader.send({ type: 'EnterAnnouncement', payload: {} })
  await leader.send({ type: 'EnterEnd', payload: { cutShortReason: '时间不足' } })
  await leader.send({ type: 'StartConfirmation', payload: { limitMinutes: 2 } })
  const { confirmation } = await leader.until((state) => state.confirmation !== null, 'the window')
  const deadline = confirmation?.deadline ?? ''
  await hall.kill()
  // Long enough to count as an outage.
  await sleep(3000)
  await hall.clock.leapTo(deadline, 1000)
  await hall.start()
  const prolonged = await leader.until((state) => state.confirmation?.deadline !== deadline, 'more time')
  expect(prolonged.confirmation).toMatchObject({ closed: false, prolongedFor: [{}] })
  const bidder = bidders[0]
  const seen = await bidder?.until((state) => state.confirmation?.deadline !== deadline, 'more time')
  if (!bidder || !seen) throw new Error('a bidder is there')
  const document = { document: 'overview', session, hash: overviewHash(seen) } as const
  const jws = await signDocument(certificate, signedDocumentType, document)
  await bidder.send({ type: 'ConfirmOverview', payload: { jws } })
  // The other one's bid was not opened: everybody who is asked has confirmed.
  const ended = await leader.until((state) => state.confirmation?.closed ?? false, 'the end of the window')
  expect(bidders.map(({ unitCode }) => ended.bidders[unitCode ?? '']?.confirmed)).toEqual(['bidder', 'no'])
})
