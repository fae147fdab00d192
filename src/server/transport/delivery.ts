import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Actor, Viewer } from '#domain/session/actor.ts'
import { snapshotBeyond } from '#protocol/socket/snapshot.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import type { Previews } from '../session/previews.ts'
import { previewLog } from './preview-log.ts'
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
  /** The subscriber gets their preview until bids are closed, then the log from its first entry (RIV-2). */
  readonly isPreview: boolean
  /** The last seq that the subscriber has. */
  readonly after: number
  /** The head of what the subscriber gets, as far as known. */
  readonly head: number
  readonly writer: SocketWriter
}

export interface Delivery {
  /** Starts or restarts sending a subscriber everything after `after`; `id` is the connection's. */
  subscribe(id: string, subscription: Subscription): void
  unsubscribe(id: string): void
  close(): void
}

interface Services {
  readonly log: Pick<SessionLogReader, 'read' | 'state' | 'onAppended'>
  readonly previews: Previews
  viewerOf(actor: Actor): Viewer
  readonly logger: Logger
}

/** Those who are sent the same: a session's log, or one bidder's preview of it. */
interface Channel {
  readonly sessionId: string
  readonly session: SessionSubscribers
  /** Whose preview it is; null for the log. */
  readonly previewOf: Viewer | null
  /** Of a preview: its head when it was last looked at. */
  head: number
}

interface Subscribed {
  readonly key: string
  readonly channel: Channel
  readonly subscriber: Subscriber
  readonly subscription: Subscription
}

/** After so many subscribers have gone over from their previews to the log, other work gets a turn. */
const switchedAtOnce = 50

/**
 * Sends each session's log to its subscribers: when the log announces new entries, and by checking at intervals. A
 * bidder's preview is a channel of its own, which only its own growth sets going: a rival's entry sends nothing there
 * and delays nothing (RIV-1).
 */
export function createDelivery(
  { log, previews, viewerOf, logger }: Services,
  limits: DeliveryLimits = usualDeliveryLimits,
): Delivery {
  const channels = new Map<string, Channel>()
  /** The keys of the channels that are previews, by session. */
  const previewed = new Map<string, Set<string>>()
  const subscribed = new Map<string, Subscribed>()
  /** Channels whose entries are being sent or gathered; `again`: entries were appended since. */
  const gathering = new Map<string, { again: boolean; timer?: NodeJS.Timeout }>()
  /** Sessions whose previews are being looked at; `again`: entries were appended since. */
  const looking = new Map<string, { again: boolean }>()
  const onError = (error: unknown) => logger.error({ err: error }, 'delivery failed')

  function onAppended(sessionId: string, seq: number): void {
    const channel = channels.get(sessionId)
    if (channel) grow(sessionId, channel, seq)
    if (previewed.has(sessionId)) void lookAtPreviews(sessionId).catch(onError)
  }

  function grow(key: string, { session }: Channel, head: number): void {
    session.advance(head)
    const busy = gathering.get(key)
    if (busy) busy.again = true
    else void deliver(key)
  }

  async function deliver(key: string): Promise<void> {
    const channel = channels.get(key)
    if (!channel) return
    const turn: { again: boolean; timer?: NodeJS.Timeout } = { again: false }
    gathering.set(key, turn)
    await channel.session.deliver()
    // The pause starts when sending ends: sending to thousands takes longer than the pause itself.
    turn.timer = setTimeout(() => {
      gathering.delete(key)
      if (turn.again) void deliver(key)
    }, limits.gatherMilliseconds)
  }

  /** Sends on the previews that have grown; once bids are closed, their subscribers go over to the log. */
  async function lookAtPreviews(sessionId: string): Promise<void> {
    const busy = looking.get(sessionId)
    if (busy) {
      busy.again = true
      return
    }
    const look = { again: false }
    looking.set(sessionId, look)
    try {
      do {
        look.again = false
        const found = await previews.find(sessionId)
        for (const key of previewed.get(sessionId) ?? []) {
          const channel = channels.get(key)
          const head = channel?.previewOf && found ? found.of(channel.previewOf).head : 0
          if (!channel || head <= channel.head) continue
          channel.head = head
          grow(key, channel, head)
        }
        if (!found) await switchToLog(sessionId)
      } while (look.again)
    } finally {
      looking.delete(sessionId)
    }
  }

  async function switchToLog(sessionId: string): Promise<void> {
    const keys = previewed.get(sessionId)
    const known = keys && (await log.state(sessionId))
    if (!known) return
    let switched = 0
    for (const [id, { key, subscription }] of [...subscribed]) {
      if (!keys.has(key) || subscribed.get(id)?.key !== key) continue
      subscribe(id, { ...subscription, isPreview: false, after: 0, head: known.head })
      switched += 1
      if (switched % switchedAtOnce === 0) await nextTurn()
    }
  }

  function subscribe(id: string, subscription: Subscription): void {
    unsubscribe(id)
    const { sessionId, actor, isPreview, after, head, writer } = subscription
    const viewer = viewerOf(actor)
    const key = isPreview ? `${sessionId} ${viewer.unitCode}` : sessionId
    const channel = channels.get(key) ?? channelOf(sessionId, isPreview ? viewer : null, head)
    channels.set(key, channel)
    if (isPreview) previewed.set(sessionId, (previewed.get(sessionId) ?? new Set()).add(key))
    const subscriber = channel.session.add(viewer, writer, after, head)
    subscribed.set(id, { key, channel, subscriber, subscription })
  }

  function channelOf(sessionId: string, previewOf: Viewer | null, head: number): Channel {
    const read = previewOf ? previewLog(previews, previewOf) : log
    return { sessionId, previewOf, head, session: createSessionSubscribers(read, sessionId, limits, onError) }
  }

  function unsubscribe(id: string): void {
    const known = subscribed.get(id)
    if (!known) return
    subscribed.delete(id)
    const { key, channel, subscriber } = known
    channel.session.remove(subscriber)
    if (channel.session.subscribers.size > 0) return
    channels.delete(key)
    const keys = previewed.get(channel.sessionId)
    if (keys?.delete(key) && keys.size === 0) previewed.delete(channel.sessionId)
  }

  const stopListening = log.onAppended(onAppended)
  const refreshTimer = setInterval(() => {
    for (const { session, previewOf } of channels.values()) {
      if (previewOf) session.terminateStalled()
      else session.refresh()
    }
    for (const sessionId of previewed.keys()) void lookAtPreviews(sessionId).catch(onError)
  }, limits.refreshMilliseconds)

  return {
    subscribe,
    unsubscribe,
    close() {
      stopListening()
      clearInterval(refreshTimer)
      for (const { timer } of gathering.values()) clearTimeout(timer)
    },
  }
}
