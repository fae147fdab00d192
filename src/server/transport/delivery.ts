import type { Logger } from 'pino'
import type { Actor, Viewer } from '#domain/session/actor.ts'
import { snapshotBeyond } from '#protocol/socket/snapshot.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import {
  createSessionSubscribers,
  type SessionSubscribers,
  type Subscriber,
  type SubscriberLimits,
} from './session-subscribers.ts'
import type { SocketWriter } from './socket-writer.ts'

export interface DeliveryLimits extends SubscriberLimits {
  /** The first entry goes out at once; those that follow within this time are sent as one batch. */
  readonly gatherMilliseconds: number
  /** Every session with subscribers is read this often, because notices of new entries may be lost. */
  readonly refreshMilliseconds: number
}

export const usualDeliveryLimits: DeliveryLimits = {
  batchLength: 500,
  snapshotBeyond,
  stallMilliseconds: 10_000,
  gatherMilliseconds: 20,
  refreshMilliseconds: 1000,
}

export interface Subscription {
  readonly sessionId: string
  readonly actor: Actor
  /** The last seq that the subscriber has. */
  readonly after: number
  /** The log's head, as far as known. */
  readonly head: number
  readonly writer: SocketWriter
}

export interface Delivery {
  /** Starts or restarts sending a subscriber everything after `after`; `id` is the connection's. */
  subscribe(id: string, subscription: Subscription): void
  unsubscribe(id: string): void
  close(): void
}

interface Subscribed {
  readonly sessionId: string
  readonly session: SessionSubscribers
  readonly subscriber: Subscriber
}

/** Sends each session's log to its subscribers: when the log announces new entries, and by checking at intervals. */
export function createDelivery(
  log: Pick<SessionLogReader, 'read' | 'state' | 'onAppended'>,
  viewerOf: (actor: Actor) => Viewer,
  logger: Logger,
  limits: DeliveryLimits = usualDeliveryLimits,
): Delivery {
  const sessions = new Map<string, SessionSubscribers>()
  const subscribed = new Map<string, Subscribed>()
  /** Sessions whose entries are being sent or gathered; `again`: entries were appended since. */
  const gathering = new Map<string, { again: boolean; timer?: NodeJS.Timeout }>()
  const onError = (error: unknown) => logger.error({ err: error }, 'delivery failed')

  function onAppended(sessionId: string, seq: number): void {
    sessions.get(sessionId)?.advance(seq)
    const busy = gathering.get(sessionId)
    if (busy) busy.again = true
    else void deliver(sessionId)
  }

  async function deliver(sessionId: string): Promise<void> {
    const session = sessions.get(sessionId)
    if (!session) return
    const turn: { again: boolean; timer?: NodeJS.Timeout } = { again: false }
    gathering.set(sessionId, turn)
    await session.deliver()
    // The pause starts when sending ends: sending to thousands takes longer than the pause itself.
    turn.timer = setTimeout(() => {
      gathering.delete(sessionId)
      if (turn.again) void deliver(sessionId)
    }, limits.gatherMilliseconds)
  }

  function unsubscribe(id: string): void {
    const known = subscribed.get(id)
    if (!known) return
    subscribed.delete(id)
    known.session.remove(known.subscriber)
    if (known.session.subscribers.size === 0) sessions.delete(known.sessionId)
  }

  const stopListening = log.onAppended(onAppended)
  const refreshTimer = setInterval(() => {
    for (const session of sessions.values()) session.refresh()
  }, limits.refreshMilliseconds)

  return {
    subscribe(id, { sessionId, actor, after, head, writer }) {
      unsubscribe(id)
      const session = sessions.get(sessionId) ?? createSessionSubscribers(log, sessionId, limits, onError)
      sessions.set(sessionId, session)
      const subscriber = session.add(viewerOf(actor), writer, after, head)
      subscribed.set(id, { sessionId, session, subscriber })
    },
    unsubscribe,
    close() {
      stopListening()
      clearInterval(refreshTimer)
      for (const { timer } of gathering.values()) clearTimeout(timer)
    },
  }
}
