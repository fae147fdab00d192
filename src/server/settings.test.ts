import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isOpenTo, readSettings, settingNames } from './settings.ts'

test('README describes every setting and no other', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  const rows = readme.split('\n').filter((line) => line.startsWith('| `'))
  const described = rows.flatMap((row) => (row.split('|')[1] ?? '').match(/[A-Z_]+/g) ?? [])
  expect(described.toSorted()).toEqual(settingNames.toSorted())
})

test('an empty environment gives the defaults that README names', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    ok: true,
    value: { port: 3000, host: 'localhost', databaseUrl: null, demo: true, variant: { name: 'standard' } },
  })
})

test('there is no port for operators unless a setting gives one, and then on this machine', () => {
  expect(readSettings({})).toMatchObject({ value: { operator: null } })
  expect(readSettings({ OPERATOR_PORT: '9464' })).toMatchObject({
    value: { operator: { host: '127.0.0.1', port: 9464 } },
  })
})

test('an empty value counts as not given', () => {
  expect(readSettings({ PORT: '', VARIANT: '' })).toMatchObject({ ok: true, value: { port: 3000 } })
})

test.each([
  [{ PORT: 'eighty' }, 'PORT: '],
  [{ PORT: '70000' }, 'PORT: '],
  [{ OPERATOR_PORT: 'x' }, 'OPERATOR_PORT: '],
  [{ CONNECTIONS_PER_ADDRESS: '1' }, 'CONNECTIONS_PER_ADDRESS: must be at least 10'],
  [{ DEMO: 'yes' }, 'DEMO: must be 0, 1, true or false'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must start with postgres://'],
  [{ VARIANT: 'nowhere' }, 'VARIANT: unknown variant "nowhere"; known are: standard'],
  [{ ORIGINS: 'hall.example' }, 'ORIGINS.0: must be origins such as https://hall.example'],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, proxy' }, 'TRUSTED_PROXIES.1: must be addresses or networks such as'],
  [{ PLATFORM_URL: 'ftp://platform' }, 'PLATFORM_URL: must be an http or https address'],
])('%o is refused by the name of its setting', (environment, message) => {
  const settings = readSettings(environment)
  expect(settings.ok ? '' : settings.error).toContain(message)
})

test('proxies on this machine are trusted by default, and only those that are named otherwise', () => {
  const proxiesOf = (environment: Record<string, string>) => {
    const settings = readSettings(environment)
    if (!settings.ok) throw new Error(settings.error)
    const { origins, trustedProxies } = settings.value
    return [trustedProxies, ['127.0.0.1', '10.0.0.5'].map(origins.proxies)]
  }
  expect(proxiesOf({})).toEqual([
    ['127.0.0.0/8', '::1'],
    [true, false],
  ])
  expect(proxiesOf({ TRUSTED_PROXIES: '10.0.0.5' })).toEqual([['10.0.0.5'], [false, true]])
  expect(proxiesOf({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.5' })[1]).toEqual([true, true])
  expect(proxiesOf({ TRUSTED_PROXIES: 'none' })).toEqual([[], [false, false]])
})

test('the error has a line for every wrong setting', () => {
  const settings = readSettings({ PORT: 'x', DEMO: 'y' })
  expect(settings.ok ? [] : settings.error.split('\n')).toHaveLength(2)
})

test.each([
  [{}, { demo: true, testAccounts: true }],
  [{ DEMO: '0' }, { demo: false, testAccounts: false }],
  [
    { DEMO: '0', TEST_ACCOUNTS: '1' },
    { demo: false, testAccounts: true },
  ],
  [{ NODE_ENV: 'production' }, { demo: false, testAccounts: false }],
  [
    { NODE_ENV: 'production', DEMO: '1' },
    { demo: true, testAccounts: false },
  ],
  [
    { NODE_ENV: 'production', TEST_ACCOUNTS: '1' },
    { demo: false, testAccounts: true },
  ],
  [{ HOST: '127.0.0.1' }, { demo: true, testAccounts: true }],
  [{ HOST: '::1' }, { demo: true, testAccounts: true }],
  [{ HOST: '0.0.0.0' }, { demo: false, testAccounts: false }],
  [{ HOST: 'hall.example' }, { demo: false, testAccounts: false }],
  [
    { DATABASE_URL: 'postgres://db.example/hall', KEY_FILE: 'key', VARIANT: 'standard', DATA_DIR: '/d' },
    { demo: false, testAccounts: false },
  ],
  [{ KEY_FILE: 'key' }, { demo: false, testAccounts: false }],
  [{ KEY_SOCKET: '/run/keys' }, { demo: false, testAccounts: false }],
  [{ PLATFORM_KEY: 'public.pem' }, { demo: false, testAccounts: false }],
  [{ TRUST_ROOTS: 'roots' }, { demo: false, testAccounts: false }],
  [{ ORIGINS: 'https://hall.example' }, { demo: false, testAccounts: false }],
  [
    { KEY_FILE: 'key', DEMO: '1' },
    { demo: true, testAccounts: false },
  ],
  [
    { KEY_FILE: 'key', TEST_ACCOUNTS: '1' },
    { demo: false, testAccounts: true },
  ],
  [
    { HOST: '0.0.0.0', DEMO: '1' },
    { demo: true, testAccounts: false },
  ],
  [
    { HOST: '::', TEST_ACCOUNTS: '1' },
    { demo: false, testAccounts: true },
  ],
])(
  '[ACC-10] %o: demo and test accounts are on by default only for a try on this machine',
  (environment, expected) => {
    expect(readSettings(environment)).toMatchObject({ value: expected })
  },
)

test.each([
  [{}, [true, true, false, false]],
  [{ DEMO: '1' }, [true, true, true, false]],
  [{ TEST_ACCOUNTS: '1' }, [true, true, false, true]],
  [{ KEY_FILE: 'key' }, [false, false, false, false]],
])(
  '[ACC-10] %o: another machine gets what a setting names, and nothing by default',
  (environment, expected) => {
    const settings = readSettings(environment)
    if (!settings.ok) throw new Error(settings.error)
    const { value } = settings
    const open = ['::ffff:127.0.0.1', '203.0.113.7'].flatMap((address) =>
      (['demo', 'testAccounts'] as const).map((what) => isOpenTo(from(address), what, value)),
    )
    expect(open).toEqual(expected)
  },
)

function from(
  remoteAddress: string,
  headers: Record<string, string> = {},
  httpVersion = '1.1',
): IncomingMessage {
  return { socket: { remoteAddress }, headers: { host: 'localhost:3000', ...headers }, httpVersion } as never
}

test.each([
  ['a browser on this machine', {}, true],
  [
    'its page',
    { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000', referer: 'http://127.0.0.1:3000/hall' },
    true,
  ],
  ['a page of its development server', { host: 'localhost:5173', 'x-forwarded-for': '127.0.0.1, ::1' }, true],
  ['a proxy that passes the name of the hall on', { host: 'hall.example' }, false],
  ['a proxy that passes the address on by a host', { 'x-forwarded-host': 'hall.example' }, false],
  ['a proxy that names its client', { 'x-forwarded-for': '203.0.113.7' }, false],
  [
    'a client that puts a local address before its own',
    { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
    false,
  ],
  ['a client that hides behind a local address', { 'x-forwarded-for': '203.0.113.7, 127.0.0.1' }, false],
  ['a proxy that names nobody', { 'x-forwarded-for': 'unknown' }, false],
  ['a proxy that names its client otherwise', { 'x-real-ip': '203.0.113.7' }, false],
  ['a proxy that follows the standard', { forwarded: 'for=127.0.0.1' }, false],
  ['a proxy that names itself', { via: '1.1 gateway' }, false],
  ['a page of the hall behind a silent proxy', { origin: 'https://hall.example' }, false],
  ['a link from it', { referer: 'https://hall.example/hall' }, false],
  ['a page that has no address', { origin: 'null' }, false],
  ['a request for no host', { host: '' }, false],
])('[ACC-10] by default %s may use demo and test accounts: %o, %s', (_, headers, expected) => {
  for (const TRUSTED_PROXIES of ['127.0.0.0/8, ::1', 'none']) {
    const settings = readSettings({ TRUSTED_PROXIES })
    if (!settings.ok) throw new Error(settings.error)
    expect(isOpenTo(from('127.0.0.1', headers), 'testAccounts', settings.value)).toBe(expected)
  }
})

test('[ACC-10] HTTP/1.0, as nginx speaks it, is no browser on this machine; a setting by name lets it in', () => {
  const open = (environment: Record<string, string>) => {
    const settings = readSettings(environment)
    if (!settings.ok) throw new Error(settings.error)
    return isOpenTo(from('127.0.0.1', {}, '1.0'), 'testAccounts', settings.value)
  }
  expect([open({}), open({ TEST_ACCOUNTS: '1' })]).toEqual([false, true])
})

test('pages of this machine’s other ports are accepted in development only', () => {
  expect(readSettings({})).toMatchObject({ value: { origins: { loopback: true } } })
  const production = { NODE_ENV: 'production', ORIGINS: 'https://hall.example, https://other.example' }
  expect(readSettings(production)).toMatchObject({
    value: { origins: { loopback: false, origins: ['https://hall.example', 'https://other.example'] } },
  })
})

const elsewhere = { DATABASE_URL: 'postgres://db.example/hall' }

test.each([
  elsewhere,
  { ...elsewhere, HOST: '0.0.0.0' },
  { ...elsewhere, HOST: '0.0.0.0', DEMO: '1' },
  { ...elsewhere, HOST: '::', TEST_ACCOUNTS: '1' },
  { ...elsewhere, NODE_ENV: 'production' },
  { ...elsewhere, DEMO: '0' },
])('[KEY-3] %o: a database elsewhere needs a key, and the refusal says how to make one', (environment) => {
  const settings = readSettings(environment)
  expect(settings.ok ? '' : settings.error).toMatch(
    /^KEY_FILE: .*KEY_SOCKET.*head -c 32 \/dev\/urandom > FILE/,
  )
})

test.each([
  [{}, { file: resolve('data/wrapping.key'), socket: null, make: true }],
  [
    { NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: '/d' },
    { file: '/d/wrapping.key', socket: null, make: true },
  ],
  [
    { ...elsewhere, DEMO: '1' },
    { file: resolve('data/wrapping.key'), socket: null, make: true },
  ],
  [
    { ...elsewhere, DEMO: '0', TEST_ACCOUNTS: '1', DATA_DIR: '/d' },
    { file: '/d/wrapping.key', make: true },
  ],
  [
    { ...elsewhere, HOST: '::', KEY_FILE: 'key' },
    { file: resolve('key'), socket: null, make: false },
  ],
  [{ KEY_SOCKET: '/run/keys' }, { file: null, socket: '/run/keys', make: false }],
  [
    { KEY_SOCKET: '/run/keys', KEY_FILE: '/key' },
    { file: '/key', socket: '/run/keys', make: false },
  ],
])('[KEY-3] %o: the key is %o', (environment, key) => {
  expect(readSettings(environment)).toMatchObject({ value: { key } })
})

test.each([
  [{}, false],
  [{ NODE_ENV: 'production', DATA_DIR: '/d' }, true],
  [{ KEY_FILE: '/d/keys/key', DATA_DIR: '/d' }, true],
  [{ KEY_FILE: '/dd/key', DATA_DIR: '/d' }, false],
  [{ KEY_FILE: '/d/key', KEY_SOCKET: '/run/keys', DATA_DIR: '/d' }, false],
  [{ KEY_FILE: '/d/key', DATA_DIR: '/d', DEMO: '1' }, false],
])('[KEY-9] %o: that the key lies beside the data is worth a warning: %s', (environment, besideData) => {
  expect(readSettings(environment)).toMatchObject({ value: { key: { besideData } } })
})
