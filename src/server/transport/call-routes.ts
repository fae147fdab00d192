import type { Call } from '#protocol/call.ts'

/** A call as one of its methods answers it. */
export interface CallRoute {
  /** Unique in the API description. */
  readonly name: string
  readonly call: Call
  /** The call's own method; the input of the other one stands in the other place. */
  readonly own: boolean
}

/** The routes of a call: one, or one for each method where `bothMethods` says so (REST-12). */
export function routesOf(name: string, call: Call): CallRoute[] {
  const own = { name, call, own: true }
  if (!call.bothMethods) return [own]
  const { query, body, ...row } = call
  if (call.method === 'GET') {
    const byPost: Call = { ...row, method: 'POST', ...(query ? { body: query } : {}) }
    return [own, { name: `${name}ByPost`, call: byPost, own: false }]
  }
  const byGet: Call = { ...row, method: 'GET', unsafe: true, ...(body ? { query: body } : {}) }
  return [own, { name: `${name}ByGet`, call: byGet, own: false }]
}
