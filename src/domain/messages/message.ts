import { characterCount } from '#lib/character-count.ts'
import { epochOf } from '#lib/time.ts'
import type { Actor, Role } from '../session/actor.ts'
import type { Rejection } from '../session/rejection.ts'

/** The greatest length of a message in characters (PST-2). */
export const messageLength = 500

/** How many messages a bidder, or a supervisor, sends within a minute (PST-3). */
export const messagesPerMinute = 3

/** How many messages a bidder, or a supervisor, sends in a section (PST-3): every reader on the opener's side keeps them. */
const mostMessages = 100

/** Milliseconds in which so many may be sent. */
const minute = 60_000

/** The roles that a region may let write to the opener (PST-1). */
export const messageSenders = ['bidder', 'supervisor'] as const satisfies readonly Role[]
export type MessageSender = (typeof messageSenders)[number]

/** A message to the opener, or the opener's answer. */
export interface Message {
  /** The seq of its entry. */
  readonly seq: number
  readonly at: string
  /** The account that wrote it. */
  readonly actor: string
  readonly from: MessageSender | 'opener'
  readonly name: string
  readonly text: string
  /** Whose conversation with the opener it belongs to; null: the supervisors'. */
  readonly bidderCode: string | null
}

/** What is wrong with the text of a message (PST-2); null when it may be sent. */
export function messageProblem(text: string): Rejection | null {
  const said = text.trim()
  if (said === '') return { code: 'message-missing', params: {} }
  if (characterCount(said) <= messageLength) return null
  return { code: 'message-too-long', params: { maximum: messageLength } }
}

/**
 * Why the sender has to wait, or may send no more (PST-3). A bidder's accounts count together; `now` in epoch
 * milliseconds.
 */
export function senderProblem(
  messages: readonly Message[],
  { id, role, unitCode }: Actor,
  now: number,
): Rejection | null {
  const own = messages.filter(({ from, actor, bidderCode }) =>
    role === 'bidder' ? from === 'bidder' && bidderCode === unitCode : from === role && actor === id,
  )
  if (own.length >= mostMessages) return { code: 'messages-too-many', params: { maximum: mostMessages } }
  const earliest = own.at(-messagesPerMinute)
  const wait = earliest ? epochOf(earliest.at) + minute - now : 0
  if (wait <= 0) return null
  return {
    code: 'messages-too-fast',
    params: { maximum: messagesPerMinute, seconds: Math.ceil(wait / 1000) },
  }
}

/** The messages of one conversation in the order in which they were written; null: the supervisors'. */
export function conversation(messages: readonly Message[], bidderCode: string | null): Message[] {
  return messages.filter((message) => message.bidderCode === bidderCode)
}
