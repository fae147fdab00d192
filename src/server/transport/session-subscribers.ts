import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Viewer } from '#domain/session/actor.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import type { EntryBatch } from './entry-batch.ts'
import type { RecentQuestions } from './recent-questions.ts'
import { createSessionMessages, type MessageLimits, type SessionMessage } from './session-messages.ts'
import type { SocketWriter } from './socket-writer.ts'

/*
 * The subscribers of one session, each at a position in its log. Invariants:
 * 1. A subscriber gets every entry after their position, once and in order, as `viewFor` leaves it; a snapshot stands
 *    for all entries up to it.
 * 2. Subscribers at one position are served together: one read, one encoding per audience.
 * 3. Nothing is sent to a connection that is not drained: its position waits, so that it never has more than one batch
 *    in memory. A connection that takes nothing for long, while entries wait, is terminated; the client resumes from
 *    its position when it reconnects.
 * 4. No subscriber waits for another.
 * 5. A snapshot is in memory once, however many connections have not taken it yet, and few of them are at a time.
 */

export interface SubscriberLimits extends MessageLimits {
  /** A connection that takes nothing for this long, while entries wait, is terminated. */
  readonly stallMilliseconds: number
}

export interface Subscriber {
  readonly viewer: Viewer
  readonly writer: SocketWriter
  /** The last seq sent. */
  position: number
  left: boolean
  /** A read for this subscriber is in progress; `again`: another is needed after it. */
  busy: boolean
  again: boolean
  /** The connection was not drained when there was something to send: since when, and how much was queued then. */
  stalled: { since: number; queued: number } | null
  /** The snapshot that the connection may not have taken yet. */
  taking: SessionMessage | null
}

const idle = { left: false, busy: false, again: false, stalled: null, taking: null }

/** Snapshots that connections have not taken yet; for one more, those who take longest are ended. */
const snapshotsHeld = 4

export interface SessionSubscribers {
  readonly subscribers: ReadonlySet<Subscriber>
  /** Starts sending everything after `position`; `head` is the log's, as far as known. */
  add(viewer: Viewer, writer: SocketWriter, position: number, head: number): Subscriber
  remove(subscriber: Subscriber): void
  /** The log has grown to `seq`: cached batches are out of date. */
  advance(seq: number): void
  /** Sends everybody the entries after their position; resolves when the subscribers furthest ahead have them. */
  deliver(): Promise<void>
  /** Called at intervals, because notices of new entries may be lost. */
  refresh(): void
  /** Ends connections that have taken nothing for long, and forgets an old snapshot; part of `refresh`. */
  tend(): void
}

interface Services {
  readonly log: Pick<SessionLogReader, 'read' | 'state'>
  readonly questions: Pick<RecentQuestions, 'any'>
}

export function createSessionSubscribers(
  { log, questions }: Services,
  sessionId: string,
  limits: SubscriberLimits,
  onError: (error: unknown) => void,
): SessionSubscribers {
  const subscribers = new Set<Subscriber>()
  const messages = createSessionMessages(log, sessionId, limits)
  const oneByOne = createPacer()
  const mayMake = (isNeeded: boolean) => makeRoom(subscribers, isNeeded)
  let head = 0

  async function deliver(some: Iterable<Subscriber>): Promise<void> {
    const byPosition = groupByPosition(some)
    const furthest = Math.max(...byPosition.keys())
    let done: Promise<void> | undefined
    for (const [position, group] of byPosition) {
      if (head - position > limits.snapshotBeyond) {
        for (const subscriber of group) void sendSnapshot(subscriber).catch(onError)
      } else {
        const sent = sendBatch(position, group).catch(onError)
        if (position === furthest) done = sent
      }
    }
    await done
  }

  async function sendBatch(position: number, group: readonly Subscriber[]): Promise<void> {
    const batch = await readFor(group, messages.batchAfter(position))
    if (batch) head = Math.max(head, batch.head)
    const unread = batch && batch.to > position ? batch : null
    const more = await sendToAll(group, unread, { deliver, questions })
    if (more.length > 0) void deliver(more)
  }

  async function sendSnapshot(subscriber: Subscriber): Promise<void> {
    begin(subscriber)
    try {
      const snapshot = await messages.snapshotNear(head, mayMake)
      // Older than what they have: the next refresh reads a new one.
      if (!snapshot || snapshot.to <= subscriber.position) return
      head = Math.max(head, snapshot.to)
      await oneByOne(() => {
        if (send(subscriber, snapshot, deliver)) subscriber.taking = snapshot
      })
    } finally {
      subscriber.busy = false
    }
    if (subscriber.again || subscriber.position < head) void deliver([subscriber])
  }

  function tend(): void {
    terminateStalled(subscribers, limits.stallMilliseconds)
    messages.tidy(mayMake)
  }

  return {
    subscribers,
    add(viewer, writer, position, knownHead) {
      const subscriber: Subscriber = { viewer, writer, position, ...idle }
      head = Math.max(head, knownHead)
      subscribers.add(subscriber)
      void deliver([subscriber])
      return subscriber
    },
    remove(subscriber) {
      subscriber.left = true
      subscribers.delete(subscriber)
    },
    advance(seq) {
      head = Math.max(head, seq)
      messages.forgetBatches()
    },
    deliver: () => deliver(subscribers),
    refresh() {
      messages.forgetBatches()
      tend()
      void deliver(subscribers)
    },
    tend,
  }
}

/** Those who can be sent something now, by position; a busy one is noted to be served again. */
function groupByPosition(subscribers: Iterable<Subscriber>): Map<number, Subscriber[]> {
  const groups = new Map<number, Subscriber[]>()
  // Nearly all are where the one before them is.
  let position = Number.NaN
  let group: Subscriber[] = []
  for (const subscriber of subscribers) {
    if (subscriber.busy) subscriber.again = true
    else if (!subscriber.left && !subscriber.stalled) {
      if (subscriber.position !== position) {
        position = subscriber.position
        group = groups.get(position) ?? []
        groups.set(position, group)
      }
      group.push(subscriber)
    }
  }
  return groups
}

/** Runs work one by one, with turns of other work in between: each bidder’s own part is made for them alone. */
function createPacer() {
  const oneAtATime = createSemaphore(1)
  return (work: () => void): Promise<void> =>
    oneAtATime(async () => {
      work()
      await nextTurn()
    })
}

function begin(subscriber: Subscriber): void {
  subscriber.busy = true
  subscriber.again = false
}

/** What is read for a group, who are busy until it is sent to them; if it cannot be read they are free again. */
async function readFor<T>(group: readonly Subscriber[], reading: Promise<T>): Promise<T> {
  for (const subscriber of group) begin(subscriber)
  try {
    return await reading
  } catch (error) {
    for (const subscriber of group) subscriber.busy = false
    throw error
  }
}

/** After so many have been sent something, the time is looked at. */
const sentBetweenLooks = 64
/** After so long other work gets a turn: the shorter time while there are questions, which wait for their answers. */
const longestTurnMs = { asked: 50, unasked: 250 }

/**
 * Sends a batch to those who waited for it, and yields those who need more; entries that have come since it was read
 * are gathered. It runs over thousands at every event: large batches are sent with turns of other work in between.
 */
async function sendToAll(
  group: readonly Subscriber[],
  batch: EntryBatch | null,
  {
    deliver,
    questions,
  }: {
    readonly deliver: (subscribers: readonly Subscriber[]) => Promise<void>
    readonly questions: Pick<RecentQuestions, 'any'>
  },
): Promise<Subscriber[]> {
  const more: Subscriber[] = []
  let began = performance.now()
  let sent = 0
  try {
    for (const subscriber of group) {
      if (batch) send(subscriber, batch, deliver)
      subscriber.busy = false
      if (subscriber.again || (batch && subscriber.position < batch.head)) more.push(subscriber)
      sent += 1
      if (sent % sentBetweenLooks > 0) continue
      const longest = questions.any() ? longestTurnMs.asked : longestTurnMs.unasked
      if (performance.now() - began > longest) {
        await nextTurn()
        began = performance.now()
      }
    }
  } finally {
    for (const subscriber of group.slice(sent)) subscriber.busy = false
  }
  return more
}

/**
 * Sends on a drained connection, moves the position and says so; otherwise calls `deliver` once the connection is
 * drained.
 */
function send(
  subscriber: Subscriber,
  { to, messageFor }: SessionMessage,
  deliver: (subscribers: readonly Subscriber[]) => Promise<void>,
): boolean {
  const { writer, viewer } = subscriber
  if (subscriber.left) return false
  if (writer.sendIfDrained(messageFor(viewer))) {
    subscriber.position = to
    return true
  }
  subscriber.stalled = { since: performance.now(), queued: writer.queued() }
  writer.onceDrained(() => {
    subscriber.stalled = null
    void deliver([subscriber])
  })
  return false
}

/**
 * Whether another snapshot may be made besides those that connections have not taken yet. If it `isNeeded`, the
 * connections that still take the oldest one are ended: they get the new one when they return.
 */
function makeRoom(subscribers: ReadonlySet<Subscriber>, isNeeded: boolean): boolean {
  const held = new Set<SessionMessage>()
  for (const subscriber of subscribers) {
    if (subscriber.taking && subscriber.writer.isDrained()) subscriber.taking = null
    if (subscriber.taking) held.add(subscriber.taking)
  }
  if (held.size < snapshotsHeld || !isNeeded) return held.size < snapshotsHeld
  const oldest = [...held].reduce((one, other) => (other.to < one.to ? other : one))
  for (const { taking, writer } of subscribers) if (taking === oldest) writer.terminate()
  return true
}

function terminateStalled(subscribers: Iterable<Subscriber>, stallMilliseconds: number): void {
  const now = performance.now()
  for (const subscriber of subscribers) {
    if (!subscriber.stalled) continue
    const queued = subscriber.writer.queued()
    // Only a shorter queue is progress: a client may go on sending commands without ever reading.
    if (queued < subscriber.stalled.queued) subscriber.stalled = { since: now, queued }
    else if (now - subscriber.stalled.since >= stallMilliseconds) subscriber.writer.terminate()
  }
}
