import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { Random } from '#lib/ports.ts'
import { createSemaphore } from '#lib/semaphore.ts'

type Cost = Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>

/** scrypt at OWASP's lower bound for an interactive server. */
const fullCost: Cost = { N: 16_384, r: 8, p: 5 }

/** For servers with test accounts, which anybody can use without a password; tests make and check hundreds. */
export const testCost: Cost = { N: 1024, r: 8, p: 1 }

const keyLength = 32

/** Hashes and checks passwords at this cost; hashes of another cost are checked, too. */
export function createPasswords(random: Random, cost = fullCost, derive = deriveByScrypt) {
  const isOfThisCost = (hash: string) => hash.startsWith(costText(cost))
  const dummyHash = asText(cost, 'A'.repeat(22), 'A'.repeat(43))

  async function matches(password: string, hash: string): Promise<boolean> {
    const [, N, r, p, salt = '', key = ''] = hash.split('$')
    const stored = Buffer.from(key, 'base64url')
    const its = { N: Number(N), r: Number(r), p: Number(p) }
    return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url'), its), stored)
  }

  return {
    /** `scrypt$N$r$p$salt$key`, salt and key in base64url. */
    async hash(password: string): Promise<string> {
      const salt = Buffer.from(random(16))
      const key = await derive(password, salt, cost)
      return asText(cost, salt.toString('base64url'), key.toString('base64url'))
    },

    /** Whether the password matches the hash. Takes as long without a hash, and no less for a cheaper one. */
    async check(password: string, hash: string | null): Promise<boolean> {
      const right = hash !== null && (await matches(password, hash))
      if (hash === null || !isOfThisCost(hash)) await matches(password, dummyHash)
      return right
    },

    /** Whether a hash has the present cost. */
    isOfThisCost,
  }
}

export type Passwords = ReturnType<typeof createPasswords>

function asText(cost: Cost, salt: string, key: string): string {
  return `${costText(cost)}${salt}$${key}`
}

/** What all hashes of this cost begin with. */
function costText({ N, r, p }: Cost): string {
  return `scrypt$${N}$${r}$${p}$`
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
