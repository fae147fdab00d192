/*
 * An epoch names one log. Where a backup was restored, the log may lack entries that people have seen, and go on
 * otherwise. The epoch of such a log says so: it is the former one with the number of entries that were kept and
 * something fresh, `FORMER~KEPT~FRESH`. A log that was restored several times names them all, oldest first. The server's
 * `npm run tell-restored` writes them.
 */

/** The epoch of a log whose first `kept` entries are those of the epoch `former`; `fresh`: eight random hex digits. */
export function restoredEpoch(former: string, kept: number, fresh: string): string {
  return `${former}~${kept}~${fresh}`
}

/**
 * How many entries of the log of `former` the log of `next` has kept; null where `next` does not say that it was
 * restored from it.
 */
export function keptOf(former: string, next: string): number | null {
  if (!next.startsWith(`${former}~`)) return null
  const parts = next.slice(former.length + 1).split('~')
  const kept = parts.filter((_, place) => place % 2 === 0).map(Number)
  return kept.every(Number.isInteger) ? Math.min(...kept) : null
}
