import { createHmac } from 'node:crypto'
import type { Random } from '#lib/ports.ts'
import { restoredEpoch } from '#protocol/socket/restored-epoch.ts'

/*
 * Pages raise no alarm where an epoch says that a backup was restored. Whoever owns the database alone must not be able
 * to say that: what is fresh in such an epoch ends with a code made with the section's own key (ALM-5).
 */

const randomBytes = 4
const codeLength = 16

/** The epoch of a log after a backup was restored with its first `kept` entries. */
export function epochAfterRestore(
  { epoch, kept, privateKey }: { epoch: string; kept: number; privateKey: Uint8Array },
  random: Random,
): string {
  const fresh = Buffer.from(random(randomBytes)).toString('hex')
  return restoredEpoch(epoch, kept, fresh + codeOf(restoredEpoch(epoch, kept, fresh), privateKey))
}

/** The epoch as it may be told: without its claims of a restored backup where the hall has not made them. */
export function provedEpoch(epoch: string, privateKey: Uint8Array): string {
  const parts = epoch.split('~')
  for (let end = 3; end <= parts.length; end += 2) {
    const stage = parts.slice(0, end).join('~')
    const code = codeOf(stage.slice(0, -codeLength), privateKey)
    if (!stage.endsWith(code)) return epoch.replaceAll('~', '!')
  }
  return parts.length % 2 === 1 ? epoch : epoch.replaceAll('~', '!')
}

function codeOf(text: string, privateKey: Uint8Array): string {
  return createHmac('sha256', privateKey).update(`restored\n${text}`).digest('hex').slice(0, codeLength)
}
