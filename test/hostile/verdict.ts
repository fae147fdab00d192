export interface HostileRun {
  readonly inputs: number
  readonly findings: readonly string[]
  /** Answers by status; 0 for frames. */
  readonly answers: Readonly<Record<string, number>>
  /** Milliseconds that honest users waited, of a hundred requests the slowest but one. */
  readonly calmP99: number
  readonly attackedP99: number
  /** Memory of the server's process in MB. */
  readonly memoryBefore: number
  readonly memoryPeak: number
  readonly memoryAfter: number
}

/** Honest users may wait so many times as long as without an attack. */
const slowest = 3
/** What is quicker than this is quick enough: below it a machine's own pauses count for more. */
const quickMs = 50
/** Memory that may stay, as a share of what it was and in MB: compiled code, caches that are full. */
const stays = { share: 1.5, megabytes: 64 }

/** What a run's figures say against the server. */
export function verdictOf(run: HostileRun): string[] {
  const { calmP99, attackedP99 } = run
  const limitMs = Math.max(slowest * calmP99, quickMs)
  const waited = `honest users waited ${attackedP99.toFixed(0)} ms (p99), ${calmP99.toFixed(0)} ms in calm`
  return [...(attackedP99 > limitMs ? [waited] : []), ...verdictOnMemory(run)]
}

/** The most memory, in MB, that may stay of what was `before`. */
export function mayStay(before: number): number {
  return before * stays.share + stays.megabytes
}

export function verdictOnMemory({ memoryBefore, memoryAfter }: HostileRun): string[] {
  return memoryAfter > mayStay(memoryBefore)
    ? [`memory stayed at ${memoryAfter} MB, from ${memoryBefore} MB`]
    : []
}
