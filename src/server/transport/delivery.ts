import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Actor, Viewer } from '#domain/session/actor.ts'
import { snapshotBeyond } from '#protocol/socket/snapshot.ts'
import type { Previews } from '../log/previews.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { type Channel, createChannels, type GatherLimits } from './delivery-channels.ts'
import { watchPreviews } from './preview-watch.ts'
import type { RecentQuestions } from './recent-questions.ts'
import type { Subscriber, SubscriberLimits } from './session-subscribers.ts'
import type { SocketWriter } from './socket-writer.ts'

export interface DeliveryLimits extends SubscriberLimits, GatherLimits {
  /** Every session with subscribers is read this often, because notices of new entries may be lost. */
  readonly refreshMilliseconds: number
}

export const usualDeliveryLimits: DeliveryLimits = {
  batchLength: 500,
  snapshotBeyond,
  snapshotMilliseconds: 1000,
  stallMilliseconds: 30_000,
  gatherMilliseconds: 20,
  longestGatherMilliseconds: 200,
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
  readonly questions: Pick<RecentQuestions, 'any'>
  viewerOf(actor: Actor): Viewer
  readonly logger: Logger
}

interface Subscribed {
  readonly channel: Channel
  readonly subscriber: Subscriber
  readonly subscription: Subscription
}

/** After so many subscribers have gone over from their previews to the log, other work gets a turn. */
const switchedAtOnce = 50

/**
 * Sends each session's log to its subscribers: when the log announces new entries, and by checking at intervals. A
 * bidder's preview is a channel of its own.
 */
export function createDelivery(
  { log, previews, questions, viewerOf, logger }: Services,
  limits: DeliveryLimits = usualDeliveryLimits,
): Delivery {
  const onError = (error: unknown) => logger.error({ err: error }, 'delivery failed')
  const channels = createChannels({ log, previews, questions }, limits, onError)
  const subscribed = new Map<string, Subscribed>()
  const lookAtPreviews = watchPreviews(previews, channels, switchToLog)

  function onAppended(sessionId: string, seq: number): void {
    const channel = channels.ofLog(sessionId)
    if (channel) channels.grow(channel, seq)
    if (channels.previewsOf(sessionId)) void lookAtPreviews(sessionId).catch(onError)
  }

  async function switchToLog(sessionId: string): Promise<void> {
    const known = channels.previewsOf(sessionId) && (await log.state(sessionId))
    if (!known) return
    let switched = 0
    for (const [id, { channel, subscription }] of [...subscribed]) {
      if (channel.sessionId !== sessionId || !channel.previewOf || subscribed.get(id)?.channel !== channel)
        continue
      subscribe(id, { ...subscription, isPreview: false, after: 0, head: known.head })
      switched += 1
      if (switched % switchedAtOnce === 0) await nextTurn()
    }
  }

  function subscribe(id: string, subscription: Subscription): void {
    unsubscribe(id)
    const { sessionId, actor, isPreview, after, head, writer } = subscription
    const viewer = viewerOf(actor)
    const channel = channels.open(sessionId, isPreview ? viewer : null, head)
    const subscriber = channel.session.add(viewer, writer, after, head)
    subscribed.set(id, { channel, subscriber, subscription })
  }

  function unsubscribe(id: string): void {
    const known = subscribed.get(id)
    if (!known) return
    subscribed.delete(id)
    known.channel.session.remove(known.subscriber)
    channels.release(known.channel)
  }

  const stopListening = log.onAppended(onAppended)
  const refreshTimer = setInterval(() => {
    for (const { session, previewOf } of channels.all()) {
      if (previewOf) session.tend()
      else session.refresh()
    }
    for (const sessionId of channels.previewedSessions()) void lookAtPreviews(sessionId).catch(onError)
  }, limits.refreshMilliseconds)

  return {
    subscribe,
    unsubscribe,
    close() {
      stopListening()
      clearInterval(refreshTimer)
      channels.close()
    },
  }
}
