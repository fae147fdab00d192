/** What is done per session, never twice at once for one session. */
export interface Work<Request, Answer, Session, Plan> {
  refresh(id: string): Promise<Session | null>
  /**
   * Decides as if `before`, which is being written, stood already; what was last read of the session where it is null.
   * Null for a session that has to be read first. When it throws, `append` is asked without a plan.
   */
  plan(id: string, requests: readonly Request[], before: Plan | null): Plan | null
  /**
   * Answers in the order of the requests; when it throws, all of them fail. `plans` are of all of them, each on the one
   * before, or there are none.
   */
  append(id: string, requests: readonly Request[], plans: readonly Plan[]): Promise<readonly Answer[]>
}

interface Waiting<Value> {
  resolve(value: Value): void
  reject(reason: unknown): void
}

interface Asked<Request, Answer> extends Waiting<Answer> {
  readonly request: Request
}

interface Queue<Request, Answer, Session, Plan> {
  readonly id: string
  asked: Asked<Request, Answer>[]
  /** Decided ahead, and written together as soon as what is under way is done. */
  planned: Asked<Request, Answer>[]
  plans: Plan[]
  /** The last that is decided and not known to be written. */
  newest: Plan | null
  /** Whether it will be looked at what can be decided ahead. */
  looking: boolean
  refreshes: Waiting<Session | null>[]
}

/** Appends that share a commit at most. */
const batchLength = 200

/**
 * One queue per session: while a batch is written, whatever is asked meanwhile is decided ahead and gathers into the
 * next one. A refresh starts after it was asked for, and serves all who asked before it started.
 */
export function createWorkers<Request, Answer, Session, Plan>(work: Work<Request, Answer, Session, Plan>) {
  type SessionQueue = Queue<Request, Answer, Session, Plan>
  const queues = new Map<string, SessionQueue>()
  const running = new Set<Promise<void>>()

  function queueOf(id: string): SessionQueue {
    const known = queues.get(id)
    if (known) return known
    const queue: SessionQueue = {
      id,
      asked: [],
      planned: [],
      plans: [],
      newest: null,
      looking: false,
      refreshes: [],
    }
    queues.set(id, queue)
    const run = drain(queue).finally(() => running.delete(run))
    running.add(run)
    return queue
  }

  async function drain(queue: SessionQueue): Promise<void> {
    // Whoever asks in the same breath belongs to the first batch.
    await Promise.resolve()
    while (queue.asked.length + queue.planned.length + queue.refreshes.length > 0) {
      if (queue.planned.length === 0) planNext(queue)
      if (queue.planned.length > 0) await appendPlanned(queue)
      if (queue.refreshes.length > 0) await refreshAll(queue)
    }
    queues.delete(queue.id)
  }

  function planNext(queue: SessionQueue): void {
    const batch = queue.asked.splice(0, batchLength - queue.planned.length)
    if (batch.length === 0) return
    const plan = planSafely(
      queue,
      batch.map(({ request }) => request),
    )
    queue.planned.push(...batch)
    if (plan) queue.plans.push(plan)
    else queue.plans = []
    queue.newest = plan
  }

  /** What cannot be decided here fails where its waiters hear of it. */
  function planSafely({ id, newest }: SessionQueue, requests: readonly Request[]): Plan | null {
    try {
      return work.plan(id, requests, newest)
    } catch {
      return null
    }
  }

  async function appendPlanned(queue: SessionQueue): Promise<void> {
    const { planned: batch, plans } = queue
    queue.planned = []
    queue.plans = []
    lookAhead(queue)
    try {
      const requests = batch.map(({ request }) => request)
      const answers = await work.append(queue.id, requests, plans)
      batch.forEach(({ resolve, reject }, index) => {
        const answer = answers[index]
        if (answer === undefined) reject(new Error('a request was left without an answer'))
        else resolve(answer)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    if (queue.planned.length === 0) queue.newest = null
  }

  /** Later, when what is under way has been sent: nobody's writing waits for the deciding of what comes after. */
  function lookAhead(queue: SessionQueue): void {
    if (queue.looking || queue.asked.length === 0 || queue.newest === null) return
    queue.looking = true
    setImmediate(() => {
      queue.looking = false
      if (queue.newest !== null) planNext(queue)
    })
  }

  async function refreshAll(queue: SessionQueue): Promise<void> {
    const batch = queue.refreshes.splice(0)
    try {
      const session = await work.refresh(queue.id)
      for (const waiting of batch) waiting.resolve(session)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    }
  }

  return {
    append: (id: string, request: Request) =>
      new Promise<Answer>((resolve, reject) => {
        const queue = queueOf(id)
        queue.asked.push({ request, resolve, reject })
        lookAhead(queue)
      }),
    refresh: (id: string) =>
      new Promise<Session | null>((resolve, reject) => queueOf(id).refreshes.push({ resolve, reject })),
    /** Resolves when nothing is queued or under way. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}
