import { offlinePage } from './offline-page.ts'

/** What a proxy answers while the hall behind it is away. */
const hallAway = [502, 503, 504]

/**
 * Whether the service worker answers a request: pages alone. Calls, sockets and files never pass through it, and it keeps
 * nothing (OFF-1).
 */
export function isPage({ mode, method, url }: Pick<Request, 'mode' | 'method' | 'url'>): boolean {
  return mode === 'navigate' && method === 'GET' && !new URL(url).pathname.startsWith('/api/')
}

/** The page from the network, or the offline page where that does not give one (OFF-2). */
export async function answerNavigation(fromNetwork: () => Promise<Response>): Promise<Response> {
  try {
    const answer = await fromNetwork()
    return hallAway.includes(answer.status) ? await offlinePage() : answer
  } catch {
    return offlinePage()
  }
}
