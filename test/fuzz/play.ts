import { isDeepStrictEqual } from 'node:util'
import { VirtualTimeScheduler } from 'rxjs'
import { createSessionStore } from '#client/store/session-store.ts'
import { applyEntry } from '#domain/log/entry.ts'
import { initial } from '#domain/session/state.ts'
import { exhaustive } from '#lib/exhaustive.ts'
import type { Result } from '#lib/result.ts'
import { type CommandRefusal, commandSender } from '#streams/commands.ts'
import { sessionStreams } from '#streams/session-streams.ts'
import { session } from '#test/support/opening-log.ts'
import { seededRandom } from '#test/support/seeded-random.ts'
import { createHall, type Hall } from './hall.ts'
import { calm, createNetwork } from './network.ts'
import { endAt, type Fault, quietAt, type Story } from './story.ts'

type Network = ReturnType<typeof createNetwork>

/** What a command came to: its promise settles only after the story's virtual time has run. */
interface Sent {
  readonly id: string
  readonly refused: boolean
  readonly result: Promise<Result<number, CommandRefusal>>
}

/**
 * Plays a story to its end in virtual time, with the product's streams and store on one side and a simulated hall
 * on the other. Yields what does not hold afterwards; nothing when all does.
 */
export async function violations(told: Story): Promise<string[]> {
  const scheduler = new VirtualTimeScheduler(undefined, endAt)
  const random = seededRandom(told.seed)
  const hall = createHall(told.viewer)
  const { skew, snapshotBeyond } = told
  const network = createNetwork({ hall, scheduler, random, skew, snapshotBeyond })
  let jumped = 0
  const now = () => scheduler.now() + jumped
  const elapsed = () => scheduler.now()
  const store = createSessionStore()
  let clock = { offset: Number.NaN, error: 0 }
  const ports = { session, socket: network.socket, polls: network.polls, now, elapsed, random, scheduler }
  const streams = sessionStreams({ ...ports, clockEveryMs: 5000, snapshotBeyond })

  for (const fault of told.faults) {
    scheduler.schedule(() => {
      if (fault.kind === 'clock-jump') jumped += fault.by
      else happen(network, fault)
    }, fault.at)
  }
  for (const at of told.events) {
    scheduler.schedule(() => {
      hall.play()
      network.announce()
    }, at)
  }
  for (const at of told.looksBack) scheduler.schedule(streams.loadEarlier, at)
  scheduler.schedule(network.reconnect, 0)
  scheduler.schedule(() => {
    network.setWeather(calm)
    network.stall(0)
    if (told.ends === 'polls') network.block(endAt)
    else network.unblock()
  }, quietAt)
  scheduler.schedule(streams.loadEarlier, endAt - 1000)

  const subscription = streams.connection$.subscribe((connection) => store.setState({ connection }))
  subscription.add(
    streams.clock$.subscribe((reading) => {
      clock = reading
    }),
  )
  subscription.add(streams.log$.subscribe(store.take))
  subscription.add(streams.history$.subscribe(store.takeEarlier))
  const sent: Sent[] = []
  for (const [index, { at, refused }] of told.commands.entries()) {
    scheduler.schedule(() => {
      const id = `command-${index}`
      const options = { transport: network.socket, rest: network.commands, scheduler }
      const send = commandSender({ ...options, newId: () => id, describe: (code) => code })
      const message = refused ? 'no' : 'hello'
      sent.push({ id, refused, result: send({ type: 'PostMessage', payload: { message } }) })
    }, at)
  }

  scheduler.flush()
  subscription.unsubscribe()
  network.close()
  const { state, entries, connection, broken } = store.getState()
  const expected = initial()
  for (const entry of hall.seen()) applyEntry(expected, entry)
  const trueOffset = skew - jumped
  const found = [
    broken !== null && `the chain broke at ${broken}`,
    !isDeepStrictEqual([...entries], hall.seen()) && `entries ${describe(entries, hall)}`,
    !isDeepStrictEqual(state, expected) && 'the state is not the fold of the log',
    connection.status !== (told.ends === 'socket' ? 'live' : 'polling') && `ended ${connection.status}`,
    !(Math.abs(clock.offset - trueOffset) <= clock.error + 1) &&
      `the clock is ${clock.offset - trueOffset} off, ${clock.error} allowed`,
    network.observed() && 'somebody still listens',
    ...(await brokenPromises(sent, hall)),
  ]
  return found.filter((violation) => violation !== false)
}

function happen(network: Network, fault: Exclude<Fault, { kind: 'clock-jump' }>): void {
  switch (fault.kind) {
    case 'cut':
      network.cut()
      break
    case 'slow-reader':
      network.cutSlowReader()
      break
    case 'weather':
      network.setWeather(fault.weather)
      break
    case 'node-death':
      network.kill(fault.node, fault.ms)
      break
    case 'no-socket':
      network.block(fault.ms)
      break
    case 'half-open':
      network.stall(fault.ms)
      break
    case 'throttled':
      network.throttle(fault.ms)
      break
    case 'logged-out':
      network.logOut(fault.ms)
      break
    case 'restore':
      network.restore(fault.length)
      break
    default:
      exhaustive(fault)
  }
}

/** After these a command may stand all the same. */
const open: readonly string[] = ['offline', 'time-out']

/** Acknowledged commands stand once, where it was said, unless a restored backup lost them; refused ones nowhere. */
async function brokenPromises(sent: readonly Sent[], hall: Hall): Promise<string[]> {
  const broken: string[] = []
  for (const { id, refused, result } of sent) {
    const settled = await Promise.race([result, Promise.resolve(null)])
    const count = hall.count(id)
    if (settled === null) broken.push(`${id} was never answered`)
    else if (count > 1) broken.push(`${id} was done ${count} times`)
    else if (settled.ok && !hall.removed(id) && count !== 1) broken.push(`${id} was acknowledged and is lost`)
    else if (settled.ok && !hall.removed(id) && hall.seen()[settled.value - 1]?.seq !== settled.value) {
      broken.push(`${id} does not stand at ${settled.value}`)
    } else if (refused && (settled.ok || count > 0)) broken.push(`${id} was to be refused and stands`)
    else if (!settled.ok && !open.includes(settled.error.code) && count > 0) {
      broken.push(`${id} was said to be refused (${settled.error.code}) and stands`)
    }
  }
  return broken
}

function describe(entries: Iterable<{ seq: number }>, hall: Hall): string {
  const seqs = [...entries].map(({ seq }) => seq)
  return `${seqs[0]}…${seqs.at(-1)} (${seqs.length}) of ${hall.head()}`
}
