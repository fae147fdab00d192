import type { CommandTransport, PollTransport } from '#streams/transport.ts'
import { type HttpClient, unreadable } from './http-client.ts'

/** Sends commands by REST. Rejects when no answer comes or the server fails; the command is then tried again. */
export function restCommands(http: HttpClient, token: () => string): CommandTransport {
  return {
    async submit(command, signal) {
      const answer = await http.attempt('submitCommand', { token: token(), body: command, signal })
      if (answer.ok) return { kind: 'ack', body: answer.value }
      const { status, code, message } = answer.error
      // Not answered by the hall's calls, such as a refused connection: the same id makes another try safe.
      if (status === 401 || status >= 500 || code === unreadable) throw new Error(code)
      return { kind: 'nack', body: { id: command.id, code, params: {}, message } }
    },
  }
}

/** The reads that the streams make by REST while the socket is not live. */
export function restPolls(http: HttpClient, token: () => string): PollTransport {
  return {
    readLog: (after, signal, limit = 1000) =>
      http.call('getSessionLog', { token: token(), query: { after, limit }, signal }),
    readSnapshot: (signal) => http.call('getSessionSnapshot', { token: token(), signal }),
    readDeadline: (signal) => http.call('getJieMiJieZhiShiJian', { token: token(), signal }),
    readSigning: (signal) => http.call('getIsSignedKb', { token: token(), signal }),
    readStage: (signal) => http.call('getDbFlowStatus', { token: token(), signal }),
    readObjections: (signal) => http.call('getYiYiList', { token: token(), signal }),
    readProgress: async (signal) =>
      (await http.call('getImportStatus', { token: token(), query: { IsGetJieMiStatus: false }, signal }))
        .reading,
    readServerTime: async (signal) => (await http.call('getServerTimeNoauth', { signal })).epoch,
  }
}
