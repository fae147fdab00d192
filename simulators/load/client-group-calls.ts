import type { Authority } from '../certificates/test-authority.ts'
import type { NewAccount } from '../fixtures/accounts.ts'
import type { Failure } from './failures.ts'
import type { OwnActs } from './own-acts.ts'
import type { Recording } from './recorder.ts'

/** The bidders of one client group and what they need. */
export interface Share {
  readonly session: string
  readonly bidders: readonly NewAccount[]
  /** The trading platform's private key. */
  readonly platformKey: string
  readonly authority: Authority
  /** The server itself, without the simulated network. */
  readonly url: string
  /** Time-out of any wait of a bidder, in milliseconds; a bad network is slow, and an opening with many takes longer. */
  readonly timeoutMs: number
}

/** How a client reaches the server. */
export interface Route {
  /** The server itself, or the proxy that simulates a network. */
  readonly url: string
  /** No WebSocket gets through: the client polls. */
  readonly polls: boolean
}

/** When bidders hand their keys over: at once, after people's pauses, or in the last seconds before the deadline. */
export type Pace =
  | { readonly kind: 'at-once' }
  | { readonly kind: 'people'; readonly speed: number }
  | { readonly kind: 'rush'; readonly lastSeconds: number }

/** How clients enter: by which routes, which they use in turn, and how far ahead the hall's clock is (milliseconds). */
export interface Entrance {
  readonly routes: readonly Route[]
  readonly ahead: number
}

/** Where the log ends. */
export interface Head {
  readonly epoch: string
  readonly seq: number
  readonly hash: string
}

/** Who measures: some bidders' second windows only read, the prober's posts messages. */
export interface Observers {
  readonly session: string
  readonly url: string
  readonly ahead: number
  readonly readers: readonly NewAccount[]
  readonly prober: NewAccount
}

export interface Settled {
  readonly clients: number
  /** Time until the last client had everything. */
  readonly afterMs: number
  /** One line for each client whose state is not the fold of the log as it may see it, or who holds another log. */
  readonly mismatches: readonly string[]
  /** What the light clients have done, to be found in the log. */
  readonly acts: readonly OwnActs[]
  readonly recording: Recording
}

/** The calls that a client group's process answers, in the order in which they are made. */
export interface GroupCalls {
  /** Certificates, enrolment, login and, with `submit`, a sealed bid each. Answers with the seconds it took. */
  prepare: (input: { share: Share; submit: boolean }) => number
  /** All clients enter the session with the product's streams. */
  enter: (input: Entrance) => void
  /** All clients connect with light sockets and catch up. */
  connectLight: (input: Entrance) => void
  /** In place of bidders: connects readers and a prober, who measure until the group settles. */
  observe: (input: Observers) => void
  /** The prober posts no more messages. Throws when one has failed. */
  rest: (input: null) => void
  /** All clients play their part to the end. */
  play: (input: { pace: Pace }) => readonly Failure[]
  /** Discards the measurements so far. */
  clear: (input: null) => void
  /**
   * Light clients: waits until all hold entry `seq`, at most `timeoutMs`. Answers with the moments (epoch ms) at
   * which they came to hold it; those that did not are missing.
   */
  awaitEntry: (input: { seq: number; timeoutMs: number }) => readonly number[]
  /** Light clients: this many stop reading without closing; the others read. */
  freeze: (input: { clients: number }) => void
  /** Waits until all clients hold the head of the log, and compares their states with the server's log. */
  settle: (input: Head) => Settled
  /** The measurements so far. */
  read: (input: null) => Recording
}

export type CallName = keyof GroupCalls
export type CallInput<N extends CallName> = Parameters<GroupCalls[N]>[0]
export type CallAnswer<N extends CallName> = ReturnType<GroupCalls[N]>

/** Messages between the processes. */
export interface CallMessage {
  readonly id: number
  readonly name: CallName
  readonly input: unknown
}
export interface AnswerMessage {
  readonly id: number
  readonly answer?: unknown
  readonly problem?: string
}
