import { firstBreak, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import { commandAt, findDoubled } from '../../load/verify-client.ts'

/** What the outside knows of one section's log. */
interface Known {
  /** Hashes by seq, of every entry that somebody was shown. */
  readonly shown: Map<number, string>
  /** Seqs by command id, of every command that somebody was told is in the log. */
  readonly acknowledged: Map<string, number>
  readonly contradictions: string[]
}

/**
 * Keeps what the hall has told anybody, outside of the hall: after a kill each log must still say the same. Entries are
 * those of the log itself, not of a bidder's preview.
 */
export interface Witness {
  acknowledged(acknowledged: { readonly session: string; readonly id: string; readonly seq: number }): void
  saw(session: string, entries: readonly VisibleEntry[]): void
  /** The hall replaced a section's log by another one. */
  replaced(session: string): void
  /**
   * Expects of a section's log what has been told of it until now; call it before the log is read. Returns one sentence
   * for each difference from the log, read whole.
   */
  expectation(session: string): (log: readonly VisibleEntry[]) => string[]
  /** How much has been told so far. */
  totals(): { readonly acknowledged: number; readonly entries: number }
}

export function createWitness(): Witness {
  const sections = new Map<string, Known>()

  function of(session: string): Known {
    const known = sections.get(session) ?? { shown: new Map(), acknowledged: new Map(), contradictions: [] }
    sections.set(session, known)
    return known
  }

  function saw(session: string, entries: readonly VisibleEntry[]): void {
    const { shown, contradictions } = of(session)
    for (const { seq, hash } of entries) {
      const before = shown.get(seq)
      if (before === undefined) shown.set(seq, hash)
      else if (before !== hash) contradictions.push(`entry ${seq} of ${session} was shown with two hashes`)
    }
  }

  return {
    saw,
    acknowledged({ session, id, seq }) {
      const { acknowledged, contradictions } = of(session)
      const before = acknowledged.get(id)
      if (before === undefined) acknowledged.set(id, seq)
      else if (before !== seq) {
        contradictions.push(`command ${id} of ${session} was acknowledged as entry ${before} and as ${seq}`)
      }
    },
    replaced(session) {
      of(session).contradictions.push(`the log of ${session} was replaced by another`)
    },
    expectation(session) {
      const { contradictions, ...told } = of(session)
      const shown = new Map(told.shown)
      const acknowledged = new Map(told.acknowledged)
      return (log) => {
        const broken = firstBreak(session, log)
        saw(session, log)
        return [
          ...contradictions.splice(0),
          ...(broken === null ? [] : [`the chain of ${session} breaks at entry ${broken}`]),
          ...changed(session, log, shown),
          ...misplaced(session, log, acknowledged),
          ...executedTwice(session, log),
          ...findDoubled(log).map((doubled) => `doubled in ${session}, ${doubled}`),
        ]
      }
    },
    totals() {
      const all = [...sections.values()]
      const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)
      return {
        acknowledged: sum(all.map((known) => known.acknowledged.size)),
        entries: sum(all.map((known) => known.shown.size)),
      }
    },
  }
}

/** Entries that were shown and are missing or different. */
function changed(
  session: string,
  log: readonly VisibleEntry[],
  shown: ReadonlyMap<number, string>,
): string[] {
  return [...shown].flatMap(([seq, hash]) => {
    const now = log[seq - 1]
    if (now?.hash === hash) return []
    return [`entry ${seq} of ${session} was shown and is ${now ? 'another now' : 'lost'}`]
  })
}

/** Acknowledged commands that are missing, or not where they were acknowledged. */
function misplaced(
  session: string,
  log: readonly VisibleEntry[],
  acknowledged: ReadonlyMap<string, number>,
): string[] {
  return [...acknowledged].flatMap(([id, seq]) => {
    if (commandAt(log, seq) === id) return []
    const found = log.find((entry) => !isHidden(entry) && entry.commandId === id)
    const where = found ? `stands at ${found.seq}` : 'is lost'
    return [`command ${id} of ${session} was acknowledged as entry ${seq} and ${where}`]
  })
}

/** Commands whose entries do not follow each other: they were executed a second time. */
function executedTwice(session: string, log: readonly VisibleEntry[]): string[] {
  const last = new Map<string, number>()
  return log.flatMap((entry) => {
    if (isHidden(entry)) return []
    const key = `${entry.actor} ${entry.commandId}`
    const before = last.get(key)
    last.set(key, entry.seq)
    if (before === undefined || before === entry.seq - 1) return []
    return [
      `command ${entry.commandId} of ${session} was executed twice, as entries ${before} and ${entry.seq}`,
    ]
  })
}
