import { Subject, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import type { SubscribeMessage } from '#protocol/socket/sub.ts'
import { message, openingLog, session } from '#test/support/opening-log.ts'
import { type LogPosition, startOfLog } from './log-position.ts'
import { type SocketNews, socketSource$ } from './socket-source.ts'
import type { DownMessage, UpMessage } from './transport.ts'

const log = openingLog()

/** A source with a fixed position, and events at given moments. */
function fixture(
  endAt: number,
  position: LogPosition,
  moments: Record<number, Happening>,
  random = () => 0,
  asksOnConnect = false,
) {
  const scheduler = new VirtualTimeScheduler(undefined, endAt)
  let lateBy = 0
  scheduler.now = () => scheduler.frame + lateBy
  const connected$ = new Subject<boolean>()
  const messages$ = new Subject<DownMessage>()
  const gaps$ = new Subject<void>()
  const pings$ = new Subject<void>()
  const restarts: number[] = []
  const asked: { at: number; after: number; epoch: string }[] = []
  const noteAsked = ({ after, epoch }: SubscribeMessage) => asked.push({ at: scheduler.now(), after, epoch })
  let question: (() => SubscribeMessage) | null = null
  const news: { at: number; news: SocketNews }[] = []
  const transport = {
    connected$,
    messages$,
    pings$,
    restart: () => void restarts.push(scheduler.now()),
    send({ kind, body }: UpMessage) {
      if (kind === 'sub') noteAsked(body)
    },
    ...(asksOnConnect && {
      askOnConnect(asking: () => SubscribeMessage) {
        question = asking
        return () => true
      },
    }),
  }
  socketSource$({ transport, position: () => position, gaps$, random, scheduler }).subscribe((next) =>
    news.push({ at: scheduler.now(), news: next }),
  )
  for (const [at, happening] of Object.entries(moments)) {
    scheduler.schedule(() => {
      if (happening === 'join' && question) noteAsked(question())
      if (happening === 'join' || happening === 'cut') connected$.next(happening === 'join')
      else if (happening === 'gap') gaps$.next()
      else if (typeof happening === 'object' && 'busyMs' in happening) lateBy += happening.busyMs
      else if (happening === 'ping') pings$.next()
      else messages$.next(happening)
    }, Number(at))
  }
  scheduler.flush()
  const live = news.flatMap(({ at, news: { kind, ...rest } }) =>
    kind === 'live' && 'live' in rest ? [[at, rest.live]] : [],
  )
  return { asked, live, restarts }
}

/** `busyMs`: for so long nothing else happens, and timers are late. */
type Happening = 'join' | 'cut' | 'gap' | 'ping' | { readonly busyMs: number } | DownMessage

const at9: LogPosition = { ...startOfLog(session), epoch: 'A', seq: 9 }
const beat = (head: number, epoch = 'A'): DownMessage => ({ kind: 'hb', body: { epoch, head, now: 0 } })

describe('the socket of a session', () => {
  test('[SUB-1] subscribes on every connect from the entry reached', () => {
    const { asked } = fixture(10_000, at9, { 100: 'join', 2000: 'cut', 4000: 'join' })
    expect(asked).toEqual([
      { at: 100, after: 8, epoch: 'A' },
      { at: 4000, after: 8, epoch: 'A' },
    ])
  })

  test('[SUB-1] asks once with every connect where the transport can, and again on a gap', () => {
    const moments = { 100: 'join', 500: 'gap', 2000: 'cut', 4000: 'join', 6000: 'gap' } as const
    const { asked } = fixture(10_000, at9, moments, undefined, true)
    expect(asked).toEqual([100, 4000, 6000].map((at) => ({ at, after: 8, epoch: 'A' })))
  })

  test('[GAP-1] subscribes again on a gap, once for several gaps', () => {
    const { asked } = fixture(9000, at9, { 100: 'join', 3000: 'gap', 3010: 'gap', 3020: 'gap', 5000: 'gap' })
    expect(asked.map(({ at }) => at)).toEqual([100, 3000, 5000])
  })

  test('[GAP-2] subscribes again when two heartbeats in a row are ahead, not after one', () => {
    const once = fixture(14_000, at9, { 100: 'join', 5000: beat(10), 10000: beat(9) })
    expect(once.asked).toHaveLength(1)
    const twice = fixture(14_000, at9, { 100: 'join', 5000: beat(10), 10000: beat(10) })
    expect(twice.asked.map(({ at }) => at)).toEqual([100, 10_000])
  })

  test('[EPO-4] subscribes again when two heartbeats in a row are of another epoch, whatever their head', () => {
    const { asked } = fixture(14_000, at9, { 100: 'join', 5000: beat(9, 'B'), 10000: beat(4, 'B') })
    expect(asked.map(({ at }) => at)).toEqual([100, 10_000])
  })

  test('[HB-2] is live from its first answer until it is cut', () => {
    const frame: DownMessage = { kind: 'events', body: message(log, 10, 10) }
    const { live } = fixture(5000, at9, { 100: 'join', 200: frame, 3000: 'cut' })
    expect(live).toEqual([
      [200, true],
      [3000, false],
    ])
  })

  test('[HB-2] is not live after a silence of three heartbeats, and subscribes again if the connection pings', () => {
    const moments = { 100: 'join', 5000: beat(9), 10100: 'ping', 20100: 'ping', 30100: 'ping' } as const
    const { asked, live, restarts } = fixture(36_000, at9, moments)
    expect(live.at(-1)).toEqual([35_000, false])
    expect(asked.map(({ at }) => at)).toEqual([100, 20_000, 35_000])
    expect(restarts).toEqual([])
  })

  test('[HB-4] replaces a silent connection without pings, once and after a random delay', () => {
    const moments = { 100: 'join', 1000: 'ping', 5000: beat(9) } as const
    const { asked, live, restarts } = fixture(60_000, at9, moments, () => 0.5)
    expect(live.at(-1)).toEqual([20_000, false])
    expect(restarts).toEqual([21_500])
    expect(asked).toHaveLength(1)
  })

  test('[HB-4] keeps a connection whose messages could not be read in time, and replaces one that brought none', () => {
    const moments = { 100: 'join', 1000: 'ping', 5000: beat(9), 19900: { busyMs: 60_000 } } as const
    const kept = fixture(22_000, at9, { ...moments, 20500: beat(9) })
    expect([kept.restarts, kept.live.at(-1)]).toEqual([[], [80_500, true]])
    const dead = fixture(22_000, at9, moments)
    expect([dead.restarts, dead.live.at(-1)]).toEqual([[81_000], [81_000, false]])
  })

  test('[HB-4] replaces a new connection that brings nothing, but not one that sends in time', () => {
    const again = fixture(50_000, at9, { 100: 'join', 15100: 'cut', 15200: 'join' })
    expect(again.restarts).toEqual([30_200])
    const late = fixture(29_000, at9, { 100: 'join', 15500: beat(9) }, () => 0.5)
    expect(late.restarts).toEqual([])
  })
})
