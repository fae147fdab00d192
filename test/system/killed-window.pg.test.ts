import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { accountOf, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'
import { openDecryptionWindow } from './opening-steps.ts'

/* A server that is killed before the end of a decryption window and restarted after it. */

let hall: Hall
let session: string
let leader: Participant
let bidders: Participant[]

beforeAll(async () => {
  hall = await openHall()
  const authority = await testAuthority()
  const two = [await bidderOf(hall, authority), await bidderOf(hall, authority)]
  const opening = await publishFor(hall, two, 60)
  session = opening.session
  for (const { account, certificate } of two) {
    await sealAndSubmit(account, session, {
      figures: { price: '100.00' },
      files: [],
      certificate: certificate.helper,
    })
  }
  await hall.clock.leapTo(opening.opensAt)
  leader = await enterSession(await accountOf(hall, 'opener'), session)
  bidders = await Promise.all(two.map(({ account }) => enterSession(account, session)))
  await openDecryptionWindow(leader, 1)
}, 120_000)
afterAll(async () => {
  for (const one of [leader, ...bidders]) one.close()
  await hall.close()
})

test('undecrypted bids count as withdrawn, and each bidder sees only their own connection record', {
  timeout: 240_000,
}, async () => {
  const { decryption } = await leader.until((state) => state.decryption !== null, 'the window')
  // By then the connections are recorded.
  await sleep(3000)
  await hall.kill()
  // Long enough to count as an outage.
  await sleep(3000)
  await hall.clock.leapTo(decryption?.deadline ?? '', 1000)
  await hall.start()
  const {
    order,
    bidders: known,
    decryption: closed,
  } = await leader.until((state) => state.decryption?.closed ?? false, 'the end of the window')
  expect(closed?.outages).toHaveLength(1)
  expect(closed?.outages?.[0]?.to).toBe(closed?.deadline)
  for (const code of order) {
    expect(known[code]?.files.technical?.file).toMatchObject({ kind: 'withdrawn', cause: 'hall-away' })
    // The server ended the connections; no bidder lost one.
    expect(known[code]?.line).toMatchObject({ losses: 0 })
    expect(known[code]?.line?.seconds).toBeGreaterThan(0)
  }
  for (const bidder of bidders) {
    const state = await bidder.until((seen) => seen.decryption?.closed ?? false, 'the end of the window')
    const lines = order.filter((code) => state.bidders[code]?.line)
    expect(lines).toEqual([bidder.unitCode])
  }
})
