import { createHash } from 'node:crypto'
import { canonicalJson } from '#domain/log/canonical-json.ts'
import type { WireCommand } from '#protocol/wire-command.ts'

/** How many committed commands a node remembers. */
const mostRemembered = 50_000

/**
 * What the ids of this node's last committed commands were used for: a client that gives another command an id again is
 * not told that it was committed. A retry that comes to another node, or much later, gets the first answer.
 */
export function createUsedIds() {
  const used = new Map<string, string>()
  return {
    /** Whether the id, as far as known, was used for another command. */
    isOther: (key: string, digest: string): boolean => (used.get(key) ?? digest) !== digest,
    remember(key: string, digest: string): void {
      if (used.has(key)) return
      used.set(key, digest)
      for (const oldest of used.keys()) {
        if (used.size <= mostRemembered) break
        used.delete(oldest)
      }
    },
  }
}

export function digestOfCommand({ type, payload }: WireCommand): string {
  return createHash('sha256').update(canonicalJson({ type, payload })).digest('base64')
}
