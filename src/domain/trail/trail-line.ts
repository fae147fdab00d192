import { z } from 'zod'
import { canonicalJson, sha256Hex } from '../log/canonical-json.ts'
import { firstBreakIn } from '../log/chain.ts'
import { genesisHash } from '../log/entry.ts'
import { roles } from '../session/actor.ts'

/*
 * The security trail: what was refused, who came and went, what was exported and changed. One chain for the whole hall
 * (TRL-1), beside the sessions' logs, by the same rules: seq is dense from 1, previous is the hash of the line before,
 * hash covers every other field.
 */

export const trailKinds = [
  'login',
  'login-refused',
  'logout',
  'revoked',
  'account-changed',
  'setting-changed',
  'export',
  'command-refused',
  'read-refused',
  'upload-refused',
  /** Something was found that nobody with rights in the hall can do. */
  'alarm',
  /** A limit was hit: one line per account and minute. */
  'limit',
  /** Refusals that were only counted, because there were too many. */
  'only-counted',
] as const
export type TrailKind = (typeof trailKinds)[number]

/** The account of somebody who proved nothing, whatever they typed. */
export const unknownAccount = 'unknown'

const trailEventShape = {
  /** The database's clock (DBC-1), ISO 8601 in UTC; of several equal refusals the last one's. */
  at: z.iso.datetime(),
  kind: z.enum(trailKinds),
  /** Null without a login. */
  login: z.uuid().nullable(),
  /** The account's code, `platform`, `system`, or `unknown`. */
  account: z.string(),
  role: z.enum(roles).nullable(),
  unit: z.string().nullable(),
  /** The client's address, as far as trusted proxies name it. */
  address: z.string(),
  /** The client's name for itself, cleaned and cut. */
  agent: z.string(),
  /** The section that the request named; null outside one. */
  section: z.uuid().nullable(),
  /** The call, command or setting. */
  what: z.string(),
  /** Why it was refused or ended; null for what was done. */
  code: z.string().nullable(),
  /** What it was about: the account that changed, a setting's new value, the limit. */
  detail: z.string(),
  /** How often, since the line before of the same refusal. */
  count: z.number().int().min(1),
}

const trailEventSchema = z.strictObject(trailEventShape)
/** What happened, before it has its place in the trail. */
export type TrailEvent = Readonly<z.infer<typeof trailEventSchema>>

export const trailLineSchema = z.strictObject({
  ...trailEventShape,
  seq: z.number().int().min(1),
  version: z.literal(1),
  previous: z.string(),
  hash: z.string(),
})
export type TrailLine = Readonly<z.infer<typeof trailLineSchema>>

/** Gives what happened its place after the line with this seq and hash. */
export function recordTrailLine(
  event: TrailEvent,
  last: Pick<TrailLine, 'seq' | 'hash'>,
  sha256: (text: string) => string = sha256Hex,
): TrailLine {
  const open = { ...event, version: 1 as const, seq: last.seq + 1, previous: last.hash }
  return { ...open, hash: sha256(canonicalJson(open)) }
}

/** What the first line of a trail continues. */
export function beforeTrail(trailId: string): Pick<TrailLine, 'seq' | 'hash'> {
  return { seq: 0, hash: genesisHash(trailId) }
}

/** The seq of the first line that breaks the trail; null when it is whole (TRL-1). */
export function firstTrailBreak(trailId: string, lines: readonly TrailLine[]): number | null {
  return firstBreakIn(beforeTrail(trailId).hash, lines, ({ hash, ...open }, previous) => {
    return open.previous === previous && sha256Hex(canonicalJson(open)) === hash
  })
}
