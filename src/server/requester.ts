import { AsyncLocalStorage } from 'node:async_hooks'

/** The call that is being answered: whose it is, and which log as of which seq it was given. */
export interface Requester {
  readonly user: string
  /** Null for calls outside a section, or whose log may be damaged. */
  readonly section: { readonly id: string; readonly epoch: string; readonly head: number } | null
}

const answering = new AsyncLocalStorage<Requester>()

/** Answers a call, so that shared queues know whose work they do. */
export function asRequester<T>(requester: Requester, answer: () => T): T {
  return answering.run(requester, answer)
}

/** Null for the hall's own work. */
export function currentRequester(): Requester | null {
  return answering.getStore() ?? null
}
