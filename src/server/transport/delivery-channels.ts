import type { Viewer } from '#domain/session/actor.ts'
import type { Previews } from '../log/previews.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { previewLog } from './preview-log.ts'
import type { RecentQuestions } from './recent-questions.ts'
import {
  createSessionSubscribers,
  type SessionSubscribers,
  type SubscriberLimits,
} from './session-subscribers.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

/** Those who are sent the same: a session's log, or one bidder's preview of it. */
export interface Channel {
  readonly key: string
  readonly sessionId: string
  readonly session: SessionSubscribers
  /** Whose preview it is; null for the log. */
  readonly previewOf: Viewer | null
  /** Of a preview: its head when it was last looked at. */
  head: number
  /** False while entries have kept coming: they are gathered for longer then. */
  readonly mayHurry: TokenBucket
  readonly questions: Pick<RecentQuestions, 'any'>
}

export type Channels = ReturnType<typeof createChannels>

export interface GatherLimits {
  /** The first entry goes out at once; those that follow within this time are sent as one batch. */
  readonly gatherMilliseconds: number
  /** The time that follows while entries keep coming; also the longest that follows where sending takes long. */
  readonly longestGatherMilliseconds: number
}

/**
 * So many sendings in a row are followed by the shorter time, and then so many a second; the others by the longest,
 * because a message costs a browser more than the entries in it.
 */
const hurriedSendings = { atOnce: 10, perSecond: 1 }

/** While there are questions, sending to thousands takes a quarter of the time at most: answers must not come late. */
const pausePerSending = 3

/** A preview does not wait for the questions of rivals: its reader could notice them (RIV-1). */
const noQuestions = { any: () => false }

const monotonic = () => performance.now()

interface Services {
  readonly log: Pick<SessionLogReader, 'read' | 'state'>
  readonly previews: Previews
  readonly questions: Pick<RecentQuestions, 'any'>
}

/** The channels that have subscribers. */
export function createChannels(
  { log, previews, questions }: Services,
  limits: SubscriberLimits & GatherLimits,
  onError: (error: unknown) => void,
) {
  const channels = new Map<string, Channel>()
  const previewed = new Map<string, Set<Channel>>()
  /** Channels whose entries are being sent or gathered; `again`: entries were appended since. */
  const gathering = new Map<string, { again: boolean; timer?: NodeJS.Timeout }>()

  async function deliver(key: string): Promise<void> {
    const channel = channels.get(key)
    if (!channel) return
    const turn: { again: boolean; timer?: NodeJS.Timeout } = { again: false }
    gathering.set(key, turn)
    const began = performance.now()
    await channel.session.deliver()
    // The pause starts when sending ends: sending to thousands takes longer than the pause itself.
    const pause = pauseAfter(channel, performance.now() - began, limits)
    turn.timer = setTimeout(() => {
      gathering.delete(key)
      if (turn.again) void deliver(key)
    }, pause)
  }

  return {
    all: (): Iterable<Channel> => channels.values(),
    /** The channel of the log itself. */
    ofLog: (sessionId: string) => channels.get(sessionId),
    /** The channels that are previews of a session's log. */
    previewsOf: (sessionId: string): ReadonlySet<Channel> | undefined => previewed.get(sessionId),
    previewedSessions: (): Iterable<string> => previewed.keys(),

    /** The channel of a session's log, or of one viewer's preview of it. */
    open(sessionId: string, previewOf: Viewer | null, head: number): Channel {
      const key = previewOf ? `${sessionId} ${previewOf.unitCode}` : sessionId
      const known = channels.get(key)
      if (known) return known
      const read = previewOf ? previewLog(previews, previewOf) : log
      const heard = previewOf ? noQuestions : questions
      const session = createSessionSubscribers({ log: read, questions: heard }, sessionId, limits, onError)
      const mayHurry = createTokenBucket(hurriedSendings.atOnce, hurriedSendings.perSecond, monotonic)
      const channel = { key, sessionId, previewOf, head, session, mayHurry, questions: heard }
      channels.set(key, channel)
      if (previewOf) previewed.set(sessionId, (previewed.get(sessionId) ?? new Set()).add(channel))
      return channel
    },

    /** Forgets a channel without subscribers. */
    release(channel: Channel): void {
      const { key, sessionId, session } = channel
      if (session.subscribers.size > 0 || channels.get(key) !== channel) return
      channels.delete(key)
      const others = previewed.get(sessionId)
      if (others?.delete(channel) && others.size === 0) previewed.delete(sessionId)
    },

    /** What is sent has grown to `head`: at once, or with what is being gathered. */
    grow({ key, session }: Channel, head: number): void {
      session.advance(head)
      const busy = gathering.get(key)
      if (busy) busy.again = true
      else void deliver(key)
    },

    close(): void {
      for (const { timer } of gathering.values()) clearTimeout(timer)
    },
  }
}

/** For how many milliseconds entries are gathered after a sending that took `sending`. */
function pauseAfter({ mayHurry, questions }: Channel, sending: number, limits: GatherLimits): number {
  const { gatherMilliseconds: least, longestGatherMilliseconds: most } = limits
  if (!mayHurry()) return most
  return questions.any() ? Math.min(most, Math.max(least, pausePerSending * sending)) : least
}
