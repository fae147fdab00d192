import { isDeepStrictEqual } from 'node:util'
import { VirtualTimeScheduler } from 'rxjs'
import { createSessionStore } from '#client/store/session-store.ts'
import { applyEntry } from '#domain/log/entry.ts'
import { initial } from '#domain/session/state.ts'
import { exhaustive } from '#lib/exhaustive.ts'
import type { Result } from '#lib/result.ts'
import { seeded } from '#lib/seeded-random.ts'
import { type CommandRefusal, commandSender } from '#streams/commands.ts'
import type { Alarm } from '#streams/seen-log.ts'
import { sessionStreams } from '#streams/session-streams.ts'
import { session } from '#test/support/opening-log.ts'
import { endAt, type Fault, forgedAt, quietAt, type Story } from './fault-plan.ts'
import { createNetwork, goodConditions } from './network.ts'
import { createHall, type Hall } from './simulated-log.ts'

type Network = ReturnType<typeof createNetwork>

/** A command that was sent; its promise settles after the story's virtual time has run. */
interface Sent {
  readonly id: string
  readonly refused: boolean
  readonly result: Promise<Result<number, CommandRefusal>>
}

/**
 * Plays a story to its end in virtual time, with the product's streams and store on one side and a simulated hall
 * on the other. Returns what does not hold afterwards; nothing when all does.
 */
export async function violations(told: Story): Promise<string[]> {
  const { store, hall, clockError, clock, network, sent } = play(told)
  return [
    ...differences(store.getState(), hall, told),
    ...(Math.abs(clockError) <= clock.error + 1
      ? []
      : [`the clock is ${clockError} off, ${clock.error} allowed`]),
    ...(network.observed() ? ['a subscription is left'] : []),
    ...(await brokenPromises(sent, hall)),
  ]
}

/** Plays a story in which the log is forged; the alarm that the client raises, null where it raises none. */
export function alarmIn(told: Story): Alarm | null {
  return play(told).store.getState().alarm
}

function play(told: Story) {
  const scheduler = new VirtualTimeScheduler(undefined, endAt)
  const random = seeded(told.seed)
  const hall = createHall(told.viewer)
  const { skew, snapshotBeyond } = told
  const network = createNetwork({ hall, scheduler, random, skew, snapshotBeyond })
  let jumped = 0
  const now = () => scheduler.now() + jumped
  const elapsed = () => scheduler.now()
  const store = createSessionStore(told.keeps)
  let clock = { offset: Number.NaN, error: 0 }
  const ports = { session, socket: network.socket, polls: network.polls, now, elapsed, random, scheduler }
  const streams = sessionStreams({ ...ports, clockEveryMs: 5000, snapshotBeyond })

  for (const fault of told.faults) {
    scheduler.schedule(() => {
      if (fault.kind === 'clock-jump') jumped += fault.by
      else happen(network, fault)
    }, fault.at)
  }
  const lookBack = () => streams.loadEarlier(store.getState().entries.at(0) ?? null)
  for (const at of told.looksBack) scheduler.schedule(lookBack, at)
  scheduleOpening({ told, hall, network, scheduler })
  scheduler.schedule(lookBack, endAt - 1000)

  const subscription = streams.connection$.subscribe((connection) => store.setState({ connection }))
  subscription.add(
    streams.clock$.subscribe((reading) => {
      clock = reading
    }),
  )
  subscription.add(streams.log$.subscribe(store.take))
  subscription.add(streams.history$.subscribe(store.takeEarlier))
  const sent = scheduleCommands({ told, network, scheduler })

  scheduler.flush()
  subscription.unsubscribe()
  network.close()
  const clockError = clock.offset - (skew - jumped)
  return { store, hall, clockError, clock, network, sent }
}

interface Play {
  readonly told: Story
  readonly network: Network
  readonly scheduler: VirtualTimeScheduler
}

/** The opening's events, and the end of all faults. */
function scheduleOpening({ told, hall, network, scheduler }: Play & { readonly hall: Hall }): void {
  for (const at of told.events) {
    scheduler.schedule(() => {
      hall.play()
      network.announce()
    }, at)
  }
  scheduler.schedule(network.reconnect, 0)
  scheduler.schedule(() => {
    network.setConditions(goodConditions)
    network.stall(0)
    if (told.ends === 'polls') network.block(endAt)
    else network.unblock()
  }, quietAt)
  const { forged } = told
  if (!forged) return
  scheduler.schedule(() => {
    hall.forge(forged)
    network.cut()
  }, forgedAt)
}

/** The client's commands; the list fills as they are sent. */
function scheduleCommands({ told, network, scheduler }: Play): readonly Sent[] {
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
  return sent
}

/** In what the client's store differs from the log as the viewer may see it. */
function differences(
  {
    state,
    entries,
    connection,
    broken,
    alarm,
  }: ReturnType<ReturnType<typeof createSessionStore>['getState']>,
  hall: Hall,
  told: Story,
): string[] {
  const expected = initial()
  for (const entry of hall.seen()) applyEntry(expected, entry)
  const found = [
    broken !== null && `the chain broke at ${broken}`,
    // [ALM-1] an honest hall never raises one.
    alarm !== null && `an alarm: ${JSON.stringify(alarm)}`,
    !isDeepStrictEqual([...entries], hall.seen()) && `entries ${describe(entries, hall)}`,
    !isDeepStrictEqual(state, expected) && 'the state is not the fold of the log',
    connection.status !== (told.ends === 'socket' ? 'live' : 'polling') && `ended ${connection.status}`,
  ]
  return found.filter((difference) => difference !== false)
}

function happen(network: Network, fault: Exclude<Fault, { kind: 'clock-jump' }>): void {
  switch (fault.kind) {
    case 'cut':
      network.cut()
      break
    case 'slow-reader':
      network.cutSlowReader()
      break
    case 'conditions':
      network.setConditions(fault.conditions)
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

/** After these answers the command may still be in the log. */
const open: readonly string[] = ['offline', 'time-out']

/**
 * An acknowledged command is in the log once, at the acknowledged seq, unless a restored backup lost it. A refused one
 * is not in the log.
 */
async function brokenPromises(sent: readonly Sent[], hall: Hall): Promise<string[]> {
  const broken: string[] = []
  for (const { id, refused, result } of sent) {
    const settled = await Promise.race([result, Promise.resolve(null)])
    const count = hall.count(id)
    if (settled === null) broken.push(`${id} was never answered`)
    else if (count > 1) broken.push(`${id} was done ${count} times`)
    else if (settled.ok && !hall.removed(id) && count !== 1) broken.push(`${id} was acknowledged and is lost`)
    else if (settled.ok && !hall.removed(id) && hall.seen()[settled.value - 1]?.seq !== settled.value) {
      broken.push(`${id} is not at ${settled.value}`)
    } else if (refused && (settled.ok || count > 0)) broken.push(`${id} should be refused and is in the log`)
    else if (!settled.ok && !open.includes(settled.error.code) && count > 0) {
      broken.push(`${id} was refused (${settled.error.code}) and is in the log`)
    }
  }
  return broken
}

function describe(entries: Iterable<{ seq: number }>, hall: Hall): string {
  const seqs = [...entries].map(({ seq }) => seq)
  return `${seqs[0]}…${seqs.at(-1)} (${seqs.length}) of ${hall.head()}`
}
