import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { canonicalJson, sha256Hex } from '../log/canonical-json.ts'

/*
 * How a draw is decided, so that anybody can do it again (src/tools/verify-draw.mjs does, on its own):
 * 1. Candidates, their order and the server's commitment stand in the log before anybody contributes.
 * 2. Whoever wants to commits to a value of 32 random bytes; nobody reveals before that is closed.
 * 3. All reveal, the server last and together with the result: it is bound by its commitment, and who withholds
 *    does so without knowing what would be drawn.
 * 4. The seed is SHA-256 over the canonical JSON of `{declared, values}`: the hash of the declaring entry, the
 *    server's value and the contributors' in the order that was closed with: by actor (a bidder's unit code, another's
 *    account), which no value can change, and in the log before any value is known.
 * 5. Numbers come from HMAC-SHA-256(seed, counter), the counter from 0 as four bytes, big-endian: each digest is read as
 *    eight numbers of four bytes, big-endian. Index after index is the next number modulo the count of candidates;
 *    a number in the last, incomplete multiple of that count is passed over.
 * As long as one contributor is honest nobody can choose. What is left: whoever holds the server and an account besides
 * can make that account withhold, and have the draw repeated, once for each account, named and in everybody's sight.
 */

/** What the log calls this rule. */
export const drawRule = 'hmac-sha256/1'

/** What a value is bound by before it is revealed. */
export function drawCommitment(drawId: string, attempt: number, value: string): string {
  return sha256Hex(canonicalJson({ drawId, attempt, value }))
}

/** The server's value in the next attempt: known to nobody else, as little to be chosen as the first. */
export function nextSecret(secret: string): string {
  return sha256Hex(`kaibiao-draw-again/1:${secret}`)
}

/** `values`: the server's first, the others in the order that joining was closed with. */
export function drawSeed(declaredHash: string, values: readonly string[]): string {
  return sha256Hex(canonicalJson({ declared: declaredHash, values }))
}

/** Yields index after index below a count of candidates, each as likely as the other. */
export function drawIndexes(seed: string): (count: number) => number {
  const nextNumber = numbers(seed)
  return (count) => {
    const limit = 2 ** 32 - (2 ** 32 % count)
    for (;;) {
      const number = nextNumber()
      if (number < limit) return number % count
    }
  }
}

function numbers(seed: string): () => number {
  const keyed = hmac.create(sha256, hexToBytes(seed))
  let digest = new DataView(new ArrayBuffer(0))
  let place = 0
  let counter = 0
  return () => {
    if (place >= digest.byteLength) {
      const message = new DataView(new ArrayBuffer(4))
      message.setUint32(0, counter)
      counter += 1
      const bytes = keyed.clone().update(new Uint8Array(message.buffer)).digest()
      digest = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      place = 0
    }
    place += 4
    return digest.getUint32(place - 4)
  }
}
