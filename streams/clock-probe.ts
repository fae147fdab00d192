import { defer, from, map, type Observable } from 'rxjs'
import type { Clock } from '#lib/ports.ts'
import type { PollTransport } from './transport.ts'

/** The server's clock (epoch ms), read between two moments of this machine's clock. */
export interface ClockProbe {
  readonly server: number
  readonly sent: number
  readonly received: number
  /** Milliseconds between them by a monotonic clock. */
  readonly took: number
}

export interface ProbeClocks {
  /** This machine's clock. */
  readonly now: Clock
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: Clock
}

/** Asks for the server's time once. */
export function clockProbe$(
  transport: Pick<PollTransport, 'readServerTime'>,
  { now, elapsed }: ProbeClocks,
  signal: AbortSignal,
): Observable<ClockProbe> {
  return defer(() => {
    const sent = now()
    const began = elapsed()
    return from(transport.readServerTime(signal)).pipe(
      map((server) => ({ server, sent, received: now(), took: elapsed() - began })),
    )
  })
}
