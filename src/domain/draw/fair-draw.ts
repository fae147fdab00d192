import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { canonicalJson, sha256Hex } from '../log/canonical-json.ts'

/*
 * How a draw is decided, so that anybody can recompute it (src/tools/verify-draw.mjs does so independently):
 * 1. Candidates, their order and the server's commitment are in the log before anybody contributes.
 * 2. Each participant commits to a value of 32 random bytes. Nobody reveals before joining is closed.
 * 3. All reveal; the server last, with the result. The server is bound by its commitment, and a contributor who
 *    withholds does not know what would be drawn.
 * 4. The seed is SHA-256 over the canonical JSON of `{declared, values}`: the hash of the declaring entry, then the
 *    server's value and the contributors' values in the order in which joining was closed: by actor (a bidder's unit
 *    code, otherwise the account). No value can change that order, and it is in the log before any value is known.
 * 5. Numbers come from HMAC-SHA-256(seed, counter), the counter from 0 as four bytes, big-endian. Each digest is read
 *    as eight numbers of four bytes, big-endian. Each index is the next number modulo the count of candidates; a number
 *    in the last, incomplete multiple of that count is skipped.
 * Nobody can choose the result as long as one contributor is honest. One attack remains: whoever controls the server
 * and an account can let that account withhold and so repeat the draw, once for each account, and is named for it in
 * the log.
 */

/** The name of this rule in the log. */
export const drawRule = 'hmac-sha256/1'

/** The commitment to a value that is revealed later. */
export function drawCommitment(drawId: string, attempt: number, value: string): string {
  return sha256Hex(canonicalJson({ drawId, attempt, value }))
}

/** The server's value in the next attempt; as secret and as little chosen as the first. */
export function nextSecret(secret: string): string {
  return sha256Hex(`kaibiao-draw-again/1:${secret}`)
}

/** `values`: the server's first, then in the order in which joining was closed. */
export function drawSeed(declaredHash: string, values: readonly string[]): string {
  return sha256Hex(canonicalJson({ declared: declaredHash, values }))
}

/** Yields indexes below a count of candidates, each equally likely. */
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
  const message = new DataView(new ArrayBuffer(4))
  const bytes = new Uint8Array(keyed.outputLen)
  const digest = new DataView(bytes.buffer)
  let place = digest.byteLength
  let counter = 0
  return () => {
    if (place >= digest.byteLength) {
      message.setUint32(0, counter)
      counter += 1
      keyed.clone().update(new Uint8Array(message.buffer)).digestInto(bytes)
      place = 0
    }
    place += 4
    return digest.getUint32(place - 4)
  }
}
