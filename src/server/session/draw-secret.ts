import { randomBytes, randomUUID } from 'node:crypto'

/** What a draw begins with besides what is asked for: an id, and the value that the server commits to. */
export function freshDraw(): { drawId: string; secret: string } {
  return { drawId: randomUUID(), secret: randomBytes(32).toString('hex') }
}
