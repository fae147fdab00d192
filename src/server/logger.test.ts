import { DrizzleQueryError } from 'drizzle-orm/errors'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

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
