import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileForm } from '#simulators/client/http-client.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { type Submission, sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { accountOf, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'
import { type DamagedFile, damageStoredFile, openDecryptionWindow } from './opening-steps.ts'
import { codeOf, refusalOf } from './refusals.ts'

/*
 * A sealed file that the server's disk damaged is replaced by the bidder's copy. The tests follow one opening in
 * order, from the refusal of the key to the announcement of the price.
 */

let hall: Hall
let leader: Participant
let owner: Participant
let rival: Participant
let submitted: Submission
/** The owner's file, as it was submitted and as it is stored. */
let damaged: DamagedFile

beforeAll(async () => {
  hall = await openHall()
  const authority = await testAuthority()
  const [one, two] = [await bidderOf(hall, authority), await bidderOf(hall, authority)]
  const opening = await publishFor(hall, [one, two], 60)
  const bid = (price: string, helper: typeof one.certificate.helper) => ({
    figures: { price },
    files: [],
    certificate: helper,
  })
  submitted = await sealAndSubmit(one.account, opening.session, bid('100.00', one.certificate.helper))
  await sealAndSubmit(two.account, opening.session, bid('200.00', two.certificate.helper))
  await hall.clock.leapTo(opening.opensAt)
  leader = await enterSession(await accountOf(hall, 'opener'), opening.session)
  owner = await enterSession(one.account, opening.session)
  rival = await enterSession(two.account, opening.session)
  await openDecryptionWindow(leader, 2)
  await owner.until(({ decryption }) => decryption !== null, 'the window')
  damaged = damageStoredFile(hall, fileOf(owner)?.submission.ciphertextHash ?? '')
}, 120_000)
afterAll(async () => {
  for (const one of [leader, owner, rival]) one.close()
  await hall.close()
})

function fileOf(participant: Participant) {
  return participant.state().bidders[owner.unitCode]?.files.technical
}

function handIn(who: Participant, bytes: Uint8Array, fileId = submitted.fileId) {
  const body = fileForm({ TBWJ_Guid: fileId }, { name: 'backup.kbid', bytes })
  return who.call('submitBackupFile', { body })
}

test('before the key was handed over a backup and a mark are refused', async () => {
  expect(await codeOf(handIn(owner, damaged.original))).toBe('backup-not-needed')
  const body = { BidFileGuid: submitted.fileId, Is_BadBid_Open: true, BadBidNote: '未盖章' }
  expect(await refusalOf(leader.call('setBadBidStatus', { body }))).toBe(
    'bid-not-opened: 该投标单位投标文件还未导入！',
  )
})

test('a wrong file, or another user, changes nothing', async () => {
  const payload = { fileId: submitted.fileId, method: 'file-key', key: submitted.fileKey } as const
  await owner.send({ type: 'DecryptBid', payload })
  await owner.until(() => fileOf(owner)?.file.status === 'refused', 'the refusal')
  expect(fileOf(owner)?.file).toMatchObject({ status: 'refused', cause: 'damaged-file' })
  expect(await codeOf(handIn(rival, damaged.original))).toBe('unknown-file')
  expect(await codeOf(handIn(leader, damaged.original))).toBe('forbidden')
  expect(await codeOf(handIn(owner, new Uint8Array(1000)))).toBe('backup-differs')
  expect(readFileSync(damaged.path)).toEqual(Buffer.from(damaged.bytes))
})

test('the right file is opened with the former key even after the window, and the failure is undone', {
  timeout: 150_000,
}, async () => {
  await hall.clock.leapTo(owner.state().decryption?.deadline ?? '')
  await owner.until(({ decryption }) => decryption?.closed ?? false, 'the end of the window')
  await owner.until(() => fileOf(owner)?.file.status === 'failed', 'the failure')
  expect(fileOf(owner)?.file).toMatchObject({ kind: 'withdrawn', cause: 'damaged-file' })
  expect(await codeOf(handIn(owner, damaged.original))).toBe('done')
  await leader.until(() => fileOf(leader)?.file.status === 'imported', 'the import')
  expect(readFileSync(damaged.path)).toEqual(Buffer.from(damaged.original))
  await leader.send({ type: 'EnterAnnouncement', payload: {} })
  const { bidders } = await leader.until(({ announcement }) => announcement !== null, 'the announcement')
  expect(bidders[owner.unitCode]?.figures).toMatchObject({ price: '100.00' })
})

test('after the announcement no backup is accepted', async () => {
  expect(await codeOf(handIn(owner, damaged.original))).toBe('backup-too-late')
})
