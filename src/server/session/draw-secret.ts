import { randomBytes, randomUUID } from 'node:crypto'

/** What the server adds to a draw: an id, and the secret value that it commits to. */
export function freshDraw(): { drawId: string; secret: string } {
  return { drawId: randomUUID(), secret: randomBytes(32).toString('hex') }
}
