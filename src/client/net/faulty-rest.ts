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

/** A section's reads that fail as without a network while REST is cut, those under way too: for development. */
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

/** The same for commands: what became of one that was under way is not heard. */
export function faultyCommands(commands: CommandTransport, faults$: Faults$): CommandTransport {
  return { submit: (command) => cuttable(faults$, (signal) => commands.submit(command, signal)) }
}

/** Whoever asks gives up sooner. */
const longestMs = 60_000

/** Gives up the request when it is cut, and when nobody waits for it any more. */
function cuttable<T>(faults$: Faults$, ask: (signal: AbortSignal) => ObservableInput<T>): Observable<T> {
  const cut$ = faults$.pipe(
    mergeMap(({ cutRest }) => (cutRest ? throwError(() => new Error('offline')) : NEVER)),
  )
  return merge(cut$, request$(ask, longestMs, asyncScheduler)).pipe(take(1))
}
