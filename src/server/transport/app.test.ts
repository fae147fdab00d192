import pino from 'pino'
import { expect, test, vi } from 'vitest'
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

test('a form that breaks off or is none, and a text that cannot be stored, are the client’s faults', async () => {
  const lines: string[] = []
  const app = await createApp(pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }))
  app.post('/form', async (request) => {
    for await (const part of request.parts()) if (part.type === 'file') for await (const _ of part.file);
    return 'read'
  })
  app.post('/json', async () => 'read')
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="x.pdf"\r\n\r\nabc'
  const forms = [
    ['multipart/form-data; boundary=b', part],
    ['multipart/form-data; boundary=b', `${part}\r\n`],
    ['multipart/form-data', part],
    ['multipart/form-data; boundary=', part],
    ['text/nonsense', 'x'],
  ] as const
  for (const [type, payload] of forms) {
    const answer = await app.inject({
      method: 'POST',
      url: '/form',
      headers: { 'content-type': type },
      payload,
    })
    expect([type, payload, answer.statusCode]).toEqual([type, payload, 400])
  }
  for (const name of ['x\0', '\ud800']) {
    const answer = await app.inject({ method: 'POST', url: '/json', payload: { deep: [{ name }] } })
    expect(answer.json()).toMatchObject({ code: 'bad-request', params: { path: 'deep.0.name' } })
  }
  expect(lines).toEqual([])
  await app.close()
})

test('[LIM-11] the API description is written once, whoever asks for it', async () => {
  const app = await createApp(pino({ level: 'silent' }))
  await app.ready()
  const writes = vi.spyOn(app, 'swagger')
  for (let i = 0; i < 3; i++) {
    for (const url of ['/api/openapi.json', '/api/docs/json']) {
      const answer = await app.inject({ url })
      expect([answer.json().info.title, answer.headers['content-type']]).toEqual([
        'Kaibiao',
        'application/json; charset=utf-8',
      ])
    }
  }
  expect(writes).toHaveBeenCalledTimes(1)
  await app.close()
})
