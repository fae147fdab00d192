import type { Observable, ObservableInput } from 'rxjs'
import type { z } from 'zod'
import type { deadlineSchema } from '#protocol/calls/opening.ts'
import type { calls } from '#protocol/calls.ts'
import type { AckMessage } from '#protocol/socket/ack.ts'
import type { CommandMessage } from '#protocol/socket/cmd.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import type { HeartbeatMessage } from '#protocol/socket/hb.ts'
import type { NackMessage } from '#protocol/socket/nack.ts'
import type { FileProgress, ProgressMessage } from '#protocol/socket/progress.ts'
import type { SnapshotMessage, WholeSnapshot } from '#protocol/socket/snapshot.ts'
import type { SubscribeMessage } from '#protocol/socket/sub.ts'

/** server → client, by the event's name. */
export type DownMessage =
  | {
      readonly kind: 'events'
      readonly body: EventsMessage
      /** Each entry's own hash has been checked. */
      readonly isWhole?: boolean
    }
  | { readonly kind: 'snapshot'; readonly body: SnapshotMessage }
  | { readonly kind: 'ack'; readonly body: AckMessage }
  | { readonly kind: 'nack'; readonly body: NackMessage }
  | { readonly kind: 'hb'; readonly body: HeartbeatMessage }
  | { readonly kind: 'progress'; readonly body: ProgressMessage }

/** Messages that carry the log, from any source. */
export type LogMessage = Extract<DownMessage, { kind: 'events' | 'snapshot' }>

/** The log was found to end before an entry that was seen, by questions that were asked afterwards. */
export interface ShorterLog {
  readonly kind: 'shorter'
  readonly body: { readonly epoch: string; readonly head: number }
}

/** client → server, by the event's name. */
export type UpMessage =
  | { readonly kind: 'sub'; readonly body: SubscribeMessage }
  | { readonly kind: 'cmd'; readonly body: CommandMessage }

/**
 * A socket that reconnects by itself. `connected$` emits the present state on subscribing; what is sent while it is
 * false may be lost. Messages may be lost, duplicated, late or out of order, but none outlives its connection.
 */
export interface SocketTransport {
  readonly connected$: Observable<boolean>
  readonly messages$: Observable<DownMessage>
  /** Pings of the connection itself, at least every `pingMilliseconds`. */
  readonly pings$: Observable<unknown>
  send(message: UpMessage): void
  /**
   * Asks `question` with every connect from now on; returns whether the present connection did. A transport without this
   * is sent the question once connected.
   */
  askOnConnect?(question: () => SubscribeMessage): () => boolean
  /** Drops the connection, or the attempt to connect, and reconnects at once. */
  restart(): void
}

/** The decryption deadline as of `seq`. */
export type DeadlineAnswer = z.output<typeof deadlineSchema>

/** The state of the signing as of `seq`. */
export type SigningAnswer = z.output<(typeof calls)['getIsSignedKb']['response']>

/** The stage of a double envelope as of `seq`. */
export type StageAnswer = z.output<(typeof calls)['getDbFlowStatus']['response']>

/** The objections as the reader may see them, as of `seq`. */
export type ObjectionsAnswer = z.output<(typeof calls)['getYiYiList']['response']>

/** The REST reads of the streams; each rejects on any failure. */
export interface PollTransport {
  /** The log's entries after `after`, at most `limit`, or as many as one answer holds. */
  readLog(after: number, signal: AbortSignal, limit?: number): ObservableInput<EventsMessage>
  readSnapshot(signal: AbortSignal): ObservableInput<WholeSnapshot>
  readDeadline(signal: AbortSignal): ObservableInput<DeadlineAnswer>
  readSigning(signal: AbortSignal): ObservableInput<SigningAnswer>
  readStage(signal: AbortSignal): ObservableInput<StageAnswer>
  readObjections(signal: AbortSignal): ObservableInput<ObjectionsAnswer>
  /** How far the large files that the answering server opens have been read. */
  readProgress(signal: AbortSignal): ObservableInput<readonly FileProgress[]>
  /** The server's clock in epoch milliseconds. */
  readServerTime(signal: AbortSignal): ObservableInput<number>
}

/** Commands by REST. Answers like the socket; rejects when no answer comes. */
export interface CommandTransport {
  submit(
    command: CommandMessage,
    signal: AbortSignal,
  ): ObservableInput<DownMessage & { kind: 'ack' | 'nack' }>
}
