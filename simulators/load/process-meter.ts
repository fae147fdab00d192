import { readFileSync } from 'node:fs'

/** A sample: CPU since the previous one in per cent of one core, and resident memory in MB. */
export interface ProcessSample {
  readonly at: number
  readonly cpuPercent: number
  readonly memoryMb: number
}

export interface ProcessMeter {
  samples(): readonly ProcessSample[]
  /** CPU seconds since the meter was started; null on systems without /proc. */
  cpuSeconds(): number | null
  /** Peak of the resident memory in MB since the meter was started; null on systems without /proc. */
  peakMemoryMb(): number | null
  stop(): void
}

const everyMs = 250
/** /proc counts CPU in ticks of 1/100 s, independent of the kernel's own ticks. */
const ticksPerSecond = 100
const pageBytes = 4096

/**
 * Samples processes through /proc (no samples on other systems) and adds them up. `pids` is called for every sample,
 * since a server may be restarted.
 */
export function meterProcesses(pids: () => readonly number[]): ProcessMeter {
  const samples: ProcessSample[] = []
  const seen = new Map<number, number>()
  let used = 0
  let lookedAt = performance.now()

  function look(): void {
    const now = performance.now()
    let ticks = 0
    let bytes = 0
    let found = false
    for (const pid of pids()) {
      const usage = usageOf(pid)
      if (!usage) continue
      found = true
      bytes += usage.bytes
      ticks += usage.ticks - (seen.get(pid) ?? usage.ticks)
      seen.set(pid, usage.ticks)
    }
    const seconds = (now - lookedAt) / 1000
    lookedAt = now
    if (!found || seconds === 0) return
    used += ticks / ticksPerSecond
    samples.push({
      at: Date.now(),
      cpuPercent: Math.round((ticks / ticksPerSecond / seconds) * 1000) / 10,
      memoryMb: Math.round(bytes / 1e5) / 10,
    })
  }

  look()
  const timer = setInterval(look, everyMs).unref()
  return {
    samples: () => samples,
    cpuSeconds: () => (samples.length === 0 ? null : Math.round(used * 100) / 100),
    peakMemoryMb: () =>
      samples.length === 0 ? null : samples.reduce((most, { memoryMb }) => Math.max(most, memoryMb), 0),
    stop() {
      look()
      clearInterval(timer)
    },
  }
}

function usageOf(pid: number): { ticks: number; bytes: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; utime and stime are the 14th and 15th fields, rss the 24th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { ticks: Number(fields[11]) + Number(fields[12]), bytes: Number(fields[21]) * pageBytes }
  } catch {
    return null
  }
}
