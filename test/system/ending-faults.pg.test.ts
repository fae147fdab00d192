import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentDocument, recordKey } from '#domain/documents/document.ts'
import { recordDocument } from '#domain/ending/record.ts'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import { firstBreak, isHidden } from '#domain/log/entry.ts'
import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { signDocument } from '#seal/signed-document.ts'
import { type Authority, issueRevocationList } from '#simulators/certificates/test-authority.ts'
import { readLog } from '#simulators/client/read-log.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { takePart } from '#simulators/participants/bidder.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { mayMakeSmallDisks, type SmallDisk, smallDisk } from '#test/support/small-disk.ts'
import {
  accountOf,
  bidderOf,
  type Hall,
  openHall,
  publishFor,
  type TestBidder,
  testAuthority,
} from './hall.ts'
import { codeOf } from './refusals.ts'

/*
 * Steps three and four when things break: the server is killed in the reading, in the signing and while a document is
 * made; wrong signatures; a full disk. The tests follow one opening and build on each other.
 */

const folder = mkdtempSync(join(tmpdir(), 'kaibiao-ending-faults-'))
const lists = join(folder, 'lists.crl')

let authority: Authority
let hall: Hall
let session: string
let opener: Participant
let bidders: readonly TestBidder[]
let places: readonly Participant[]
/** Holds the documents, where one can be made here; what it is filled with leaves no room for another document. */
let disk: SmallDisk | null = null
/** Whether the bidders may sign. */
let mayBeSigned = false
const plays: Promise<unknown>[] = []

beforeAll(async () => {
  authority = await testAuthority()
  const roots = join(folder, 'roots.pem')
  writeFileSync(roots, authority.certificatePem)
  hall = await openHall({ environment: { TRUST_ROOTS: roots, REVOCATION_LISTS: lists } })
  bidders = await Promise.all([1, 2, 3].map(() => bidderOf(hall, authority)))
  const published = await publishFor(hall, bidders, 60)
  session = published.session
  for (const [i, { account, certificate }] of bidders.entries()) {
    const bid = { figures: { price: `${i + 1}.00` }, files: [], certificate: certificate.helper }
    await sealAndSubmit(account, session, bid)
  }
  const deposits = bidders.map(({ account }) => ({ EntprsCode: account.unitCode, Bzj: '1', BzjStatus: '' }))
  await hall.platform.recordDeposits(session, deposits)
  await hall.clock.leapTo(published.opensAt)
  opener = await enterSession(await accountOf(hall, 'opener'), session)
  places = await Promise.all(bidders.map(({ account }) => enterSession(account, session)))
  for (const [i, place] of places.entries()) {
    const pause = async () => {
      while (place.state().signing && !mayBeSigned) await sleep(20)
    }
    const certificate = bidder(i).certificate.helper
    plays.push(
      takePart(place, { certificate, fileKeys: null, figures: null, pause, road: 'socket' }).catch(
        (error: unknown) => error,
      ),
    )
  }
  const manner = { ...persons(), remarks: '', pause: pauses(null), road: 'socket' } as const
  await leadOpening(opener, { ...manner, until: 'decrypted' })
}, 120_000)

afterAll(async () => {
  for (const person of [opener, ...(places ?? [])]) person?.close()
  disk?.remove()
  await hall?.close()
  rmSync(folder, { recursive: true })
})

function bidder(index: number): TestBidder {
  const found = bidders[index]
  if (!found) throw new Error(`no bidder ${index}`)
  return found
}

async function restart(): Promise<void> {
  await hall.kill()
  await hall.start()
}

/** What the entries of a type say, after checking that the chain holds. */
async function payloadsOf(type: string): Promise<{ position?: number; bidderCode?: string }[]> {
  const log = await readLog(opener)
  expect(firstBreak(session, log)).toBeNull()
  return log.flatMap((entry) =>
    isHidden(entry) || entry.type !== type ? [] : [entry.payload as { bidderCode?: string }],
  )
}

test('[ANN-8] [NOD-1] a server killed in the reading goes on with the bid that is next, each read once', async () => {
  await opener.send({ type: 'EnterAnnouncement', payload: {} })
  await opener.send({ type: 'StartReading', payload: { pace: 3 } })
  await opener.until(({ announcement }) => announcement?.reading?.position === 2, 'the second bid')
  await restart()
  await opener.until(({ announcement }) => Boolean(announcement?.reading?.endedAt), 'the end of the reading')
  expect((await payloadsOf('BidRead')).map(({ position }) => position)).toEqual([1, 2, 3])
}, 60_000)

test('[REC-1] [END-8] no signing without room for its record; a signature of another unit, over another record or by a revoked certificate is refused', async () => {
  await opener.send({ type: 'EnterEnd', payload: {} })
  await opener.send({ type: 'StartConfirmation', payload: { limitMinutes: 10 } })
  await opener.until(({ confirmation }) => confirmation?.closed === true, 'the last confirmation')
  const startSigning = () => opener.send({ type: 'StartSigning', payload: { limitMinutes: 15 } })
  await documentsOnSmallDisk()
  await isRefusedWithoutRoom(startSigning)
  expect(opener.state().signing).toBeNull()
  await startSigning()
  const first = places[0]
  if (!first) throw new Error('no bidder')
  const { signing } = await first.until((state) => recordDocument(state) !== null, 'the record')
  const hash = signing?.recordHash ?? ''
  const [own, other] = [bidder(0).certificate.helper, bidder(1).certificate.helper]
  expect(await sign(first, other, { hash })).toBe('certificate-mismatch')
  expect(await sign(first, own, { hash: sha256Hex('another record') })).toBe('stale-document')
  expect(await sign(first, own, { hash, pdf: sha256Hex('another PDF') })).toBe('stale-document')
  const revoked = [bidder(2).certificate.certificatePem]
  writeFileSync(lists, await issueRevocationList(authority, { revoked, now: () => Date.now() - 1000 }))
  const third = places[2]
  if (!third) throw new Error('no bidder')
  await expect
    .poll(() => sign(third, bidder(2).certificate.helper, { hash: sha256Hex('any') }), { timeout: 30_000 })
    .toBe('certificate-revoked')
  expect(await payloadsOf('RecordSigned')).toEqual([])
}, 90_000)

test('[NOD-1] [REC-3] a server killed in the signing loses and doubles no signature; no seal without room for it', async () => {
  mayBeSigned = true
  await Promise.race(places.map((place) => place.until(hasSigned(place), 'a signature')))
  await restart()
  const able = places.slice(0, 2)
  await opener.until((state) => able.every((place) => hasSigned(place)(state)), 'both signatures')
  const codes = (await payloadsOf('RecordSigned')).map(({ bidderCode = '' }) => bidderCode)
  expect(codes.toSorted()).toEqual(able.map(({ unitCode }) => unitCode).toSorted())
  await hall.clock.leapTo(opener.state().signing?.deadline ?? '')
  await opener.until(({ signing }) => signing?.closed === true, 'the end of the time')
  const sealed = () => currentDocument(opener.state(), recordKey('sealed-record', 1))
  const askForSeal = () => opener.call('CreateBidOpeningReport', { query: {} })
  await isRefusedWithoutRoom(async () => {
    await opener.send({ type: 'ConfirmSigning', payload: {} })
    await askForSeal()
  })
  if (disk) {
    await opener.until(({ signing }) => signing?.confirmed === true, 'the confirmation of the signing')
    expect(sealed()).toBeNull()
  } else await opener.send({ type: 'ConfirmSigning', payload: {} })
  expect((await askForSeal()).Result).toBe(true)
  await opener.until(() => sealed() !== null, 'the seal')
}, 90_000)

test('[REP-5] a server killed while a document is made leaves none, or the whole one', async () => {
  for (const wait of [5, 60, 250]) {
    const asked = opener.call('createSignInReport', { query: { Remarks: `第${wait}次` } }).catch(() => null)
    await sleep(wait)
    await restart()
    await asked
  }
  await opener.call('createSignInReport', { query: { Remarks: '再次' } })
  const versions = (await opener.call('GetReportFileInfo')).filter(({ kind }) => kind === 'sign-in')
  expect(versions.map(({ version }) => version)).toEqual(versions.map((_, i) => i + 1))
  for (const { fileId, sha256 } of versions) {
    const bytes = await opener.call('getReportFile', { query: { fileId } })
    expect(sha256Hex(bytes as Uint8Array)).toBe(sha256)
  }
}, 120_000)

test('[DEP-3] a deposit is not edited after the end', async () => {
  await opener.send({ type: 'EndOpening', payload: {} })
  expect(await Promise.all(plays)).toEqual([
    undefined,
    undefined,
    new Error('SignRecord refused: certificate-revoked'),
  ])
  const edited = opener.call('CreateTouBiaoBaoZhengJinReport_Edit', { body: { EditValueJson: [] } })
  expect(await codeOf(edited)).toBe('editing-locked')
})

test.skipIf(!mayMakeSmallDisks)(
  'on a full disk no document is filed, and there is one once there is room',
  async () => {
    const make = () => opener.call('createReport', { body: {} })
    await isRefusedWithoutRoom(make)
    expect(filedOverviews()).toBe(0)
    expect(await make()).toMatchObject({ Result: true, version: 1 })
    await opener.until(() => filedOverviews() === 1, 'the document')
  },
  60_000,
)

/** From now on; what was stored before is not needed any more. */
async function documentsOnSmallDisk(): Promise<void> {
  if (!mayMakeSmallDisks) return
  const store = join(hall.dataDir, 'files')
  disk = smallDisk(16, store)
  await mkdir(join(store, 'incoming'))
}

/** Nothing where no small disk can be made. */
async function isRefusedWithoutRoom(act: () => Promise<unknown>): Promise<void> {
  if (!disk) return
  disk.fill()
  try {
    expect(await codeOf(act())).toBe('storage-full')
  } finally {
    disk.makeRoom()
  }
}

function hasSigned({ unitCode }: Participant) {
  return ({ bidders: all }: ReturnType<Participant['state']>) => Boolean(all[unitCode]?.signature)
}

function filedOverviews(): number {
  return opener.state().documents.filter(({ kind }) => kind === 'overview').length
}

/** Sends a signature of the record by this certificate; the code of the refusal. */
async function sign(
  place: Participant,
  certificate: CertificateHelper,
  { hash, pdf = recordDocument(place.state())?.sha256 }: { readonly hash: string; readonly pdf?: string },
): Promise<string> {
  const document: SignedDocument = { document: 'opening-record', session, hash, ...(pdf ? { pdf } : {}) }
  const jws = await signDocument(certificate, signedDocumentType, document)
  return codeOf(place.send({ type: 'SignRecord', payload: { jws } }))
}
