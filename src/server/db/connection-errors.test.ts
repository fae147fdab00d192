import { connect } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './connection-errors.ts'

const coded = (code: string, message = '') => Object.assign(new Error(message), { code })

test('[ACK-4] a connection refused, broken or ended by a shutdown means that the database is unavailable', async () => {
  const refused = await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve))
  expect(isDatabaseUnavailable(refused)).toBe(true)
  for (const code of ['ECONNRESET', '57P01', '57P03', '08006', '53300']) {
    expect(isDatabaseUnavailable(coded(code))).toBe(true)
  }
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
})

test('[ACK-4] so does a timeout of a statement, a transaction or a lock', () => {
  for (const code of ['57014', '25P03', '55P03']) expect(isDatabaseUnavailable(coded(code))).toBe(true)
})

test('[ACK-4] the cause is found inside errors that wrap it, and in a pool’s error', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 })
  const failure = await pool.query('select 1').catch((error: unknown) => error)
  await pool.end()
  expect(isDatabaseUnavailable(new Error('Failed query: select 1', { cause: failure }))).toBe(true)
})

test('[ACK-4] a failed statement and a bug do not mean that the database is unavailable', () => {
  for (const code of ['23505', '42601', 'ENOENT']) expect(isDatabaseUnavailable(coded(code))).toBe(false)
  expect(isDatabaseUnavailable(new TypeError('x is not a function'))).toBe(false)
  expect(isDatabaseUnavailable('Connection terminated')).toBe(false)
})
