/** A link of a hash chain. */
interface Link {
  readonly seq: number
  readonly hash: string
}

/**
 * The seq of the first link that breaks a chain; null when it is whole. `genesis` is what the first link continues;
 * `fits` says whether a link continues the hash before it and matches its own.
 */
export function firstBreakIn<L extends Link>(
  genesis: string,
  links: readonly L[],
  fits: (link: L, previous: string) => boolean,
): number | null {
  let previous = genesis
  let seq = 0
  for (const link of links) {
    seq += 1
    if (link.seq !== seq) return seq
    if (!fits(link, previous)) return seq
    previous = link.hash
  }
  return null
}
