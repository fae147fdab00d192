import { asyncScheduler, concatWith, NEVER, of, Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { tokens } from '#client/auth/tokens.ts'
import { commandSender } from '#streams/commands.ts'
import type { DownMessage } from '#streams/transport.ts'
import { restCommands } from './rest-commands.ts'

const session = '6f1d2f0a-5a0e-4a44-9a43-1f4f1f5f7a01'
const command = { id: crypto.randomUUID(), type: 'StartDecryption', payload: { limitMinutes: 30 } }
const refused = (code: string) => ({
  Result: false,
  ResultMessage: 'text',
  message: 'text',
  code,
  params: { minutes: 5 },
  requestId: 'r',
})

/** Submits the command to a server with this answer; null: the server cannot be reached. */
function submit(answer: { status: number; body: unknown } | null) {
  const requests: { path: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, init })
    if (!answer) throw new TypeError('lost')
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  })
  tokens.enterSession(session, 'authorization')
  return {
    requests,
    result: restCommands(session, acknowledged).submit(command, new AbortController().signal),
  }
}

const acknowledged = { next: vi.fn() }

afterEach(() => vi.unstubAllGlobals())

test('[CMD-2] a command is sent with the section’s authorization and committed at the seq acknowledged', async () => {
  const { requests, result } = submit({ status: 200, body: { id: command.id, seq: 12 } })
  expect(await result).toEqual({ kind: 'ack', body: { id: command.id, seq: 12 } })
  expect(acknowledged.next).toHaveBeenCalledExactlyOnceWith({ id: command.id, seq: 12 })
  expect(requests[0]?.path).toBe('/api/KB_Local/submitCommand')
  expect(JSON.parse(String(requests[0]?.init.body))).toEqual(command)
  expect(requests[0]?.init.headers).toMatchObject({ Authorization: 'Bearer authorization' })
})

test('[ACK-2] a refusal of the server is the answer, with its reason and text', async () => {
  const { result } = submit({ status: 409, body: refused('limit-too-short') })
  expect(await result).toEqual({
    kind: 'nack',
    body: { id: command.id, code: 'limit-too-short', params: { minutes: 5 }, message: 'text' },
  })
})

test('[ACK-4] an unavailable database is no answer', async () => {
  await expect(submit({ status: 503, body: refused('unavailable') }).result).rejects.toThrow('unavailable')
})

test('[RET-1] an unreachable server or too many requests are no answer', async () => {
  await expect(submit(null).result).rejects.toThrow('offline')
  await expect(submit({ status: 429, body: refused('too-many-requests') }).result).rejects.toThrow(
    'too-many-requests',
  )
})

test('[ACK-4] a page of a firewall or proxy is no answer: the socket’s may arrive a moment later', async () => {
  for (const status of [200, 403, 401, 500]) {
    await expect(submit({ status, body: '<html>no</html>' }).result).rejects.toThrow()
  }
  const body = refused('forbidden')
  expect(await submit({ status: 403, body }).result).toMatchObject({
    kind: 'nack',
    body: { code: 'forbidden' },
  })
})

test('[ACK-4] for a command that a firewall blocks by REST the socket’s answer counts', async () => {
  vi.useFakeTimers()
  try {
    const fetched = vi.fn(async () => new Response('<html>no</html>', { status: 403 }))
    vi.stubGlobal('fetch', fetched)
    const messages$ = new Subject<DownMessage>()
    const transport = {
      connected$: of(true).pipe(concatWith(NEVER)),
      messages$,
      pings$: NEVER,
      send() {},
      restart() {},
    }
    const send = commandSender({
      transport,
      rest: restCommands(session, acknowledged),
      newId: () => command.id,
      describe: (code) => code,
      scheduler: asyncScheduler,
    })
    const result = send({ type: 'StartDecryption', payload: { limitMinutes: 30 } })
    await vi.advanceTimersByTimeAsync(4500)
    expect(fetched).toHaveBeenCalled()
    messages$.next({ kind: 'ack', body: { id: command.id, seq: 12 } })
    expect(await result).toEqual({ ok: true, value: 12 })
  } finally {
    vi.useRealTimers()
  }
})
