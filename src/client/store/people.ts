import type { EventType, RecordedEvent } from '#domain/session/event.ts'

type MessageType = Extract<EventType, 'MessagePosted' | 'MessageSent' | 'MessageAnswered'>
const messages: ReadonlySet<string> = new Set<MessageType>([
  'MessagePosted',
  'MessageSent',
  'MessageAnswered',
])

/** Whether somebody wrote it, who is named with it. */
export function isMessage<E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { type: MessageType }> {
  return messages.has(event.type)
}

/** The name of the acting person, where the event says it. */
export function nameIn(event: RecordedEvent): string | null {
  const isNamed = event.type === 'ParticipantEntered' || isMessage(event)
  return (isNamed && event.payload.name) || null
}
