import { readFileSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileForm } from '#simulators/client/http-client.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { type Submission, sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { pdf } from '#test/support/attachment-files.ts'
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
import { type DamagedFile, damageStoredFile, openDecryptionWindow } from './opening-steps.ts'
import { refusalOf } from './refusals.ts'

const noRoom = 'storage-full: 服务器存储空间不足，本次内容未保存，请稍后重试或联系技术支持！'

let hall: Hall
let session: string
let opensAt: string
let bidder: TestBidder
let opener: Participant
let bid: Submission
const disks: Record<string, SmallDisk> = {}

describe.skipIf(!mayMakeSmallDisks)('on a full disk', () => {
  beforeAll(openOnFullDisks, 90_000)
  afterAll(async () => {
    opener?.close()
    for (const disk of Object.values(disks)) disk.remove()
    await hall.close()
  })

  test('a bid and a tender file are refused plainly, and accepted once there is room', async () => {
    const tenderFile = Buffer.alloc(3_000_000, '%PDF-1.7\n')
    const drawing = Buffer.alloc(3_000_000, '标')
    expect(await refusalOf(importFile(tenderFile))).toBe(noRoom)
    expect(await refusalOf(submit(drawing))).toBe(noRoom)
    expect(await kept('files')).toEqual([])
    const info = await bidder.account.call('getSealingInfo', { query: { BDGuid: session } })
    expect(info.bidFiles.map(({ submitted }) => submitted)).toEqual([null])
    expect((await opener.call('getZbjUrl')).Result).toBe(false)

    disks.files?.makeRoom()
    await importFile(tenderFile)
    bid = await submit(drawing)
    expect(await kept('files')).toHaveLength(2)
    expect((await opener.call('getZbjUrl')).size).toBe(tenderFile.length)
  }, 60_000)

  test('an attachment, a problem’s and a deposit’s file are refused in the same words, and accepted once there is room', async () => {
    await hall.clock.leapTo(opensAt)
    const person = await enterSession(bidder.account, session)
    const upload = async (bytes: Uint8Array) =>
      person.call('uploadYiYiFuJian', { body: fileForm({}, { name: '异议书.pdf', bytes }) })
    const tooMuch = { name: '异议书.pdf', bytes: Buffer.alloc(3_000_000, '%PDF-1.7\n') }
    expect(await refusalOf(upload(tooMuch.bytes))).toBe(noRoom)
    for (const name of ['UploadBidOpenFuJian', 'UploadBaoZhengJinHeDuiWenJian'] as const)
      expect(await refusalOf(opener.call(name, { body: fileForm({}, tooMuch) }))).toBe(noRoom)
    expect(await kept('objections')).toEqual([])
    disks.objections?.makeRoom()
    const { objectionFileGuid } = await upload(await pdf())
    await person.call('createYiYi', { body: { objectionContent: '评标办法不明', objectionFileGuid } })
    expect(await kept('objections')).toHaveLength(1)
    person.close()
  }, 120_000)

  test('a backup file is refused without changing the stored file, and accepted once there is room', async () => {
    const person = await enterSession(bidder.account, session)
    const own = () => person.state().bidders[person.unitCode]?.files.technical
    await openDecryptionWindow(opener, 30)
    await person.until(({ decryption }) => decryption !== null, 'the window')
    const damaged = damageStoredFile(hall, own()?.submission.ciphertextHash ?? '')
    const { fileId, fileKey: key } = bid
    await person.send({ type: 'DecryptBid', payload: { fileId, method: 'file-key', key } })
    await person.until(() => own()?.file.status === 'refused', 'the refusal')
    disks.files?.fill()
    expect(await refusalOf(handIn(person, damaged))).toBe(noRoom)
    expect(await kept('files')).toHaveLength(2)
    expect(readFileSync(damaged.path).equals(damaged.bytes)).toBe(true)
    disks.files?.makeRoom()
    expect(await refusalOf(handIn(person, damaged))).toBe('done')
    await person.until(() => own()?.file.status === 'imported', 'the import')
    person.close()
  }, 240_000)
})

/** A server whose two file stores are on full disks, with a published section. */
async function openOnFullDisks(): Promise<void> {
  hall = await openHall({ environment: { VARIANT: 'lead-30' } })
  for (const store of ['files', 'objections']) {
    const folder = join(hall.dataDir, store)
    disks[store] = smallDisk(16, folder)
    await mkdir(join(folder, 'incoming'))
    disks[store].fill()
  }
  bidder = await bidderOf(hall, await testAuthority())
  ;({ session, opensAt } = await publishFor(hall, [bidder], 60))
  opener = await enterSession(await accountOf(hall, 'opener'), session)
}

/** The files in a store, by their hashes, and those being written. */
async function kept(store: string): Promise<string[]> {
  const names = await readdir(join(hall.dataDir, store), { recursive: true, withFileTypes: true })
  return names.filter((entry) => entry.isFile() && entry.name !== '.filler').map(({ name }) => name)
}

function importFile(bytes: Uint8Array) {
  const body = fileForm({ fileKind: 'technical' }, { name: '招标文件.pdf', bytes })
  return opener.call('UploadZhaoBiaoWenJian', { body })
}

function submit(bytes: Uint8Array) {
  return sealAndSubmit(bidder.account, session, {
    figures: { price: '1.00' },
    files: [{ name: '技术标.pdf', bytes }],
    certificate: bidder.certificate.helper,
  })
}

function handIn(person: Participant, { original }: DamagedFile) {
  const body = fileForm({ TBWJ_Guid: bid.fileId }, { name: 'backup.kbid', bytes: original })
  return person.call('submitBackupFile', { body })
}
