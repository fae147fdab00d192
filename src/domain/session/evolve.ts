import { upcast } from '../log/upcast.ts'
import type { SaltedEvent } from './event.ts'
import { eventTable } from './event-table.ts'
import type { SessionState } from './state.ts'

/**
 * Folds one event into the draft it is given. Total: it never throws and ignores what it has no place for, so
 * that a viewer's redacted log folds as well as the whole one. Of an event that is newer than this code only its
 * place counts (event.ts, rule 2).
 */
export function evolve(draft: SessionState, event: SaltedEvent): void {
  draft.seq = event.seq
  const row = folds.get(event.type)
  if (row?.version === event.version) row.fold(draft, event as never)
  else if (!row || event.version > row.version) draft.newerFrom ??= event.seq
  else row.fold(draft, upcast(event) as never)
}

/** By type: a map, since types come as text that was read, and comparing one with every name takes longer than this. */
const folds: ReadonlyMap<string, Fold> = new Map(
  // Objects of one shape: the rows differ in theirs, and reading them takes several times as long.
  Object.entries(eventTable).map(([type, { version, fold }]) => [type, { version, fold }]),
)

interface Fold {
  readonly version: number
  fold(draft: SessionState, event: never): void
}
