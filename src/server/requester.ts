import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogEnd } from '#protocol/session-export.ts'

/** The call that is being answered: whose it is, and which log as of which seq it was given. */
export interface Requester {
  readonly user: string
  /** Null for calls outside a section, or whose log may be damaged. */
  readonly section: { readonly id: string; readonly epoch: string; readonly head: number } | null
  /** Where the log ends that a report is made of; null where the user may not know how long it is. */
  printedEnd(): LogEnd | null
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
