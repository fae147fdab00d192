import pino from 'pino'
import { expect, test } from 'vitest'
import { createApp } from './app.ts'

test('[ACK-4] a failed call is answered 503 if the database is unavailable, else 500, with a translated text', async () => {
  const app = await createApp(pino({ level: 'silent' }))
  app.get('/away', () => {
    throw new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') })
  })
  app.get('/fault', () => {
    throw new TypeError('x is not a function')
  })
  const away = await app.inject({ url: '/away', headers: { 'accept-language': 'en' } })
  expect(away.statusCode).toBe(503)
  expect(away.json()).toMatchObject({
    Result: false,
    code: 'unavailable',
    message: 'The system is not available right now; please try again in a moment.',
  })
  const fault = await app.inject({ url: '/fault' })
  expect([fault.statusCode, fault.json().code]).toEqual([500, 'internal'])
  await app.close()
})
