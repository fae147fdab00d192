import { gunzipSync } from 'node:zlib'
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

test('[LIM-11] the API description is written and compressed once, whoever asks for it, and limited by address', async () => {
  const budgets = { askFrom: vi.fn((_kind: string, _address: string) => 0) }
  const app = await createApp(pino({ level: 'silent' }), undefined, undefined, budgets)
  const sent = new Set<unknown>()
  app.addHook('onSend', async (_request, _reply, payload) => void sent.add(payload))
  await app.ready()
  const writes = vi.spyOn(app, 'swagger')
  for (let i = 0; i < 3; i++) {
    for (const url of ['/api/openapi.json', '/api/docs/json']) {
      const plain = await app.inject({ url })
      expect([plain.json().info.title, plain.headers['content-type']]).toEqual([
        'Kaibiao',
        'application/json; charset=utf-8',
      ])
      const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
      expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['gzip', 'accept-encoding'])
      expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    }
  }
  expect(writes).toHaveBeenCalledTimes(1)
  // The text, and one and the same compressed form.
  expect(sent.size).toBe(2)
  expect(budgets.askFrom).toHaveBeenCalledTimes(12)
  budgets.askFrom.mockReturnValue(7)
  for (const url of ['/api/openapi.json', '/api/docs/json']) {
    const refused = await app.inject({ url })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '7'])
    expect(refused.json().code).toBe('too-many-requests')
  }
  await app.close()
})
