export interface HostileRun {
  readonly inputs: number
  readonly findings: readonly string[]
  /** Answers by status; 0 for frames. */
  readonly answers: Readonly<Record<string, number>>
  /** Milliseconds that honest users waited before the attack, of a hundred requests the slowest but one. */
  readonly firstCalmP99: number
  /** In a pause of the attack. */
  readonly calmP99: number
  /** Right after that pause, beside as many inputs a second as leave the server time for others. */
  readonly attackedP99: number
  /** Beside as many inputs as it could answer, which every request has to queue with. */
  readonly saturatedP99: number
  /** Memory of the server's process in MB. */
  readonly memoryBefore: number
  readonly memoryPeak: number
  readonly memoryAfter: number
}

/** Honest users may wait so many times as long as without an attack. */
const slowest = 3
/** What is quicker than this is quick enough: below it a machine's own pauses count for more. */
const quickMs = 50
/** Even a server that has as much to do as it can keeps nobody longer. */
const patienceMs = 1000
/** Memory that may stay, as a share of what it was and in MB: compiled code, caches that are full. */
const stays = { share: 1.5, megabytes: 64 }

/** What a run's figures say against the server. */
export function verdictOf(run: HostileRun): string[] {
  const { firstCalmP99, calmP99, attackedP99, saturatedP99 } = run
  const slower = `honest users waited ${calmP99.toFixed(0)} ms (p99) in a pause, ${firstCalmP99.toFixed(0)} ms before the attack; what else ran on this machine counts`
  const waited = `honest users waited ${attackedP99.toFixed(0)} ms (p99), ${calmP99.toFixed(0)} ms in calm; what else ran on this machine counts`
  const queued = `honest users waited ${saturatedP99.toFixed(0)} ms (p99) at the server's limit`
  return [
    ...(calmP99 > limitMs(firstCalmP99) ? [slower] : []),
    ...(attackedP99 > limitMs(calmP99) ? [waited] : []),
    ...(saturatedP99 > patienceMs ? [queued] : []),
    ...verdictOnMemory(run),
  ]
}

/** How long honest users may wait who waited so long in calm, in milliseconds. */
function limitMs(calmP99: number): number {
  return Math.max(slowest * calmP99, quickMs)
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

/** The value that `share` of the numbers do not exceed; 0 for none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
