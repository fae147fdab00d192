import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#simulators/fixtures/server-process.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { createResultDesk, type ResultDesk } from '#simulators/platform/results.ts'
import { readOpenings } from '#simulators/replay/recorded-openings.ts'
import { simulate } from '#simulators/replay/replay-openings.ts'
import { type Hall, openHall } from './hall.ts'

/*
 * Results for a platform that is down when the opening ends, then answers with errors, then accepts them. Meanwhile
 * the server is killed and restarted.
 */

const fixture = fileURLToPath(new URL('../fixtures/world-bank-openings.jsonl', import.meta.url))
const [opening] = readOpenings(fixture, 1)

let hall: Hall
let port = 0
let desk: ResultDesk
let receiver: Server | null = null
/** Statuses with which the receiver answers before it accepts anything. */
const refusals = [503]
let refused = 0

beforeAll(async () => {
  port = await freePort()
  hall = await openHall({ environment: { PLATFORM_URL: `http://127.0.0.1:${port}/results?hall=1` } })
  desk = createResultDesk(hall.http.url)
}, 90_000)

afterAll(async () => {
  await new Promise((done) => receiver?.close(done) ?? done(null))
  await hall.close()
})

function listen(): Promise<void> {
  receiver = createServer((request, response) => {
    const refusal = refusals.shift()
    if (refusal !== undefined) {
      refused += 1
      request.resume()
      response.writeHead(refusal).end()
      return
    }
    void desk.take(request).then((status) => response.writeHead(status).end())
  })
  return new Promise((done) => receiver?.listen(port, '127.0.0.1', () => done()))
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const givenUp = Date.now() + 60_000
  while (!holds()) {
    if (Date.now() > givenUp) throw new Error(`never came: ${what}`)
    await sleep(100)
  }
}

test('a result reaches the platform complete and once, despite its failures and a restart of the server', {
  timeout: 180_000,
}, async () => {
  if (!opening) throw new Error('no opening')
  const { http, platform } = hall
  const report = await simulate({ http, platform, openings: [opening], lanes: 1, pause: pauses(null) })
  expect(report).toMatchObject({ openings: 1, problems: [] })

  // The platform is down. An attempt or two fail, then the server is killed with the result unsent.
  await sleep(3000)
  await hall.kill()
  await listen()
  await hall.start()
  await until(() => desk.results.length > 0, 'the result')
  expect(refused).toBe(1)
  expect(desk.asked()).toBe(1)

  const [result] = desk.results
  expect(result).toMatchObject({ event: 'opening-ended', bidStatus: '开标完', dbFlowStatus: 1 })
  expect(result?.bids.map(({ EntprsName, figures }) => [EntprsName, figures?.price])).toHaveLength(
    opening.bids.length,
  )
  expect(result?.bids.every(({ Is_Sign }) => Is_Sign)).toBe(true)
  expect(result?.recordHash).toMatch(/^[0-9a-f]{64}$/)
  const kinds = result?.documents.map(({ kind }) => kind)
  expect(kinds?.filter((kind) => kind === 'opening-record' || kind === 'sealed-record')).toEqual([
    ...['opening-record', 'sealed-record'],
  ])

  // After it was accepted nothing is sent again, not even after another restart.
  await hall.stop()
  await hall.start()
  await hall.clock.leap(120_000)
  await sleep(2500)
  expect(desk.asked()).toBe(1)
})

test('the platform accepts nothing unsigned, and nothing twice', async () => {
  const before = desk.asked()
  const url = `http://127.0.0.1:${port}/results?hall=1`
  const answer = await fetch(url, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(401)
  expect(desk.asked()).toBe(before + 1)
  expect(desk.results).toHaveLength(1)
})
