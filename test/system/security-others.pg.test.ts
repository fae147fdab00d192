import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#protocol/call.ts'
import { calls } from '#protocol/calls.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import {
  accountOf,
  bidderOf,
  type Hall,
  openHall,
  publishFor,
  type TestBidder,
  testAuthority,
} from './hall.ts'
import { openDecryptionWindow } from './opening-steps.ts'
import { bearer, post, testLogin } from './security-fixture.ts'

/*
 * Every call with another bidder's ids: wherever an input takes an id the attacker puts the victim's, with the
 * attacker's own authorization. The victim has submitted a bid, and decryption has started.
 */

/** Figures that only the victim may read before the announcement. */
const secretPrice = '7654321.09'

let hall: Hall
let victim: TestBidder
let victimFile: string
let session: string
let leader: Participant
/** A bidder of the same section, and one of another. */
const attackers = {} as Record<'rival' | 'outsider', { user: string; section: string }>

beforeAll(async () => {
  hall = await openHall()
  const authority = await testAuthority()
  victim = await bidderOf(hall, authority)
  const [rival, outsider] = [await bidderOf(hall, authority), await bidderOf(hall, authority)]
  const opening = await publishFor(hall, [victim, rival], 60)
  const elsewhere = await publishFor(hall, [outsider], 60)
  session = opening.session
  const figures = { price: secretPrice }
  const bid = { figures, files: [], certificate: victim.certificate.helper }
  victimFile = (await sealAndSubmit(victim.account, session, bid)).fileId
  await hall.clock.leapTo(elsewhere.opensAt)
  leader = await enterSession(await accountOf(hall, 'opener'), session)
  await openDecryptionWindow(leader, 30)
  attackers.rival = await authorized(rival, session)
  attackers.outsider = await authorized(outsider, elsewhere.session)
}, 120_000)
afterAll(async () => {
  leader.close()
  await hall.close()
})

async function authorized({ account }: TestBidder, section: string) {
  const { userName } = await account.call('getSelf')
  const { token } = await testLogin(hall.http, userName)
  const body = { bidProjGuid: section, dbGuid: section }
  const { oauth2 } = await hall.http.call('getProjectAuthorization', { token, body })
  return { user: token, section: oauth2 }
}

interface Answer {
  readonly name: string
  readonly status: number
  readonly text: string
}

/** Asks every call that takes an id, with the victim's in it. */
async function callAll(who: 'rival' | 'outsider'): Promise<Answer[]> {
  const answers: Answer[] = []
  // Calls that would end the attacker's own login.
  const { logout: _logout, logoutAll: _logoutAll, ...others } = calls
  for (const [name, call] of Object.entries<Call>(others)) {
    if (call.auth !== 'user' && call.auth !== 'session') continue
    const headers = bearer(attackers[who][call.auth === 'user' ? 'user' : 'section'])
    const answer = await ask(call, headers)
    if (answer) answers.push({ name, status: answer.status, text: await answer.text() })
  }
  return answers
}

async function ask(call: Call, headers: Record<string, string>): Promise<Response | null> {
  if (call.form) return fetch(hall.http.url + call.path, { method: 'POST', headers, body: formOf(call.form) })
  const input = fieldsOf(call.body ?? call.query)
  if (Object.keys(input).length === 0) return null
  if (call.method === 'POST') return post(hall.http.url, call.path, input, headers)
  const search = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))
  return fetch(`${hall.http.url}${call.path}?${search}`, { headers })
}

function formOf(schema: z.ZodType): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fieldsOf(schema))) {
    if (name !== 'file') form.set(name, String(value))
  }
  form.set('file', new Blob(['x']), 'x.pdf')
  return form
}

/** A value for every field: the victim's id where it takes one. */
function fieldsOf(schema: z.ZodType | undefined): Record<string, unknown> {
  if (!schema) return {}
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const fields = Object.entries(properties).map(([name, field]) => [name, sample(name, Object(field))])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function sample(name: string, field: { type?: string; enum?: unknown[]; format?: string }): unknown {
  if (/^(BDGuid|bdGuid|bidProjGuid|dbGuid|guid|session|sessionId)$/i.test(name)) return session
  if (/code$/i.test(name)) return victim.account.unitCode
  if (/guid|id$/i.test(name) || field.format === 'uuid') return victimFile
  if (field.enum) return field.enum[0]
  if (field.type === 'integer' || field.type === 'number') return 1
  if (field.type === 'boolean') return true
  if (field.type === 'string') return field.format === 'date-time' ? new Date().toISOString() : 'X'
  return undefined
}

const victimInLog = () => structuredClone(leader.state().bidders[victim.account.unitCode])

test('[REST-5] a rival’s calls change nothing of the victim’s and reveal nothing sealed', async () => {
  const before = victimInLog()
  const answers = await callAll('rival')
  expect(answers.length).toBeGreaterThan(15)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(answers.filter(({ text }) => text.includes(secretPrice))).toEqual([])
  await leader.call('getKBFlowStatus')
  expect(victimInLog()).toEqual(before)
})

test('an outsider’s calls reveal nothing of the section and leave no trace in it', async () => {
  const head = leader.entries().length
  const answers = await callAll('outsider')
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const marks = [victim.name, victimFile, secretPrice]
  const told = answers.filter(({ status, text }) => status < 400 && marks.some((mark) => text.includes(mark)))
  expect(told).toEqual([])
  await sleep(300)
  expect(leader.entries().length).toBe(head)
})

test.each([
  ['entering the section', calls.getProjectAuthorization],
  ['its sealing key', calls.getSealingInfo],
  ['its record in the hall', calls.getJYPTGongCheng],
  ['one of its files', calls.getTenderFile],
] as const)('an outsider is refused %s', async (_, call) => {
  const { user, section } = attackers.outsider
  const answer = await ask(call, bearer(call.auth === 'session' ? section : user))
  expect(answer?.status).toBeGreaterThanOrEqual(400)
  expect(answer?.status).toBeLessThan(500)
})

test('[REST-5] neither can open the victim’s file under any name', async () => {
  const before = victimInLog()?.files
  for (const who of ['rival', 'outsider'] as const) {
    const body = { TBWJ_Guid: victimFile, TBWJ_Key: 'X', EntprsCode: victim.account.unitCode }
    const answer = await post(hall.http.url, calls.jyptDecryptFile.path, body, bearer(attackers[who].section))
    expect([who, answer.status >= 400 && answer.status < 500]).toEqual([who, true])
  }
  await sleep(300)
  expect(victimInLog()?.files).toEqual(before)
})
