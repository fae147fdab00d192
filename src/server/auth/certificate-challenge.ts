import type { Clock, Random } from '#lib/ports.ts'
import { challengePrefix } from '#seal/login-challenge.ts'
import { digestOf } from './digest.ts'
import type { SingleUse } from './single-use.ts'

/** Time to plug in the key and type its PIN. */
const challengeMinutes = 5

/** The challenges that a login by certificate signs (ACC-4); each counts once, on any node. */
export function createCertificateChallenge(singleUse: SingleUse, clock: Clock, random: Random) {
  async function issue(): Promise<{ Token: string; expiresAt: string }> {
    const token = `${challengePrefix}${Buffer.from(random(32)).toString('base64url')}`
    const expiresAt = new Date(clock() + challengeMinutes * 60_000)
    await singleUse.put(keyOf(token), '', expiresAt)
    return { Token: token, expiresAt: expiresAt.toISOString() }
  }

  /** True once for a challenge of this server that has not expired. */
  async function use(token: string): Promise<boolean> {
    return token.startsWith(challengePrefix) && (await singleUse.take(keyOf(token))) !== null
  }

  return { issue, use }
}

export type CertificateChallenge = ReturnType<typeof createCertificateChallenge>

function keyOf(token: string): string {
  return `certificate-challenge ${digestOf(token)}`
}
