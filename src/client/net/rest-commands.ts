import type { Observer } from 'rxjs'
import type { AckMessage } from '#protocol/socket/ack.ts'
import { isNoAnswer } from '#protocol/socket/nack.ts'
import type { CommandTransport } from '#streams/transport.ts'
import { api } from './api.ts'

/** A section's commands without a socket, under that section's authorization; `acknowledged` hears of those that stand. */
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
      // What the server did not say itself says nothing of the command: no way through, or a proxy's or firewall's page.
      if (requestId === '' || isNoAnswer(code)) throw new Error(code)
      return { kind: 'nack', body: { id: command.id, code, params, message } }
    },
  }
}
