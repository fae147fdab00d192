/*
 * An epoch names one log. Where a backup was restored, the log may lack entries that people have seen, and go on
 * otherwise. The epoch of such a log says so: it is the former one with the number of entries that were kept and
 * something fresh, `FORMER~KEPT~FRESH`. A log that was restored several times names them all, oldest first. The server's
 * `npm run tell-restored` writes them. To a bidder with a preview the number would tell how busy rivals were (RIV-1), so
 * that the epoch of a preview leaves it empty: `FORMER~~FRESH`.
 */

/** The epoch of a log whose first `kept` entries are those of the epoch `former`; `fresh`: eight random hex digits. */
export function restoredEpoch(former: string, kept: number, fresh: string): string {
  return `${former}~${kept}~${fresh}`
}

/** The epoch without the numbers of entries that were kept, as a preview's epoch names the log. */
export function withoutKept(epoch: string): string {
  return epoch
    .split('~')
    .map((part, place) => (place % 2 === 1 ? '' : part))
    .join('~')
}

/** The epoch in which the entry `seq` of the log was written: without the restorations that kept it. */
export function writtenIn(epoch: string, seq: number): string {
  let written = epoch
  for (;;) {
    const fresh = written.lastIndexOf('~')
    const kept = written.lastIndexOf('~', fresh - 1)
    if (fresh <= 0 || kept < 0 || seq > Number(written.slice(kept + 1, fresh))) return written
    written = written.slice(0, kept)
  }
}

/** A restored backup, as an epoch tells of it. */
export interface Restoration {
  /** How many entries of the former log there are still; null where a preview's epoch does not say it. */
  readonly kept: number | null
}

/** How the log of `next` was restored from that of `former`; null where `next` does not say that it was. */
export function restorationOf(former: string, next: string): Restoration | null {
  const [before, after] = [former.split('~'), next.split('~')]
  if (after.length <= before.length || after.length % 2 === 0) return null
  const isSame = (part: string, place: number) => {
    const isEmpty = place % 2 === 1 && (part === '' || after[place] === '')
    return part === after[place] || isEmpty
  }
  if (!before.every(isSame)) return null
  const told = after.slice(before.length).filter((_, place) => place % 2 === 0)
  if (!told.every((part) => /^\d*$/.test(part))) return null
  return { kept: told.includes('') ? null : Math.min(...told.map(Number)) }
}

/** The number of `restorationOf`; null also where the epoch does not say it, as that of a log must. */
export function keptOf(former: string, next: string): number | null {
  return restorationOf(former, next)?.kept ?? null
}
