import { BehaviorSubject, map, NEVER, Subject, timer, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import type { CommandMessage } from '#protocol/socket/cmd.ts'
import { commandSender } from './commands.ts'
import type { DownMessage, UpMessage } from './transport.ts'

const command = { type: 'StartDecryption', payload: { limitMinutes: 30 } } as const

type RestAnswer = (DownMessage & { kind: 'ack' | 'nack' }) | 'lost'

/** `rest`: the answer to each attempt by REST, after 100 ms; without it there is no REST transport. */
async function fixture(
  endAt: number,
  connectedFirst: boolean,
  moments: Record<number, boolean | DownMessage>,
  rest?: (attempt: number) => RestAnswer,
) {
  const scheduler = new VirtualTimeScheduler(undefined, endAt)
  const connected$ = new BehaviorSubject(connectedFirst)
  const messages$ = new Subject<DownMessage>()
  const sent: { at: number; up: UpMessage }[] = []
  const send = (up: UpMessage) => sent.push({ at: scheduler.now(), up })
  const transport = { connected$, messages$, pings$: NEVER, send, restart() {} }
  let made = 0
  const newId = () => {
    made += 1
    return `id-${made}`
  }
  const asked: { at: number; id: string }[] = []
  const submit = ({ id }: CommandMessage) => {
    asked.push({ at: scheduler.now(), id })
    const answer = rest?.(asked.length) ?? 'lost'
    return timer(100, scheduler).pipe(
      map(() => {
        if (answer === 'lost') throw new Error(answer)
        return answer
      }),
    )
  }
  const options = { transport, newId, describe: (code: string) => `text of ${code}`, scheduler }
  const sender = commandSender(rest ? { ...options, rest: { submit } } : options)
  const result = sender(command)
  for (const [at, moment] of Object.entries(moments)) {
    const happen = () => (typeof moment === 'boolean' ? connected$.next(moment) : messages$.next(moment))
    scheduler.schedule(happen, Number(at))
  }
  scheduler.flush()
  return { sent, asked, result: await result, observers: connected$.observed || messages$.observed }
}

const ack = (id: string): DownMessage & { kind: 'ack' } => ({ kind: 'ack', body: { id, seq: 12 } })

describe('a command sent by socket', () => {
  test('[CMD-1] is sent once and resolves with the acknowledged seq', async () => {
    const { sent, result } = await fixture(20_000, true, { 50: ack('id-1') })
    expect(sent).toEqual([{ at: 0, up: { kind: 'cmd', body: { id: 'id-1', ...command } } }])
    expect(result).toEqual({ ok: true, value: 12 })
  })

  test('[ACK-2] is refused with the server’s reason and text', async () => {
    const body = { id: 'id-1', code: 'enter-opening-first', params: {}, message: 'Enter first' }
    const { result } = await fixture(20_000, true, { 50: { kind: 'nack', body } })
    expect(result).toEqual({
      ok: false,
      error: { code: 'enter-opening-first', params: {}, message: 'Enter first' },
    })
  })

  test('[CMD-1] is sent again under the same id on a reconnect', async () => {
    const { sent, result } = await fixture(20_000, true, { 100: false, 2000: true, 2050: ack('id-1') })
    expect(sent.map(({ at, up }) => [at, up.kind === 'cmd' && up.body.id])).toEqual([
      [0, 'id-1'],
      [2000, 'id-1'],
    ])
    expect(result.ok).toBe(true)
  })

  test('[CMD-1] is sent again every ten seconds while nothing answers', async () => {
    const { sent } = await fixture(25_000, true, { 24000: ack('id-1') })
    expect(sent.map(({ at }) => at)).toEqual([0, 10_000, 20_000])
  })

  test('[ACK-2] waits for a connection and ignores the answer to another command', async () => {
    const { sent, result } = await fixture(20_000, false, { 500: true, 510: ack('id-0'), 900: ack('id-1') })
    expect(sent.map(({ at }) => at)).toEqual([500])
    expect(result).toEqual({ ok: true, value: 12 })
  })

  test('[ACK-3] fails as offline when it was never sent, as timed out when nothing came back', async () => {
    const offline = await fixture(40_000, false, {})
    expect(offline.result).toMatchObject({
      ok: false,
      error: { code: 'offline', message: 'text of offline' },
    })
    const silent = await fixture(40_000, true, {})
    expect(silent.result).toMatchObject({ ok: false, error: { code: 'time-out' } })
  })
})

describe('a command sent by REST', () => {
  test('[CMD-2] is sent at once when there is no socket', async () => {
    const { asked, sent, result } = await fixture(20_000, false, {}, () => ack('id-1'))
    expect(asked).toEqual([{ at: 0, id: 'id-1' }])
    expect(sent).toEqual([])
    expect(result).toEqual({ ok: true, value: 12 })
  })

  test('[CMD-2] is sent under the same id when the socket stays lost for three seconds', async () => {
    const { asked, sent, result } = await fixture(20_000, true, { 100: false }, () => ack('id-1'))
    expect(asked).toEqual([{ at: 3100, id: 'id-1' }])
    expect(sent).toHaveLength(1)
    expect(result.ok).toBe(true)
    const back = await fixture(20_000, true, { 100: false, 2000: true, 2100: ack('id-1') }, () => ack('id-1'))
    expect(back.asked).toEqual([])
  })

  test('[CMD-2] is sent when a connected socket has not answered for four seconds', async () => {
    const { asked, result } = await fixture(20_000, true, {}, () => ack('id-1'))
    expect(asked).toEqual([{ at: 4000, id: 'id-1' }])
    expect(result.ok).toBe(true)
  })
})

describe('an answer that leaves a command open', () => {
  test('[ACK-4] unavailable: is sent again under the same id, by socket and by REST', async () => {
    const body = { id: 'id-1', code: 'unavailable', params: {}, message: '' }
    const nack = { kind: 'nack', body } as const
    const answers = (attempt: number): RestAnswer => (attempt < 3 ? nack : ack('id-1'))
    const { asked, result } = await fixture(40_000, true, { 50: nack }, answers)
    expect(asked.map(({ at, id }) => [at, id])).toEqual([
      [4000, 'id-1'],
      [5100, 'id-1'],
      [7200, 'id-1'],
    ])
    expect(result).toEqual({ ok: true, value: 12 })
    const socketOnly = await fixture(40_000, true, { 50: nack, 10050: ack('id-1') })
    expect(socketOnly.result).toEqual({ ok: true, value: 12 })
  })

  test('[ACK-4] too many requests: is not reported as refused, since an earlier attempt may be committed', async () => {
    const busy = {
      kind: 'nack',
      body: { id: 'id-1', code: 'too-many-requests', params: {}, message: '' },
    } as const
    const resent = { 100: false, 200: true, 250: busy, 11000: ack('id-1') }
    expect((await fixture(40_000, true, resent)).result).toEqual({ ok: true, value: 12 })
    const byRest = await fixture(40_000, false, {}, (attempt) => (attempt < 3 ? busy : ack('id-1')))
    expect(byRest.result).toEqual({ ok: true, value: 12 })
    const always = await fixture(100_000, true, { 50: busy, 10050: busy }, () => busy)
    expect(always.result).toMatchObject({ ok: false, error: { code: 'time-out' } })
  })

  test('[ACK-5] an ended login refuses a command that was sent once, and does not decide one sent before', async () => {
    const body = { id: 'id-1', code: 'session-expired', params: {}, message: 'Log in' }
    const ended = { kind: 'nack', body } as const
    const only = await fixture(40_000, true, { 50: ended })
    expect(only.result).toMatchObject({ ok: false, error: { code: 'session-expired', message: 'Log in' } })
    const resent = await fixture(100_000, true, { 100: false, 200: true, 250: ended, 10250: ended })
    expect(resent.result).toMatchObject({ ok: false, error: { code: 'time-out' } })
    const secondRoad = await fixture(40_000, true, { 9000: ack('id-1') }, () => ended)
    expect(secondRoad.result).toEqual({ ok: true, value: 12 })
    const byRest = await fixture(40_000, false, {}, (attempt) => (attempt < 2 ? 'lost' : ended))
    expect(byRest.result).toMatchObject({ ok: false, error: { code: 'offline' } })
  })
})

describe('a command without an answer by socket', () => {
  test('[RET-1] is sent again by REST at growing intervals until it is answered', async () => {
    const answers = (attempt: number): RestAnswer => (attempt < 4 ? 'lost' : ack('id-1'))
    const { asked, result } = await fixture(40_000, false, {}, answers)
    expect(asked.map(({ at }) => at)).toEqual([0, 1100, 3200, 7300])
    expect(result.ok).toBe(true)
  })

  test('[ACK-2] is refused by REST as by socket, and not sent again', async () => {
    const body = { id: 'id-1', code: 'enter-opening-first', params: {}, message: 'Enter first' }
    const { asked, result } = await fixture(40_000, false, {}, () => ({ kind: 'nack', body }))
    expect(asked).toHaveLength(1)
    expect(result).toMatchObject({ ok: false, error: { code: 'enter-opening-first' } })
  })

  test('[ACK-3] fails after thirty seconds, by socket or REST, and leaves nothing running', async () => {
    const { asked, result, observers } = await fixture(100_000, false, {}, () => 'lost')
    expect(result).toMatchObject({ ok: false, error: { code: 'offline' } })
    expect(asked.at(-1)?.at).toBeLessThan(30_000)
    expect(observers).toBe(false)
  })
})
