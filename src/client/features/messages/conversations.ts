import type { Message } from '#domain/messages/message.ts'

/** The messages by conversation, each with its latest message first; the conversation written in last comes first. */
export function conversationsOf(messages: readonly Message[]): Message[][] {
  const conversations = new Map<string | null, Message[]>()
  for (const message of messages.toReversed()) {
    const known = conversations.get(message.bidderCode)
    if (known) known.push(message)
    else conversations.set(message.bidderCode, [message])
  }
  return [...conversations.values()]
}
