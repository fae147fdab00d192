import { DrizzleQueryError } from 'drizzle-orm/errors'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createLogger } from './logger.ts'
import { createApp } from './transport/app.ts'

const secret = 'scrypt$geheim'

function logged(write: (logger: ReturnType<typeof createLogger>) => void) {
  const lines: string[] = []
  write(createLogger('trace', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

test('a failed statement is logged with its text and place, without its parameters', () => {
  const cause = Object.assign(new pg.DatabaseError(`invalid input syntax: "${secret}"`, 1, 'error'), {
    severity: 'ERROR',
    code: '22P02',
    detail: `Key (password)=(${secret}) already exists.`,
    where: `unnamed portal parameter $1 = '${secret}'`,
    table: 'account',
  })
  const error = new DrizzleQueryError('insert into "account" values ($1)', [secret], cause)
  const text = logged((logger) => logger.error({ err: error, call: 'x' }, 'a call failed'))
  expect(text).not.toContain('geheim')
  expect(text).toContain('insert into')
  expect(text).toContain('22P02')
  expect(text).toContain('logger.test.ts')
})

test('headers, which have tokens, are in no line', () => {
  const headers = { authorization: `Bearer ${secret}` }
  const text = logged((logger) => {
    logger.trace({ busboyOptions: { headers } }, 'options')
    logger.debug({ headers }, 'headers')
    logger.info({ one: { two: { headers } } }, 'deep')
  })
  expect(text).not.toContain('geheim')
  expect(text.trim().split('\n')).toHaveLength(3)
})

test.each([
  ['JSON that cannot be read', () => JSON.parse(`{"password": ${secret}`)],
  ['a schema that does not fit', () => z.object({ [secret]: z.string() }).parse({ [secret]: 1 })],
  ['an address', () => Promise.reject(new Error(`Reply was already sent: /api/login?token=${secret}&x=1`))],
  ['a statement', () => Promise.reject(new DrizzleQueryError('select $1', [secret], new Error('away')))],
])(
  'a failure with %s is logged without its values, with its place and also where it comes alone',
  async (_, fail) => {
    const error = await (async () => fail())().catch((caught: unknown) => caught)
    const text = logged((logger) => {
      logger.error({ err: error }, 'a call failed')
      logger.error(error)
      logger.warn(`the "/api/login?token=${secret}" route`)
    })
    expect(text).not.toContain('geheim')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ msg }) => msg)).toEqual(['a call failed', 'a failure', 'the "/api/login?…" route'])
    for (const { err } of lines.slice(0, 2)) expect(err.at.length).toBeGreaterThan(0)
  },
)

test('no line of the framework has what was sent', async () => {
  const lines: string[] = []
  const app = await createApp(createLogger('trace', { write: (line: string) => void lines.push(line) }))
  onTestFinished(() => app.close())
  app.post('/call', async () => {
    throw new DrizzleQueryError('update account set secret = $1', [secret], new Error('connection lost'))
  })
  app.get('/twice', async (_, reply) => {
    await reply.send('one')
    return reply.send('two')
  })
  const headers = {
    authorization: `Bearer ${secret}`,
    'user-agent': secret,
    'content-type': 'application/json',
  }
  for (const payload of [{ name: secret }, `{"name": "${secret}`, `[${secret}`])
    await app.inject({ method: 'POST', url: `/call?token=${secret}`, headers, payload })
  for (const url of ['/twice', '/nothing', '/%ff'])
    await app.inject({ url: `${url}?token=${secret}`, headers })
  const text = lines.join('')
  expect(text).toContain('connection lost')
  expect(text).toContain('already sent')
  expect(text).not.toContain('geheim')
})

test('a call that fails again and again leaves its stack once in a minute', async () => {
  const lines: string[] = []
  const app = await createApp(createLogger('warn', { write: (line: string) => void lines.push(line) }))
  onTestFinished(() => app.close())
  for (const url of ['/one', '/another'])
    app.get(url, async () => {
      throw new TypeError('x is not a function')
    })
  for (let asked = 0; asked < 20; asked++) await app.inject({ url: '/one' })
  await app.inject({ url: '/another' })
  expect(lines).toHaveLength(21)
  const withStack = lines.filter((line) => line.includes('"at":['))
  expect(withStack.map((line) => JSON.parse(line).call)).toEqual(['/one', '/another'])
  expect(lines.every((line) => JSON.parse(line).requestId.length === 36)).toBe(true)
})
