import { takeTogether } from './take-together.ts'

/** The work that a queue does for its session, one piece at a time. */
export interface SessionWork<Request, Answer, Session, Plan extends Answers<Answer>> {
  refresh(id: string): Promise<Session | null>
  /**
   * Decides requests on top of `before`, a plan that is being written, or on the last known state where it is null.
   * Null for a session that has to be read first. If it throws, `append` is called.
   */
  plan(id: string, requests: readonly Request[], before: Plan | null): Plan | null
  /**
   * Writes the plans in order and reports through `done` whether they were written; if not, `append` is called. On an
   * error all of their requests fail. Never throws. `done` is a callback, because a promise for every append would cost
   * as much as hashing an entry.
   */
  write(id: string, plans: readonly [Plan, ...Plan[]], done: WriteCallback): void
  /** Answers in the order of the requests; if it throws, all of them fail. */
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

interface QueuedRequest<Request, Answer> extends Waiting<Answer> {
  readonly request: Request
}

interface Queue<Request, Answer, Session, Plan> {
  readonly id: string
  waiting: QueuedRequest<Request, Answer>[]
  /** Requests that are decided ahead, with their plans; written together once the write in progress ends. */
  planned: QueuedRequest<Request, Answer>[]
  plans: Plan[]
  /** The last plan that is not known to be written. */
  newest: Plan | null
  willPlanAhead: boolean
  refreshes: Waiting<Session | null>[]
}

/** Appends that share a commit at most. */
const batchLength = 200

/**
 * One queue per session: while a batch is written, new requests are decided ahead and form the next batch. A refresh
 * starts after it was requested and answers every refresh requested before it started.
 */
export function createSessionQueues<Request, Answer, Session, Plan extends Answers<Answer>>(
  work: SessionWork<Request, Answer, Session, Plan>,
) {
  type SessionQueue = Queue<Request, Answer, Session, Plan>
  /** Sessions with requests waiting or in progress. */
  const queues = new Map<string, SessionQueue>()
  const notStarted: SessionQueue[] = []
  const idleListeners: (() => void)[] = []
  const startNext = createRunner(work, (queue) => {
    queues.delete(queue.id)
    if (queues.size === 0) for (const listener of idleListeners.splice(0)) listener()
  })

  function queueFor(id: string): SessionQueue {
    const known = queues.get(id)
    if (known) return known
    const queue: SessionQueue = {
      id,
      waiting: [],
      planned: [],
      plans: [],
      newest: null,
      willPlanAhead: false,
      refreshes: [],
    }
    queues.set(id, queue)
    // Requests of the same tick belong to the first batch.
    if (notStarted.length === 0) queueMicrotask(startAll)
    notStarted.push(queue)
    return queue
  }

  function startAll(): void {
    const started = takeTogether(notStarted, ({ waiting }) => waiting.length)
    // Send what these have decided before the others decide.
    if (notStarted.length > 0) setImmediate(startAll)
    for (const queue of started) startNext(queue)
  }

  return {
    append: (id: string, request: Request) =>
      new Promise<Answer>((resolve, reject) => {
        const queue = queueFor(id)
        queue.waiting.push({ request, resolve, reject })
        planAheadLater(work, queue)
      }),
    refresh: (id: string) =>
      new Promise<Session | null>((resolve, reject) => queueFor(id).refreshes.push({ resolve, reject })),
    /** Resolves when nothing is queued or in progress. */
    idle: () =>
      new Promise<void>((resolve) => {
        if (queues.size === 0) resolve()
        else idleListeners.push(resolve)
      }),
  }
}

/** Starts what comes next in a queue where nothing is in progress, and goes on until the queue is empty. */
function createRunner<Request, Answer, Session, Plan extends Answers<Answer>>(
  work: SessionWork<Request, Answer, Session, Plan>,
  onEmpty: (queue: Queue<Request, Answer, Session, Plan>) => void,
) {
  type SessionQueue = Queue<Request, Answer, Session, Plan>
  type Batch = readonly QueuedRequest<Request, Answer>[]

  function startNext(queue: SessionQueue): void {
    if (queue.planned.length === 0) planNext(work, queue)
    if (queue.planned.length > 0) writePlanned(queue)
    else if (queue.refreshes.length > 0) void refreshAll(queue)
    else onEmpty(queue)
  }

  function writePlanned(queue: SessionQueue): void {
    const { planned: batch, plans } = queue
    queue.planned = []
    queue.plans = []
    planAheadLater(work, queue)
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
      // Plans decided on top of these are void.
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

  function end(queue: SessionQueue): void {
    if (queue.planned.length === 0) queue.newest = null
    // Refreshes come before the next batch, so that a reader does not wait for all writers.
    if (queue.refreshes.length > 0) void refreshAll(queue)
    else startNext(queue)
  }

  async function refreshAll(queue: SessionQueue): Promise<void> {
    const batch = queue.refreshes.splice(0)
    try {
      const session = await work.refresh(queue.id)
      for (const waiting of batch) waiting.resolve(session)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    }
    startNext(queue)
  }

  return startNext
}

/** Moves requests from waiting to planned, as far as one batch holds them. */
function planNext<Request, Answer, Session, Plan extends Answers<Answer>>(
  work: SessionWork<Request, Answer, Session, Plan>,
  queue: Queue<Request, Answer, Session, Plan>,
): void {
  const batch = queue.waiting.splice(0, batchLength - queue.planned.length)
  if (batch.length === 0) return
  const requests = batch.map(({ request }) => request)
  for (const queued of batch) queue.planned.push(queued)
  queue.newest = planSafely(work, queue, requests)
  if (queue.newest) queue.plans.push(queue.newest)
  else queue.plans = []
}

/** Requests that cannot be planned go to `append`, which reports the failure. */
function planSafely<Request, Answer, Session, Plan extends Answers<Answer>>(
  work: SessionWork<Request, Answer, Session, Plan>,
  { id, newest }: Queue<Request, Answer, Session, Plan>,
  requests: readonly Request[],
): Plan | null {
  try {
    return work.plan(id, requests, newest)
  } catch {
    return null
  }
}

/** Plans once the write in progress was sent, so that sending does not wait for deciding. */
function planAheadLater<Request, Answer, Session, Plan extends Answers<Answer>>(
  work: SessionWork<Request, Answer, Session, Plan>,
  queue: Queue<Request, Answer, Session, Plan>,
): void {
  if (queue.willPlanAhead || queue.waiting.length === 0 || queue.newest === null) return
  queue.willPlanAhead = true
  setImmediate(() => {
    queue.willPlanAhead = false
    if (queue.newest !== null) planNext(work, queue)
  })
}

function resolve<Answer>(batch: readonly Waiting<Answer>[], answers: readonly Answer[]): void {
  for (const [index, waiting] of batch.entries()) {
    const answer = answers[index]
    if (answer === undefined) waiting.reject(new Error('a request was left without an answer'))
    else waiting.resolve(answer)
  }
}

function fail(batch: readonly Waiting<never>[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}
