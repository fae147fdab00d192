import type { Call } from '#protocol/call.ts'
import { type CallName, calls } from '#protocol/calls.ts'
import { type Dice, inputFor, type Known, nasty, spoiltJson, uuid } from './values.ts'

/** One request, as bytes that no careful client would send. */
export interface HostileRequest {
  readonly call: CallName
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

/** The tokens that an attacker has: none before login. */
export interface Tokens {
  readonly user: string | null
  readonly section: string | null
}

const names = Object.keys(calls) as CallName[]
/** Made by who has the platform's key; by others they get no further than the missing signature. */
const platformCalls = names.filter((name) => calls[name].auth === 'platform')
/** Nine in ten are not sent: what follows would get no further than the missing login. */
const endsLogin: readonly CallName[] = ['logout', 'logoutAll']
const boundary = 'x-hostile-boundary'

/** A request for any call, with fields that may be right, in a form that may be wrong. */
export function hostileRequest(
  random: Dice,
  tokens: Tokens,
  known: Known,
  isPlatform: boolean,
): HostileRequest {
  const drawn = random.of(isPlatform ? platformCalls : names)
  const call = endsLogin.includes(drawn) && random.chance(0.9) ? random.of(names) : drawn
  const row: Call = calls[call]
  const method = random.chance(0.06)
    ? random.of(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])
    : row.method
  const headers: Record<string, string> = { ...authorization(row, random, tokens), ...oddHeader(random) }
  const path = spoiltPath(row.path, random) + queryOf(inputFor(call, 'query', random, known), random)
  if (method === 'GET' || method === 'HEAD') return { call, method, path, headers, body: null }
  if (row.consumes) {
    const form = inputFor(call, 'form', random, known) ?? {}
    headers['content-type'] = `multipart/form-data; boundary=${random.chance(0.05) ? '' : boundary}`
    return { call, method, path, headers, body: spoiltForm(form as Record<string, unknown>, random) }
  }
  const body = inputFor(call, 'body', random, known) ?? {}
  headers['content-type'] = random.chance(0.05) ? random.of(contentTypes) : 'application/json'
  if (random.chance(0.7))
    headers['idempotency-key'] = random.chance(0.9) ? uuid(random) : latin(headerText(nasty(random)))
  return { call, method, path, headers, body: spoiltJson(random.chance(0.05) ? nasty(random) : body, random) }
}

const contentTypes = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', ''],
  ...[
    'application/json; charset=utf-7',
    'application/json, text/html',
    'multipart/form-data; boundary=',
    'a',
  ],
]

function authorization(row: Call, random: Dice, { user, section }: Tokens): Record<string, string> {
  const usual = row.auth === 'session' ? section : user
  const token = random.chance(0.85)
    ? usual
    : random.of([user, section, 'x', `${user}x`, 'eyJhbGciOiJub25lIn0.e30.'])
  if (token === null) return {}
  return { authorization: random.chance(0.97) ? `Bearer ${token}` : `bearer  ${token} ` }
}

function oddHeader(random: Dice): Record<string, string> {
  if (!random.chance(0.08)) return {}
  return random.of([
    { 'x-forwarded-for': '1.2.3.4, 5.6.7.8' },
    { 'x-forwarded-for': '<script>' },
    { origin: 'https://elsewhere.example' },
    { 'accept-language': 'x'.repeat(2000) },
    { 'if-none-match': '*', range: 'bytes=0-9999999999' },
    { expect: '100-continue' },
    { 'content-encoding': 'gzip' },
    { cookie: 'a=b; '.repeat(300) },
    { 'x-http-method-override': 'DELETE' },
  ] as Record<string, string>[])
}

function spoiltPath(path: string, random: Dice): string {
  if (!random.chance(0.04)) return path
  return random.of([
    `${path}/`,
    `${path}%00`,
    `${path}/../x`,
    path.toUpperCase(),
    `/${path}`,
    `${path}%ff`,
    `${path};a=b`,
  ])
}

function queryOf(query: unknown, random: Dice): string {
  if (typeof query !== 'object' || query === null) return ''
  const fields = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(headerText(value)).slice(0, 3000)}`,
  )
  if (random.chance(0.05)) fields.push(...fields)
  if (random.chance(0.03)) fields.push('%', '__proto__[a]=1', 'a[]=1&a[]=2', '%ff=%fe')
  return fields.length > 0 ? `?${fields.join('&')}` : ''
}

/** A form whose fields, names, boundaries and length may be wrong. */
function spoiltForm(fields: Record<string, unknown>, random: Dice): Buffer {
  const parts = Object.entries(fields)
    .filter(([name]) => name !== 'file')
    .map(([name, value]) => part(`name="${name}"`, Buffer.from(headerText(value))))
  const fileName = random.of([
    'a.pdf',
    '',
    '\u202egpj.exe',
    `${'n'.repeat(600)}.pdf`,
    '../../a.zip',
    'a\u0000.pdf',
    '标书.zip',
  ])
  const type = random.of(['application/pdf', 'text/html', 'x'])
  const contents = random.of([
    Buffer.from('%PDF-1.7\n%%EOF'),
    Buffer.from('<html><script>1</script>'),
    Buffer.alloc(random.roll(50_000), random.roll(256)),
    Buffer.from('PK\u0003\u0004 not a zip'),
    Buffer.from('age-encryption.org/v1\n-> X25519 '),
    Buffer.alloc(0),
  ])
  const file = part(`name="file"; filename="${fileName}"\r\nContent-Type: ${type}`, contents)
  const end = Buffer.from(`--${boundary}--\r\n`)
  const all = Buffer.concat([...parts, file, end])
  switch (random.roll(8)) {
    case 0:
      return all.subarray(0, random.roll(all.length))
    case 1:
      return Buffer.concat([file, ...parts, file, end])
    case 2:
      return Buffer.concat([...parts, end])
    case 3:
      return Buffer.concat([Buffer.from('\r\n\r\n'), all.subarray(random.roll(40))])
    default:
      return all
  }
}

function part(disposition: string, contents: Buffer): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), contents, Buffer.from('\r\n')])
}

/** Text without control characters and halves of characters. */
function headerText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.replaceAll(/[^\u0020-\u007e\u0080-\ud7ff\ue000-\uffff]/g, '?').slice(0, 4000)
}

/** What an HTTP library lets pass in a header. */
function latin(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e]/g, '?')
}

/** Bytes on a bare connection that are no request at all, or a broken one. */
export function hostileBytes(random: Dice): Buffer {
  const host = 'Host: localhost\r\n'
  const bytes = random.of([
    'GET / HTTP/9.9\r\n\r\n',
    `GET /api/${'a'.repeat(random.roll(30_000))} HTTP/1.1\r\n${host}\r\n`,
    `POST /api/Oauth/getOauth1 HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST /api/Oauth/getOauth1 HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    `POST /api/Oauth/getOauth1 HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    `GET /healthz HTTP/1.1\r\n${host}${'X-A: b\r\n'.repeat(random.roll(3000))}\r\n`,
    `GET /healthz HTTP/1.1\r\n${host}Expect: nothing\r\n\r\n`,
    'CONNECT localhost:22 HTTP/1.1\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    '\u0000\u0001\u0002\r\n\r\n',
    'GET /socket.io/?EIO=4&transport=polling&sid=../../x HTTP/1.1\r\nHost: x\r\n\r\n',
  ])
  return Buffer.from(bytes, 'latin1')
}
