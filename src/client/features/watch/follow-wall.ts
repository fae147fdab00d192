import type { Clock } from '#lib/ports.ts'
import type { Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { Watched, WatchedSection } from '#protocol/socket/watched.ts'

/** The wall as this page knows it. */
export interface WallView {
  /** Null before the first answer. */
  readonly sections: readonly WatchedSection[] | null
  readonly more: number
  /** Live by the socket; polling by REST while that is away; away where neither answers. */
  readonly line: 'connecting' | 'live' | 'polling' | 'away'
  /** When the server was last heard (epoch ms, local clock); null before. */
  readonly heardAt: number | null
  /** Why nothing could be read, while there is nothing to show. */
  readonly failure: Failure | null
}

export const noWall: WallView = { sections: null, more: 0, line: 'connecting', heardAt: null, failure: null }

interface Ports {
  /** Opens the socket's channel. */
  open(onWatched: (watched: Watched) => void, onLine: (connected: boolean) => void): { close(): void }
  /** The REST call with the same content. */
  read(signal: AbortSignal): Promise<Result<Watched, Failure>>
  /** This computer's clock. */
  readonly now: Clock
}

/** Without a socket the wall is read so often (milliseconds). */
const pollMs = 5000
/** The server sends every five seconds: a socket that says nothing for so long does not count as live. */
const silentMs = 12_000
const lookMs = 1000

/** Follows the wall until closed: by the socket, and by REST while that is away (WAL-4). */
export function followWall(
  { open, read, now }: Ports,
  onView: (view: WallView) => void,
): { close(): void; again(): void } {
  let view = noWall
  let connected = false
  let reading: AbortController | null = null
  let readAt = Number.NEGATIVE_INFINITY

  const isLive = () =>
    connected && view.line === 'live' && view.heardAt !== null && now() - view.heardAt < silentMs
  const show = (changes: Partial<WallView>) => {
    view = { ...view, ...changes }
    onView(view)
  }

  function take({ ids, more, sections }: Watched, line: WallView['line']): void {
    const known = new Map([...(view.sections ?? []), ...sections].map((section) => [section.id, section]))
    show({
      ...{ more, line, heardAt: now(), failure: null },
      sections: ids.flatMap((id) => known.get(id) ?? []),
    })
  }

  async function poll(): Promise<void> {
    if (reading) return
    const asking = new AbortController()
    reading = asking
    readAt = now()
    const answer = await read(asking.signal)
    reading = null
    // The socket was quicker, and is further.
    if (asking.signal.aborted || isLive()) return
    if (answer.ok) take(answer.value, 'polling')
    else show({ line: 'away', failure: view.sections === null ? answer.error : null })
  }

  function look(): void {
    if (isLive()) return
    if (view.line === 'live') show({ line: 'polling' })
    if (now() - readAt >= pollMs) void poll()
  }

  const channel = open(
    (watched) => take(watched, 'live'),
    (isConnected) => {
      connected = isConnected
      if (!connected) look()
    },
  )
  const timer = setInterval(look, lookMs)
  void poll()
  return {
    close() {
      clearInterval(timer)
      reading?.abort()
      channel.close()
    },
    again() {
      show({ failure: null })
      void poll()
    },
  }
}
