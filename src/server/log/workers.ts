/** What is done per session, never twice at once for one session. */
export interface Work<Request, Answer, Session> {
  refresh(id: string): Promise<Session | null>
  /** Answers in the order of the requests; when it throws, all of them fail. */
  append(id: string, requests: readonly Request[]): Promise<readonly Answer[]>
}

interface Waiting<Value> {
  resolve(value: Value): void
  reject(reason: unknown): void
}

interface Queue<Request, Answer, Session> {
  appends: (Waiting<Answer> & { readonly request: Request })[]
  refreshes: Waiting<Session | null>[]
}

/** Appends that share a commit at most. */
const batchLength = 200

/**
 * One queue per session: while a batch is written, whatever is asked meanwhile gathers into the next one, which is
 * decided and committed together. A refresh starts after it was asked for, and serves all who asked before it started.
 */
export function createWorkers<Request, Answer, Session>(work: Work<Request, Answer, Session>) {
  const queues = new Map<string, Queue<Request, Answer, Session>>()
  const running = new Set<Promise<void>>()

  function queueOf(id: string): Queue<Request, Answer, Session> {
    const known = queues.get(id)
    if (known) return known
    const queue: Queue<Request, Answer, Session> = { appends: [], refreshes: [] }
    queues.set(id, queue)
    const run = drain(id, queue).finally(() => running.delete(run))
    running.add(run)
    return queue
  }

  async function drain(id: string, queue: Queue<Request, Answer, Session>): Promise<void> {
    // Whoever asks in the same breath belongs to the first batch.
    await Promise.resolve()
    while (queue.appends.length > 0 || queue.refreshes.length > 0) {
      await appendAll(id, queue.appends.splice(0, batchLength))
      await refreshAll(id, queue.refreshes.splice(0))
    }
    queues.delete(id)
  }

  async function appendAll(id: string, batch: Queue<Request, Answer, Session>['appends']): Promise<void> {
    if (batch.length === 0) return
    try {
      const answers = await work.append(
        id,
        batch.map((waiting) => waiting.request),
      )
      batch.forEach((waiting, index) => {
        const answer = answers[index]
        if (answer === undefined) waiting.reject(new Error('a request was left without an answer'))
        else waiting.resolve(answer)
      })
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    }
  }

  async function refreshAll(id: string, batch: Waiting<Session | null>[]): Promise<void> {
    if (batch.length === 0) return
    try {
      const session = await work.refresh(id)
      for (const waiting of batch) waiting.resolve(session)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    }
  }

  return {
    append: (id: string, request: Request) =>
      new Promise<Answer>((resolve, reject) => queueOf(id).appends.push({ request, resolve, reject })),
    refresh: (id: string) =>
      new Promise<Session | null>((resolve, reject) => queueOf(id).refreshes.push({ resolve, reject })),
    /** Resolves when nothing is queued or under way. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}
