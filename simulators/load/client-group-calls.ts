import type { Authority } from '../certificates/test-authority.ts'
import type { NewAccount } from '../fixtures/bids.ts'
import type { Recording } from './recorder.ts'

/** A share of the bidders, and where they go. */
export interface Share {
  readonly session: string
  readonly bidders: readonly NewAccount[]
  /** The trading platform's private key. */
  readonly platformKey: string
  readonly authority: Authority
  /** The server itself. */
  readonly url: string
}

/** How a bidder comes to the server. */
export interface Road {
  /** Through the network between; the server itself where there is none. */
  readonly url: string
  /** Nothing but polls get through there. */
  readonly polls: boolean
}

/** When a bidder hands their key over: at once, as people do, or just before it is too late. */
export type Pace =
  | { readonly kind: 'at-once' }
  | { readonly kind: 'people'; readonly speed: number }
  | { readonly kind: 'rush'; readonly lastSeconds: number }

export interface Settled {
  readonly clients: number
  /** How long the last of them took to have everything. */
  readonly afterMs: number
  /** Clients whose state is not the fold of the log as they may see it, one line each. */
  readonly mismatches: readonly string[]
  readonly recording: Recording
}

/** What a process of clients is told to do, in this order, with what it is given and what it answers. */
export interface Orders {
  /** Certificates, enrolment, login; with `submit` a sealed bid each. Answers with the seconds it took. */
  prepare: (input: { share: Share; submit: boolean }) => number
  /** Everybody enters the session with the streams of the product, road by road in turn. */
  enter: (input: { roads: readonly Road[] }) => void
  /** Everybody enters with a light socket, and has caught up. */
  attach: (input: { roads: readonly Road[] }) => void
  /** Everybody plays their part to the end. Answers with what went wrong, one line each. */
  play: (input: { pace: Pace }) => readonly string[]
  /** From here on counts. */
  clear: (input: null) => void
  /**
   * Light sockets: waits until every one holds entry `seq`, or `patienceMs` are over. Answers with when each came to
   * hold it (epoch ms); who did not in time is missing.
   */
  current: (input: { seq: number; patienceMs: number }) => readonly number[]
  /** Light sockets: this many stop reading and do not say so; the others read. */
  freeze: (input: { clients: number }) => void
  /** Waits until everybody holds entry `head`, and holds their state against the server's log. */
  settle: (input: { head: number; hash: string }) => Settled
  /** What has been measured so far. */
  read: (input: null) => Recording
}

export type OrderName = keyof Orders
export type OrderInput<N extends OrderName> = Parameters<Orders[N]>[0]
export type OrderAnswer<N extends OrderName> = ReturnType<Orders[N]>

/** Between the processes. */
export interface OrderMessage {
  readonly id: number
  readonly name: OrderName
  readonly input: unknown
}
export interface AnswerMessage {
  readonly id: number
  readonly answer?: unknown
  readonly problem?: string
}
