import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isForeign, ownOriginOnly, requestAddress, requestedHost } from './origin.ts'
import { trustedProxies } from './proxies.ts'

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

test('configured origins are accepted, and in development every port of this machine', () => {
  const named = { ...ownOriginOnly, origins: ['https://public.example'], loopback: false }
  expect(isForeign('https://public.example', 'inner:3000', named)).toBe(false)
  expect(isForeign('https://public.example.evil.example', 'inner:3000', named)).toBe(true)
  const developing = { ...ownOriginOnly, origins: [], loopback: true }
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
  ['127.0.0.1', '1.2.3.4, <script>', '127.0.0.1'],
  ['127.0.0.1', 'unknown, 127.0.0.2', '127.0.0.2'],
])('from %s for "%s" the address is %s', (remote, forwarded, address) => {
  expect(requestAddress(request(remote, { 'x-forwarded-for': forwarded }), trustedProxies())).toBe(address)
})

test('forwarding headers of configured proxies are trusted, also through a chain of them', () => {
  const proxies = trustedProxies(['10.0.0.0/8'])
  const from = (remote: string, forwarded: string) =>
    requestAddress(request(remote, { 'x-forwarded-for': forwarded }), proxies)
  expect(from('10.0.0.9', '1.2.3.4')).toBe('1.2.3.4')
  expect(from('10.0.0.9', '6.6.6.6, 1.2.3.4, 10.1.1.1')).toBe('1.2.3.4')
  expect(from('11.0.0.9', '1.2.3.4')).toBe('11.0.0.9')
  const asked = request('10.0.0.9', { host: 'inner:3000', 'x-forwarded-host': 'hall.example' })
  expect(requestedHost(asked, proxies)).toBe('hall.example')
})

test('a forwarded host is accepted from a trusted proxy only', () => {
  const headers = { host: 'inner:3000', 'x-forwarded-host': 'hall.example' }
  expect(requestedHost(request('127.0.0.1', headers), trustedProxies())).toBe('hall.example')
  expect(requestedHost(request('10.0.0.9', headers), trustedProxies())).toBe('inner:3000')
})
