/** A file that waits to be opened: its owner, and whether it takes long. */
export interface Waiting {
  readonly owner: string
  readonly large: boolean
}

/** A queue that takes one file of each owner in turn, so that nobody waits for another owner's many files. */
export function createFairQueue<Job extends Waiting>() {
  /** Owners in the order of their turns. */
  const turns = new Map<string, Job[]>()

  return {
    push(job: Job): void {
      const own = turns.get(job.owner)
      if (own) own.push(job)
      else turns.set(job.owner, [job])
    },
    /** The next job, a small one unless `largeToo`; null when there is none. */
    take(largeToo: boolean): Job | null {
      for (const [owner, own] of turns) {
        const at = own.findIndex((job) => largeToo || !job.large)
        const [job] = at < 0 ? [] : own.splice(at, 1)
        if (!job) continue
        turns.delete(owner)
        if (own.length > 0) turns.set(owner, own)
        return job
      }
      return null
    },
  }
}
