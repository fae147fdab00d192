import type { Actor } from '#domain/session/actor.ts'
import type { MessageCode } from '#protocol/messages/codes.ts'
import { wireCommands } from '#protocol/wire-command.ts'
import { type Callers, whoIs } from '../trail/callers.ts'
import { type Attempted, refusalKind } from '../trail/recorded-calls.ts'
import { type From, nobody, type Trail } from '../trail/trail.ts'

/** A socket's user, and where it comes from. */
export interface SocketUser extends From {
  readonly loginId: string
  readonly actor: Actor
  /** Null outside a section. */
  readonly sessionId: string | null
}

/** What sockets leave in the trail (TRL-2). */
export function createSocketTrail(trail: Trail, callers: Callers) {
  function note(user: SocketUser, attempted: Attempted, what: string, code: MessageCode, detail = ''): void {
    const { loginId, actor, sessionId: section, address, agent } = user
    const kind = refusalKind(attempted, code)
    if (kind === null) return
    trail.note({ kind, who: whoIs(actor, loginId), from: { address, agent }, what, section, code, detail })
  }

  return {
    commandRefused(user: SocketUser, message: unknown, code: MessageCode): void {
      note(user, 'command', commandNameIn(message, 'cmd'), code)
    },

    readRefused(user: SocketUser, code: MessageCode): void {
      note(user, 'read', 'sub', code)
    },

    /** The connection was ended for what it sent. */
    cut(user: SocketUser, reason: string): void {
      note(user, 'read', 'socket', 'too-many-requests', reason)
    },

    /** A page of another site asked for a connection; its token, if it has one, was not read. */
    fromForeignOrigin(from: From): void {
      const code = 'foreign-origin'
      const kind = refusalKind('read', code)
      if (kind !== null) trail.note({ kind, who: nobody, from, what: 'connect', code })
    },

    /** An address had too many connections; nothing of what it asked for was read. */
    crowded(from: From): void {
      const code = 'too-many-requests'
      const kind = refusalKind('read', code)
      if (kind !== null) trail.note({ kind, who: nobody, from, what: 'connect', code })
    },

    async notAdmitted(token: string, from: From, code: MessageCode): Promise<void> {
      const kind = refusalKind('read', code)
      if (kind === null) return
      const { who, section } = await callers.byToken(token).catch(() => ({ who: nobody, section: null }))
      trail.note({ kind, who, from, what: 'connect', section, code })
    },
  }
}

export type SocketTrail = ReturnType<typeof createSocketTrail>

/** The name of a message's command, if it is one: anything else is not repeated. */
export function commandNameIn(message: unknown, otherwise: string): string {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : null
  return typeof type === 'string' && Object.hasOwn(wireCommands, type) ? type : otherwise
}
