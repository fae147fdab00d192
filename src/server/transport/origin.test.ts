import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isForeign, ownOriginOnly, requestAddress, requestedHost } from './origin.ts'

test.each([
  [undefined, false],
  ['https://hall.example', false],
  ['https://HALL.example', false],
  ['http://hall.example', false],
  ['https://hall.example:8443', true],
  ['https://hall.example.evil.example', true],
  ['https://evil.example', true],
  ['null', true],
  ['', true],
  ['file://hall.example', true],
  ['http://localhost:5173', true],
])('from %s to hall.example: foreign is %s', (origin, foreign) => {
  expect(isForeign(origin, 'hall.example', ownOriginOnly)).toBe(foreign)
})

test('an origin that the operator names is ours; while developing, so is every port of this machine', () => {
  const named = { origins: ['https://public.example'], loopback: false }
  expect(isForeign('https://public.example', 'inner:3000', named)).toBe(false)
  expect(isForeign('https://public.example.evil.example', 'inner:3000', named)).toBe(true)
  const developing = { origins: [], loopback: true }
  expect(isForeign('http://localhost:5173', '127.0.0.1:3000', developing)).toBe(false)
  expect(isForeign('http://localhost.evil.example', 'localhost:3000', developing)).toBe(true)
  expect(isForeign('http://localhost:5173', 'hall.example', developing)).toBe(true)
})

const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

test.each([
  ['10.0.0.9', '1.2.3.4', '10.0.0.9'],
  ['127.0.0.1', '', '127.0.0.1'],
  ['127.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['::1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
  ['::ffff:127.0.0.1', '1.2.3.4, 127.0.0.1', '1.2.3.4'],
])('from %s for "%s" the address is %s', (remote, forwarded, address) => {
  expect(requestAddress(request(remote, { 'x-forwarded-for': forwarded }))).toBe(address)
})

test('only a proxy on this machine may say which host was asked for', () => {
  const headers = { host: 'inner:3000', 'x-forwarded-host': 'hall.example' }
  expect(requestedHost(request('127.0.0.1', headers))).toBe('hall.example')
  expect(requestedHost(request('10.0.0.9', headers))).toBe('inner:3000')
})
