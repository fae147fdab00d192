import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { epochOf } from '#lib/time.ts'
import { failureOf, fileForm } from '#simulators/http-client.ts'
import { persons } from '#simulators/openings.ts'
import { enterSession, type Participant } from '#simulators/session-client.ts'
import { type Submission, sealAndSubmit } from '#simulators/stage.ts'
import { accountOf, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'

/*
 * A sealed file that the disk of the hall spoilt, from the refusal of its key to the announcement of its price: what the
 * bidder kept of it takes its place. The tests follow one opening, one after the other.
 */

let hall: Hall
let leader: Participant
let victim: Participant
let rival: Participant
let submitted: Submission
/** Where the hall keeps the victim's file, and what was submitted. */
let path: string
let original: Uint8Array

beforeAll(async () => {
  hall = await openHall()
  const authority = await testAuthority()
  const [one, two] = [await bidderOf(hall, authority), await bidderOf(hall, authority)]
  const opening = await publishFor(hall, [one, two], 6)
  const bid = (price: string, helper: typeof one.certificate.helper) => ({
    figures: { price },
    files: [],
    certificate: helper,
  })
  submitted = await sealAndSubmit(one.account, opening.session, bid('100.00', one.certificate.helper))
  await sealAndSubmit(two.account, opening.session, bid('200.00', two.certificate.helper))
  await sleep(Math.max(0, epochOf(opening.opensAt) - Date.now()) + 200)
  leader = await enterSession(await accountOf(hall, 'opener'), opening.session)
  victim = await enterSession(one.account, opening.session)
  rival = await enterSession(two.account, opening.session)
  await leader.send({ type: 'RecordPersonInfo', payload: persons() })
  await leader.send({ type: 'EnterBidOpening', payload: {} })
  await leader.send({ type: 'StartDecryption', payload: { limitMinutes: 1 } })
  await victim.until(({ decryption }) => decryption !== null, 'the window')
  const sha256 = fileOf(victim)?.submission.ciphertextHash ?? ''
  path = join(hall.dataDir, 'files', sha256.slice(0, 2), sha256)
  original = readFileSync(path)
  writeFileSync(path, damaged())
}, 120_000)
afterAll(async () => {
  for (const one of [leader, victim, rival]) one.close()
  await hall.close()
})

function damaged(): Uint8Array {
  return original.map((byte, i) => (i === 700 ? byte ^ 1 : byte))
}

function fileOf(participant: Participant) {
  return participant.state().bidders[victim.unitCode]?.files.technical
}

function handIn(who: Participant, bytes: Uint8Array, fileId = submitted.fileId) {
  const body = fileForm({ TBWJ_Guid: fileId }, { name: 'backup.kbid', bytes })
  return who.call('submitBackupFile', { body })
}

async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'done',
    (error: unknown) => failureOf(error)?.code ?? String(error),
  )
}

test('no backup is taken before the key has been handed over', async () => {
  expect(await codeOf(handIn(victim, original))).toBe('backup-not-needed')
})

test('a wrong file, and anybody else’s hand, change nothing', async () => {
  const payload = { fileId: submitted.fileId, method: 'file-key', key: submitted.fileKey } as const
  await victim.send({ type: 'DecryptBid', payload })
  await victim.until(() => fileOf(victim)?.file.status === 'refused', 'the refusal')
  expect(fileOf(victim)?.file).toMatchObject({ status: 'refused', cause: 'damaged-file' })
  expect(await codeOf(handIn(rival, original))).toBe('unknown-file')
  expect(await codeOf(handIn(leader, original))).toBe('forbidden')
  expect(await codeOf(handIn(victim, new Uint8Array(1000)))).toBe('backup-differs')
  expect(readFileSync(path)).toEqual(Buffer.from(damaged()))
})

test('the file itself is opened with the key of before, though the window is over; the failure is undone', {
  timeout: 150_000,
}, async () => {
  await victim.until(({ decryption }) => decryption?.closed ?? false, 'the end of the window')
  await victim.until(() => fileOf(victim)?.file.status === 'failed', 'the failure')
  expect(fileOf(victim)?.file).toMatchObject({ kind: 'withdrawn', cause: 'damaged-file' })
  expect(await codeOf(handIn(victim, original))).toBe('done')
  await leader.until(() => fileOf(leader)?.file.status === 'imported', 'the import')
  expect(readFileSync(path)).toEqual(Buffer.from(original))
  await leader.send({ type: 'EnterAnnouncement', payload: {} })
  const { bidders } = await leader.until(({ announcement }) => announcement !== null, 'the announcement')
  expect(bidders[victim.unitCode]?.figures).toMatchObject({ price: '100.00' })
})

test('the announcement ends it', async () => {
  expect(await codeOf(handIn(victim, original))).toBe('backup-too-late')
})
