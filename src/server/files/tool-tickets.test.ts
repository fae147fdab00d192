import { expect, test } from 'vitest'
import { createTokens } from '../auth/tokens.ts'
import { createToolTickets, ticketLifetime } from './tool-tickets.ts'

const secret = new Uint8Array(32).fill(7)
const launcher = { prefix: 'bidtool:', suffixes: ['.zbj', '.tbj'] }
const file = { fileName: '招标文件.ZBJ', sha256: 'a'.repeat(64), login: crypto.randomUUID() }
const ticketOf = (address: string | null) => address?.split('ticket=')[1] ?? ''

test('[REST-8] a ticket is for one file, for five minutes', async () => {
  let now = 1_700_000_000_000
  const tickets = createToolTickets(secret, () => now, launcher)
  const ticket = ticketOf(await tickets.addressOf(file))
  expect(await tickets.read(ticket)).toEqual(file)
  now += ticketLifetime - 1000
  expect(await tickets.read(ticket)).toEqual(file)
  now += 1000
  expect(await tickets.read(ticket)).toBeNull()
  expect(await tickets.read('nothing')).toBeNull()
})

test('[REST-8] there is no ticket for a file the tool does not open, and none without a tool', async () => {
  const clock = () => 0
  const pdf = { ...file, fileName: '招标文件.pdf' }
  expect(await createToolTickets(secret, clock, launcher).addressOf(pdf)).toBeNull()
  expect(await createToolTickets(secret, clock, null).addressOf(file)).toBeNull()
})

test('a ticket is not accepted as a token, nor a token as a ticket', async () => {
  const clock = Date.now
  const tickets = createToolTickets(secret, clock, launcher)
  const tokens = createTokens(secret, clock)
  expect(await tokens.read(ticketOf(await tickets.addressOf(file)))).toBeNull()
  const claims = { login: crypto.randomUUID(), session: null, userType: 1, bidFileId: null }
  expect(await tickets.read(await tokens.issue(claims, new Date(clock() + 60_000)))).toBeNull()
})
