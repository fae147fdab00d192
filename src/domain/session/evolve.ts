import { upcast } from '../log/upcast.ts'
import type { SaltedEvent } from './event.ts'
import { eventTable } from './event-table.ts'
import type { SessionState } from './state.ts'

/**
 * Folds one event into the given draft. It never throws and ignores what it finds no place for, so that a viewer's
 * redacted log folds as well. Of an event newer than this code only its seq counts (event.ts, rule 2).
 */
export function evolve(draft: SessionState, event: SaltedEvent): void {
  draft.seq = event.seq
  const row = folds.get(event.type)
  if (row?.version === event.version) row.fold(draft, event as never)
  else if (!row || event.version > row.version) draft.newerFrom ??= event.seq
  else row.fold(draft, upcast(event) as never)
}

/** By type. A map: types are strings read from storage, and comparing one with every name takes longer. */
const folds: ReadonlyMap<string, Fold> = new Map(
  // Objects of one shape: the rows' shapes differ, and reading those takes several times as long.
  Object.entries(eventTable).map(([type, { version, fold }]) => [type, { version, fold }]),
)

interface Fold {
  readonly version: number
  fold(draft: SessionState, event: never): void
}
