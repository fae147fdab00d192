import type { NetworkConditions } from './network-conditions.ts'
import { startProxy } from './proxy.ts'

export interface ProxyPair {
  /** Lets WebSockets pass. */
  readonly socketUrl: string
  /** Lets no WebSocket pass: its clients have to poll. */
  readonly pollUrl: string
  /** Changes the conditions of both; which of them lets WebSockets pass stays as it is. */
  set(conditions: Partial<NetworkConditions>): void
  close(): Promise<void>
}

/** Two faulty proxies before the same servers, one of them without WebSockets. */
export async function startProxyPair(targets: readonly number[], seed: number): Promise<ProxyPair> {
  const sockets = await startProxy({ targets, seed })
  const polls = await startProxy({ targets, seed: seed + 1, conditions: { noWebSockets: true } })
  return {
    socketUrl: sockets.url,
    pollUrl: polls.url,
    set(conditions) {
      sockets.set({ ...conditions, noWebSockets: false })
      polls.set({ ...conditions, noWebSockets: true })
    },
    async close() {
      await Promise.all([sockets.close(), polls.close()])
    },
  }
}
