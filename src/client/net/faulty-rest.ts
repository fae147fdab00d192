import {
  asyncScheduler,
  type BehaviorSubject,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  type ObservableInput,
  take,
  throwError,
} from 'rxjs'
import { request$ } from '#streams/request.ts'
import type { CommandTransport, PollTransport } from '#streams/transport.ts'
import type { Faults } from './faulty-transport.ts'

type Faults$ = BehaviorSubject<Faults>

/** A section's reads for development: they fail as without a network while REST is cut, pending reads too. */
export function faultyReads(reads: PollTransport, faults$: Faults$): PollTransport {
  return {
    readLog: (after, _, limit) => cuttable(faults$, (signal) => reads.readLog(after, signal, limit)),
    readSnapshot: () => cuttable(faults$, reads.readSnapshot),
    readDeadline: () => cuttable(faults$, reads.readDeadline),
    readSigning: () => cuttable(faults$, reads.readSigning),
    readStage: () => cuttable(faults$, reads.readStage),
    readObjections: () => cuttable(faults$, reads.readObjections),
    readProgress: () => cuttable(faults$, reads.readProgress),
    readServerTime: () => cuttable(faults$, reads.readServerTime),
  }
}

/** The same for commands: the answer to a pending command is lost. */
export function faultyCommands(commands: CommandTransport, faults$: Faults$): CommandTransport {
  return { submit: (command) => cuttable(faults$, (signal) => commands.submit(command, signal)) }
}

/** Longer than any caller waits. */
const longestMs = 60_000

/** Aborts the request when REST is cut, and when nobody is subscribed any more. */
function cuttable<T>(faults$: Faults$, ask: (signal: AbortSignal) => ObservableInput<T>): Observable<T> {
  const cut$ = faults$.pipe(
    mergeMap(({ cutRest }) => (cutRest ? throwError(() => new Error('offline')) : NEVER)),
  )
  return merge(cut$, request$(ask, longestMs, asyncScheduler)).pipe(take(1))
}
