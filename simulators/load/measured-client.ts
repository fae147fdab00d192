import { epochOf } from '#lib/time.ts'
import type { LogSignal } from '#streams/log-position.ts'
import { type Account, type EnterOptions, enterSession, type Participant } from '../client/session-client.ts'
import { recordLiveness } from './liveness.ts'
import { exactNow, type Recorder } from './recorder.ts'

/** A command that the server acknowledged, and its entry. */
export interface Acknowledged {
  readonly id: string
  readonly seq: number
}

export interface MeasuredClient extends Participant {
  acknowledged(): readonly Acknowledged[]
}

/**
 * Enters a session with the product's streams and measures the age of entries on arrival, socket outages and the
 * duration of commands. `polls`: this client gets no socket through.
 */
export async function enterMeasured(
  account: Account,
  session: string,
  recorder: Recorder,
  { polls, ...options }: EnterOptions & { readonly polls: boolean },
): Promise<MeasuredClient> {
  const acknowledged: Acknowledged[] = []
  const liveness = recordLiveness(recorder)

  function onSignal(signal: LogSignal): void {
    if (signal.kind !== 'batch') return
    const series = polls ? 'polling' : liveness.isLive() ? 'live' : 'behind'
    for (const entry of signal.entries) {
      if (entry.type === undefined || entry.seq <= signal.joinedAt) continue
      recorder.record(series, recorder.since(epochOf(entry.at)))
    }
  }

  const participant = await enterSession(account, session, {
    ...options,
    onSignal,
    onConnection: ({ status }) => liveness.set(status === 'live'),
    onAck: ({ id, seq }) => acknowledged.push({ id, seq }),
  })
  return {
    ...participant,
    acknowledged: () => acknowledged,
    async send(command, via) {
      const sent = exactNow()
      await participant.send(command, via)
      recorder.record('command', exactNow() - sent)
    },
    close() {
      liveness.set(false)
      participant.close()
    },
  }
}
