import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { Random } from '#lib/ports.ts'
import { createSemaphore } from '#lib/semaphore.ts'

/** scrypt at OWASP's lower bound for an interactive server; the hash contains its parameters. */
const cost = { N: 16_384, r: 8, p: 5 }
const keyLength = 32

/** `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = Buffer.from(random(16))
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether the password matches the hash; takes as long without a hash. */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? dummyHash).split('$')
  const stored = Buffer.from(key, 'base64url')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(derived, stored) && hash !== null
}

const dummyHash = ['scrypt', cost.N, cost.r, cost.p, 'A'.repeat(22), 'A'.repeat(43)].join('$')

/** Hashing and the file system share libuv's four threads: many logins at once must not delay uploads. */
const hashing = createSemaphore(2)

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  const work = () =>
    new Promise<Buffer>((done, fail) => {
      scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) =>
        error ? fail(error) : done(key),
      )
    })
  return hashing(work)
}
