import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { sealBid } from '#seal/seal-bid.ts'
import { fileForm } from '#simulators/client/http-client.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { randomBytes } from '#simulators/fixtures/random-bytes.ts'
import {
  accountOf,
  bidderOf,
  type Hall,
  openHall,
  publishFor,
  type TestBidder,
  testAuthority,
} from './hall.ts'

const serial = 'MACHINE-0007'

let hall: Hall
let session: string
let bidders: TestBidder[]
let people: Record<'opener' | 'supervisor' | 'one' | 'two', Participant>

beforeAll(async () => {
  // A region in which addresses may be compared.
  hall = await openHall({ environment: { VARIANT: 'cd' } })
  const authority = await testAuthority()
  bidders = [await bidderOf(hall, authority), await bidderOf(hall, authority)]
  const published = await publishFor(hall, bidders, 60)
  session = published.session
  await Promise.all(bidders.map(submit))
  await hall.platform.recordDeposits(
    session,
    bidders.map(({ account }, index) => ({
      EntprsCode: account.unitCode,
      Bzj: `${index + 1}00000.00`,
      BzjMode: '保函',
      BzjStatus: '已缴纳',
    })),
  )
  await hall.clock.leapTo(published.opensAt)
  const [one, two] = bidders.map(({ account }) => account)
  if (!one || !two) throw new Error('two bidders expected')
  const accounts = {
    opener: await accountOf(hall, 'opener'),
    supervisor: await accountOf(hall, 'supervisor'),
    one,
    two,
  }
  const entered = await Promise.all(
    Object.entries(accounts).map(
      async ([name, account]) => [name, await enterSession(account, session)] as const,
    ),
  )
  people = Object.fromEntries(entered) as typeof people
}, 120_000)

afterAll(async () => {
  for (const person of Object.values(people ?? {})) person.close()
  await hall?.close()
})

/** Submits a bid as a tool that reads the machine's serial number would. */
async function submit({ account, certificate }: TestBidder): Promise<void> {
  const info = await account.call('getSealingInfo', { query: { BDGuid: session } })
  const fileName = `${info.EntprsCode}.tbj`
  const sealed = await sealBid({
    sessionId: session,
    bidderCode: info.EntprsCode,
    fileId: crypto.randomUUID(),
    fileName,
    figures: { price: '1.00', note: '' },
    files: [],
    sessionRecipient: info.sessionRecipient,
    certificate: certificate.helper,
    random: randomBytes,
    now: Date.now,
  })
  if (!sealed.ok) throw new Error(sealed.error.code)
  const { manifest, ciphertext } = sealed.value
  const form = fileForm({ BDGuid: session, manifest, cdsn: serial }, { name: fileName, bytes: ciphertext })
  await account.call('submitBidFile', { body: form })
}

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: Error) => (error.cause as { code?: string } | undefined)?.code,
  )

describe('the bidders’ addresses', () => {
  it('[SHL-8] are shown to the roles that the region names, with what two bidders have in common', async () => {
    const { total, rows } = await people.supervisor.call('getTbrIpList')
    expect(total).toBe(2)
    for (const row of rows) {
      expect(row).toMatchObject({ cdsn: serial, same: expect.arrayContaining(['tbj_ip', 'cdsn']) })
      expect(row.tbj_ip).toMatch(/127\.0\.0\.1|::1/)
    }
  })

  it('are refused to a bidder', async () => {
    expect(await codeOf(people.one.call('getTbrIpList'))).toBe('forbidden')
  })

  it('leave the server in no other way, neither in the log nor in a snapshot', async () => {
    for (const person of Object.values(people)) {
      const log = await person.call('getSessionLog')
      const snapshot = await person.call('getSessionSnapshot')
      const text = JSON.stringify([log, snapshot, person.entries(), person.state()])
      expect(text).not.toContain(serial)
      expect(text).not.toContain('127.0.0.1')
    }
  })
})

describe('deposits and unit info', () => {
  it('[SHL-9] the list is empty in a tender without deposits', async () => {
    const without = await publishFor(hall, [], 60, { depositForm: 10 })
    await hall.clock.leapTo(without.opensAt)
    const opener = await enterSession(await accountOf(hall, 'opener'), without.session)
    expect(await opener.call('GetBZJList')).toEqual([])
    opener.close()
  })

  it('[SHL-9] are all shown to the opener, and only their own to a bidder, whatever unit they ask for', async () => {
    expect(await people.opener.call('GetBZJList')).toHaveLength(2)
    const other = bidders[1]?.account.unitCode ?? ''
    expect(await people.opener.call('GetBZJList', { query: { qybh: other } })).toMatchObject([
      { EntprsCode: other, Bzj: '200000.00', BzjMode: '保函', BzjStatus: '已缴纳' },
    ])
    expect(await people.one.call('GetBZJList', { query: { qybh: other } })).toMatchObject([
      { EntprsCode: people.one.unitCode, Bzj: '100000.00' },
    ])
    const units = await people.one.call('getTouBiaoRenInfo')
    expect(units.map(({ EntprsCode }) => EntprsCode)).toEqual([people.one.unitCode])
    expect(units[0]?.certificate?.fingerprint).toMatch(/^[0-9a-f]{64}$/i)
    expect(await people.supervisor.call('getTouBiaoRenInfo')).toHaveLength(2)
  })
})

test('[SHL-10] a section without a video address says so', async () => {
  const message = messageFor('zh-CN', { code: 'address-missing' })
  const answer = { Result: false, ResultMessage: message, url: null }
  expect(await people.supervisor.call('GetVideoLinkUrl')).toEqual(answer)
})

describe('clarifications', () => {
  it('have their attachments, and those of another section are refused', async () => {
    const bytes = new TextEncoder().encode('附件')
    const id = await hall.platform.addClarification(session, {
      title: '澄清一',
      content: '以此为准。',
      publish_time: '2026-03-01T02:00:00.000Z',
    })
    await hall.platform.addTenderFile(session, 'clarification', { name: '附件.pdf', bytes }, id)
    const [clarification] = await people.one.call('getChengQingList')
    expect(clarification).toMatchObject({
      title: '澄清一',
      content: '以此为准。',
      publish_time: '2026-03-01T02:00:00.000Z',
      fuJianList: [{ file_nale: '附件.pdf', size: bytes.length }],
    })
    const { session: elsewhere } = await publishFor(hall, bidders, 3600)
    const misplaced = hall.platform.addTenderFile(elsewhere, 'clarification', { name: 'x.pdf', bytes }, id)
    expect(await codeOf(misplaced)).toBe('not-found')
  })
})
