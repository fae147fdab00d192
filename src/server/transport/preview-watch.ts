import type { Previews } from '../log/previews.ts'
import type { Channels } from './delivery-channels.ts'

/**
 * Looks at a session's previews whenever its log has grown, and sends on those that have grown themselves: a rival's
 * entry sends nothing and delays nothing (RIV-1). `onClosed` is called once bids are closed, as long as there are
 * previews.
 */
export function watchPreviews(
  previews: Pick<Previews, 'find'>,
  channels: Pick<Channels, 'previewsOf' | 'grow'>,
  onClosed: (sessionId: string) => Promise<void>,
) {
  /** Sessions that are being looked at; `again`: entries were appended since. */
  const looking = new Map<string, { again: boolean }>()

  async function lookOnce(sessionId: string): Promise<void> {
    const found = await previews.find(sessionId)
    if (!found) return onClosed(sessionId)
    for (const channel of channels.previewsOf(sessionId) ?? []) {
      const head = channel.previewOf ? found.of(channel.previewOf).head : 0
      if (head <= channel.head) continue
      channel.head = head
      channels.grow(channel, head)
    }
  }

  return async function look(sessionId: string): Promise<void> {
    const busy = looking.get(sessionId)
    if (busy) {
      busy.again = true
      return
    }
    const turn = { again: false }
    looking.set(sessionId, turn)
    try {
      do {
        turn.again = false
        await lookOnce(sessionId)
      } while (turn.again)
    } finally {
      looking.delete(sessionId)
    }
  }
}
