import { serverTimePath } from '#protocol/calls/server-time.ts'

/** The server's clock in epoch milliseconds; needs no login, and no table of calls. */
export async function readServerTime(signal: AbortSignal): Promise<number> {
  const response = await fetch(serverTimePath, { signal })
  const { epoch } = (await response.json()) as { readonly epoch?: unknown }
  if (!response.ok || !Number.isSafeInteger(epoch)) throw new Error(`the server's time: ${response.status}`)
  return epoch as number
}
