import type { Namespace, Server, Socket } from 'socket.io'
import { isBoundedJson } from '#lib/json-bounds.ts'
import { wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import type { FailureLog } from '../failure-log.ts'
import type { AuthenticatedCaller, Authenticator } from './authenticator.ts'
import type { CallBudgets } from './call-budgets.ts'
import type { SocketTrail } from './socket-trail.ts'
import type { UserLimits } from './user-limits.ts'

type AdmissionRefusal = 'session-expired' | 'forbidden' | 'too-many-requests'

interface Services {
  readonly authenticator: Pick<Authenticator, 'authenticate'>
  readonly limits: Pick<UserLimits, 'admit'>
  readonly budgets: Pick<CallBudgets, 'ask'>
  readonly trail: Pick<SocketTrail, 'notAdmitted'>
  readonly failures: FailureLog
  addressOf(socket: Socket): string
}

/**
 * Admits sockets of this wire version whose token is valid and whose user may have another connection (LIM-1).
 * `connectionOf` makes what is kept as `socket.data`; null where the token does not authorise for this namespace, a code
 * where its user may not have what is sent there.
 */
export function admitSockets(
  namespace: Server | Namespace,
  { authenticator, limits, budgets, trail, failures, addressOf }: Services,
  connectionOf: (socket: Socket, caller: AuthenticatedCaller) => object | 'forbidden' | null,
): void {
  /** The code of the refusal; null when the socket is admitted. */
  async function admit(socket: Socket): Promise<string | null> {
    const { auth, headers } = socket.handshake
    if (!isBoundedJson(auth)) return 'session-expired'
    if (auth.version !== wireVersion) return wireVersionRefused
    const refused = await refusalOf(socket)
    if (refused === null) return null
    const from = { address: addressOf(socket), agent: headers['user-agent'] ?? '' }
    void trail.notAdmitted(String(auth.token ?? ''), from, refused)
    return refused
  }

  async function refusalOf(socket: Socket): Promise<AdmissionRefusal | null> {
    const { auth } = socket.handshake
    const caller = await authenticator.authenticate(String(auth.token ?? ''))
    const connection = caller.ok ? connectionOf(socket, caller.value) : null
    if (!caller.ok || connection === null) return 'session-expired'
    if (connection === 'forbidden') return connection
    const { login } = caller.value
    const mayConnect = budgets.ask('admission', login) === 0 && limits.admit(login.actor.id, socket.conn)
    if (!mayConnect) return 'too-many-requests'
    socket.data = connection
    return null
  }

  namespace.use((socket, next) => {
    admit(socket).then(
      (refused) => next(refused === null ? undefined : new Error(refused)),
      (error: unknown) => {
        failures.report('a socket could not be admitted', error, { call: socket.nsp.name })
        next(new Error(isDatabaseUnavailable(error) ? 'unavailable' : 'internal'))
      },
    )
  })
}
