import type { Message } from '#domain/messages/message.ts'
import type { Role } from '#domain/session/actor.ts'

/** Whether a message is one that the role has to read and has not read up to that time. */
export function isUnread(
  role: Role | null,
  { from, at }: Pick<Message, 'from' | 'at'>,
  read: string,
): boolean {
  if (at <= read) return false
  if (role === 'opener') return from !== 'opener'
  return (role === 'bidder' || role === 'supervisor') && from === 'opener'
}
