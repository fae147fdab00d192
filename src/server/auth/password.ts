import { createHmac, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { Random } from '#lib/ports.ts'
import { createSemaphore } from '#lib/semaphore.ts'

type Cost = Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>

/** scrypt at OWASP's lower bound for an interactive server. */
const fullCost: Cost = { N: 16_384, r: 8, p: 5 }

/** For servers with test accounts, which anybody can use without a password; tests make and check hundreds. */
export const testCost: Cost = { N: 1024, r: 8, p: 1 }

const keyLength = 32

/** A hash of versions before the pepper, and one of today. */
const schemes = { plain: 'scrypt', peppered: 'scrypt-pepper' } as const

/**
 * Hashes and checks passwords at this cost, with a pepper that is not in the database: whoever has a hash alone cannot
 * try passwords (KEY-8). Hashes of another cost, and of before there was a pepper, are checked, too.
 */
export function createPasswords(
  random: Random,
  pepper: Uint8Array,
  cost = fullCost,
  derive = deriveByScrypt,
) {
  const isUpToDate = (hash: string) => hash.startsWith(beginning(cost))
  const dummyHash = asText(cost, 'A'.repeat(22), 'A'.repeat(43))
  const peppered = (password: string) =>
    createHmac('sha256', pepper).update(password.normalize('NFKC')).digest('base64')

  async function matches(password: string, hash: string): Promise<boolean> {
    const [scheme, N, r, p, salt = '', key = ''] = hash.split('$')
    const stored = Buffer.from(key, 'base64url')
    const its = { N: Number(N), r: Number(r), p: Number(p) }
    const secret = scheme === schemes.plain ? password : peppered(password)
    return timingSafeEqual(await derive(secret, Buffer.from(salt, 'base64url'), its), stored)
  }

  return {
    /** `scrypt-pepper$N$r$p$salt$key`, salt and key in base64url. */
    async hash(password: string): Promise<string> {
      const salt = Buffer.from(random(16))
      const key = await derive(peppered(password), salt, cost)
      return asText(cost, salt.toString('base64url'), key.toString('base64url'))
    },

    /** Whether the password matches the hash. Takes as long without a hash, and no less for a cheaper one. */
    async check(password: string, hash: string | null): Promise<boolean> {
      const right = hash !== null && (await matches(password, hash))
      if (hash === null || !isUpToDate(hash)) await matches(password, dummyHash)
      return right
    },

    /** Whether a hash has the present cost and the pepper. */
    isUpToDate,
  }
}

export type Passwords = ReturnType<typeof createPasswords>

function asText(cost: Cost, salt: string, key: string): string {
  return `${beginning(cost)}${salt}$${key}`
}

/** What today's hashes of this cost begin with. */
function beginning({ N, r, p }: Cost): string {
  return `${schemes.peppered}$${N}$${r}$${p}$`
}

/** Hashing and the file system share libuv's four threads: many logins at once must not delay uploads. */
const hashing = createSemaphore(2)

function deriveByScrypt(password: string, salt: Buffer, options: Cost): Promise<Buffer> {
  const work = () =>
    new Promise<Buffer>((done, fail) => {
      scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) =>
        error ? fail(error) : done(key),
      )
    })
  return hashing(work)
}
