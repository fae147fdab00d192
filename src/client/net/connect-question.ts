import type { SubscribeMessage } from '#protocol/socket/sub.ts'

/**
 * What a socket asks with every connect, beside its authorization: so the log's entries come a round trip earlier than
 * if they were asked for once connected.
 */
export function connectQuestion() {
  let ask: (() => SubscribeMessage) | null = null
  let wasAsked = false
  return {
    /** Asks `question` from the next attempt to connect on; returns whether the last attempt has asked it. */
    set(question: () => SubscribeMessage): () => boolean {
      ask = question
      wasAsked = false
      return () => wasAsked
    },
    /** The part of an attempt's `auth`. */
    auth(): { readonly sub?: SubscribeMessage } {
      wasAsked = ask !== null
      return ask ? { sub: ask() } : {}
    },
  }
}

export type ConnectQuestion = ReturnType<typeof connectQuestion>
