/** What is done per session, never twice at once for one session. */
export interface SessionWork<Request, Answer, Session, Plan extends Answers<Answer>> {
  refresh(id: string): Promise<Session | null>
  /**
   * Decides as if `before`, which is being written, stood already; what was last read of the session where it is null.
   * Null for a session that has to be read first. When it throws, `append` is asked.
   */
  plan(id: string, requests: readonly Request[], before: Plan | null): Plan | null
  /**
   * Writes plans, each decided on the one before, and says whether it could be done: if not, `append` is asked. With an
   * error all of their requests fail. Never throws. It calls back, as does the writer below it, because every append
   * comes this way: a promise in between costs as much as hashing an entry.
   */
  write(id: string, plans: readonly [Plan, ...Plan[]], done: WriteCallback): void
  /** Answers in the order of the requests; when it throws, all of them fail. */
  append(id: string, requests: readonly Request[]): Promise<readonly Answer[]>
}

interface Answers<Answer> {
  /** In the order of the requests. */
  readonly answers: readonly Answer[]
}

export type WriteCallback = (error: unknown, written: boolean) => void

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

/** Sessions that are begun with in one go. */
const startedAtOnce = 25
/** Appends that share a commit at most. */
const batchLength = 200

/**
 * One queue per session: while a batch is written, whatever is asked meanwhile is decided ahead and gathers into the
 * next one. A refresh starts after it was asked for, and serves all who asked before it started.
 */
export function createSessionQueues<Request, Answer, Session, Plan extends Answers<Answer>>(
  work: SessionWork<Request, Answer, Session, Plan>,
) {
  type SessionQueue = Queue<Request, Answer, Session, Plan>
  type Batch = readonly Asked<Request, Answer>[]
  /** Of each session something is asked of, or under way. */
  const queues = new Map<string, SessionQueue>()
  /** Of which nothing is under way yet. */
  const fresh: SessionQueue[] = []
  const idlers: (() => void)[] = []

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
    // Whoever asks in the same breath belongs to the first batch.
    if (fresh.length === 0) queueMicrotask(startAll)
    fresh.push(queue)
    return queue
  }

  function startAll(): void {
    const started = fresh.splice(0, startedAtOnce)
    // What these have decided is sent before the others decide.
    if (fresh.length > 0) setImmediate(startAll)
    for (const queue of started) goOn(queue)
  }

  /** Begins with what comes next; nothing is under way. */
  function goOn(queue: SessionQueue): void {
    if (queue.planned.length === 0) planNext(queue)
    if (queue.planned.length > 0) writePlanned(queue)
    else if (queue.refreshes.length > 0) void refreshAll(queue)
    else {
      queues.delete(queue.id)
      if (queues.size === 0) for (const idler of idlers.splice(0)) idler()
    }
  }

  function planNext(queue: SessionQueue): void {
    const batch = queue.asked.splice(0, batchLength - queue.planned.length)
    if (batch.length === 0) return
    const plan = planSafely(
      queue,
      batch.map(({ request }) => request),
    )
    for (const asked of batch) queue.planned.push(asked)
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

  function writePlanned(queue: SessionQueue): void {
    const { planned: batch, plans } = queue
    queue.planned = []
    queue.plans = []
    lookAhead(queue)
    const [first, ...more] = plans
    if (!first) {
      void append(queue, batch)
      return
    }
    work.write(queue.id, [first, ...more], (error, written) => {
      if (written) {
        resolve(batch, more.length === 0 ? first.answers : plans.flatMap(({ answers }) => answers))
        end(queue)
        return
      }
      // What was decided on it meanwhile has nothing to stand on.
      queue.plans = []
      queue.newest = null
      if (error) {
        fail(batch, error)
        end(queue)
      } else void append(queue, batch)
    })
  }

  async function append(queue: SessionQueue, batch: Batch): Promise<void> {
    try {
      const requests = batch.map(({ request }) => request)
      resolve(batch, await work.append(queue.id, requests))
    } catch (error) {
      fail(batch, error)
    }
    end(queue)
  }

  function resolve(batch: Batch, answers: readonly Answer[]): void {
    for (const [index, waiting] of batch.entries()) {
      const answer = answers[index]
      if (answer === undefined) waiting.reject(new Error('a request was left without an answer'))
      else waiting.resolve(answer)
    }
  }

  function fail(batch: Batch, error: unknown): void {
    for (const { reject } of batch) reject(error)
  }

  function end(queue: SessionQueue): void {
    if (queue.planned.length === 0) queue.newest = null
    // Before the next batch: whoever reads does not wait for all who write.
    if (queue.refreshes.length > 0) void refreshAll(queue)
    else goOn(queue)
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
    goOn(queue)
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
    idle: () =>
      new Promise<void>((resolve) => {
        if (queues.size === 0) resolve()
        else idlers.push(resolve)
      }),
  }
}
