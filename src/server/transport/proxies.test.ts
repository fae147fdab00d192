import { expect, test } from 'vitest'
import { isProxyRange, loopback, trustedProxies } from './proxies.ts'

test.each([
  ['10.0.0.5', true],
  ['10.0.0.0/8', true],
  ['0.0.0.0/0', true],
  ['fd00::/8', true],
  ['2001:db8::1', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/x', false],
  ['fd00::/129', false],
  ['proxy.example', false],
  ['10.0.0', false],
  ['', false],
])('%s is a range of proxies: %s', (text, isRange) => {
  expect(isProxyRange(text)).toBe(isRange)
})

test('proxies on this machine are trusted unless others are named, by IPv4 and IPv6 addresses', () => {
  const usual = trustedProxies()
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].map(usual)).toEqual([true, true, true, true])
  expect(['10.0.0.5', '', undefined, 'localhost', '::ffff:10.0.0.5'].map(usual)).not.toContain(true)
  const named = trustedProxies(['10.0.0.5', '192.168.0.0/16', 'fd00::/8'])
  expect(['10.0.0.5', '::ffff:10.0.0.5', '192.168.7.7', 'fd12::9'].map(named)).not.toContain(false)
  expect(['10.0.0.6', '192.169.0.1', 'fe80::1'].map(named)).not.toContain(true)
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(named)).not.toContain(true)
  expect(trustedProxies([...loopback, '10.0.0.5'])('127.0.0.1')).toBe(true)
})
