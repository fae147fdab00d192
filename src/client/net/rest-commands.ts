import type { Observer } from 'rxjs'
import type { AckMessage } from '#protocol/socket/ack.ts'
import { isNoAnswer } from '#protocol/socket/nack.ts'
import type { CommandTransport } from '#streams/transport.ts'
import { api } from './api.ts'

/** Sends a section's commands by REST, with its authorization; `acknowledged$` emits those that were committed. */
export function restCommands(
  session: string,
  acknowledged: Pick<Observer<AckMessage>, 'next'>,
): CommandTransport {
  return {
    async submit(command, signal) {
      const answer = await api('submitCommand', { body: command, session, signal })
      if (answer.ok) {
        acknowledged.next(answer.value)
        return { kind: 'ack', body: answer.value }
      }
      const { code, params, message, requestId } = answer.error
      // Not an answer of the server: it was unreachable, or a proxy or firewall answered in its place.
      if (requestId === '' || isNoAnswer(code)) throw new Error(code)
      return { kind: 'nack', body: { id: command.id, code, params, message } }
    },
  }
}
