import { BehaviorSubject, Subject, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { commandSender } from './commands.ts'
import type { DownMessage, UpMessage } from './transport.ts'

const command = { type: 'StartDecryption', payload: { limitMinutes: 30 } } as const

async function stage(endAt: number, connectedFirst: boolean, moments: Record<number, boolean | DownMessage>) {
  const scheduler = new VirtualTimeScheduler(undefined, endAt)
  const connected$ = new BehaviorSubject(connectedFirst)
  const messages$ = new Subject<DownMessage>()
  const sent: { at: number; up: UpMessage }[] = []
  const transport = { connected$, messages$, send: (up: UpMessage) => sent.push({ at: scheduler.now(), up }) }
  let made = 0
  const newId = () => {
    made += 1
    return `id-${made}`
  }
  const send = commandSender({ transport, newId, describe: (code) => `text of ${code}`, scheduler })
  const result = send(command)
  for (const [at, moment] of Object.entries(moments)) {
    const happen = () => (typeof moment === 'boolean' ? connected$.next(moment) : messages$.next(moment))
    scheduler.schedule(happen, Number(at))
  }
  scheduler.flush()
  return { sent, result: await result }
}

const ack = (id: string): DownMessage => ({ kind: 'ack', body: { id, seq: 12 } })

describe('a command', () => {
  test('is sent once and stands at the seq acknowledged', async () => {
    const { sent, result } = await stage(20_000, true, { 50: ack('id-1') })
    expect(sent).toEqual([{ at: 0, up: { kind: 'cmd', body: { id: 'id-1', ...command } } }])
    expect(result).toEqual({ ok: true, value: 12 })
  })

  test('is refused with the server’s reason and text', async () => {
    const body = { id: 'id-1', code: 'enter-opening-first', params: {}, message: 'Enter first' }
    const { result } = await stage(20_000, true, { 50: { kind: 'nack', body } })
    expect(result).toEqual({
      ok: false,
      error: { code: 'enter-opening-first', params: {}, message: 'Enter first' },
    })
  })

  test('is sent again under the same id on a reconnect', async () => {
    const { sent, result } = await stage(20_000, true, { 100: false, 2000: true, 2050: ack('id-1') })
    expect(sent.map(({ at, up }) => [at, up.kind === 'cmd' && up.body.id])).toEqual([
      [0, 'id-1'],
      [2000, 'id-1'],
    ])
    expect(result.ok).toBe(true)
  })

  test('is sent again every ten seconds while nothing answers', async () => {
    const { sent } = await stage(25_000, true, { 24000: ack('id-1') })
    expect(sent.map(({ at }) => at)).toEqual([0, 10_000, 20_000])
  })

  test('waits for a connection, and does not take another command’s answer for its own', async () => {
    const { sent, result } = await stage(20_000, false, { 500: true, 510: ack('id-0'), 900: ack('id-1') })
    expect(sent.map(({ at }) => at)).toEqual([500])
    expect(result).toEqual({ ok: true, value: 12 })
  })

  test('is given up as offline when it never went out, as timed out when nothing came back', async () => {
    const offline = await stage(40_000, false, {})
    expect(offline.result).toMatchObject({
      ok: false,
      error: { code: 'offline', message: 'text of offline' },
    })
    const silent = await stage(40_000, true, {})
    expect(silent.result).toMatchObject({ ok: false, error: { code: 'time-out' } })
  })
})
