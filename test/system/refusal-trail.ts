import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { Role } from '#domain/session/actor.ts'
import { reads } from '#domain/session/permissions.ts'
import {
  firstTrailBreak,
  type TrailKind,
  type TrailLine,
  trailLineSchema,
  unknownAccount,
} from '#domain/trail/trail-line.ts'
import type { Call } from '#protocol/call.ts'
import { type CallName, calls } from '#protocol/calls.ts'
import type { AnswerTap } from '#simulators/client/http-client.ts'
import type { Account } from '#simulators/client/session-client.ts'

/** Who asks at the moment: an account's code, the section they are in, and the command that a call only carries. */
interface Asking {
  readonly account: string
  readonly section: string | null
  readonly command: string | null
}

export type ExpectedLine = Pick<TrailLine, 'kind' | 'account' | 'section' | 'what' | 'code'>

const limits = ['too-many-requests', 'login-throttled', 'reports-busy']

/** Collects the refusals that a test provokes, each with the line that it has to leave in the trail (TRL-2). */
export function collectRefusals() {
  const provoked = new Map<string, number>()
  let asking: Asking | null = null

  function add(kind: TrailKind, what: string, code: string): void {
    if (!asking) return
    const { account, section } = asking
    const key = keyOf({ kind, account, section, what, code })
    provoked.set(key, (provoked.get(key) ?? 0) + 1)
  }

  const tap: AnswerTap = (name, status, bytes) => {
    if (status < 400 || status >= 500) return
    const { code } = JSON.parse(new TextDecoder().decode(bytes)) as { code: string }
    const kind = kindOf(name, status, code)
    if (kind) add(kind, asking?.command ?? name, code)
  }

  return {
    tap,
    /** What is asked from here on is asked by them; by nobody who is watched when null. */
    by(next: Asking | null): void {
      asking = next
    },
    /** A command that was refused over the socket. */
    overSocket(what: string, code: string): void {
      add(limits.includes(code) ? 'limit' : 'command-refused', what, code)
    },
    provoked: (): ReadonlyMap<string, number> => provoked,
  }
}

/** By the call's row alone. */
function kindOf(name: CallName, status: number, code: string): TrailKind | null {
  if (limits.includes(code)) return 'limit'
  const { form, action, auth, method, unsafe, readOnly }: Call = calls[name]
  if (form) return 'upload-refused'
  const isRead = action ? reads.some((read) => read === action) : readOnly || (!unsafe && method === 'GET')
  if (auth === 'platform' || !isRead) return 'command-refused'
  return status === 401 || status === 403 ? 'read-refused' : null
}

/** The whole trail as a supervisor exports it; throws where its chain is broken. */
export async function exportedTrail(supervisor: Account): Promise<TrailLine[]> {
  const text = new TextDecoder().decode(await supervisor.call('exportTrail'))
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  const { trail } = head as { trail: string }
  const checked = lines.map((line) => trailLineSchema.parse(line))
  const broken = firstTrailBreak(trail, checked)
  if (broken !== null) throw new Error(`the trail is broken at ${broken}`)
  return checked
}

/** The trail has this line, once it had time to be written. */
export async function expectLine(supervisor: Account, line: Partial<TrailLine>): Promise<void> {
  const isThere = async () =>
    expect(await exportedTrail(supervisor)).toContainEqual(expect.objectContaining(line))
  await vi.waitFor(isThere, { timeout: 10_000, interval: 500 })
}

/** The provoked refusals that are not in the trail as often as they were provoked, once it had time to be written. */
export async function missingLines(
  provoked: ReadonlyMap<string, number>,
  supervisor: Account,
): Promise<string[]> {
  let missing: string[] = []
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const counts = countsIn(await exportedTrail(supervisor))
    missing = [...provoked].flatMap(([key, times]) => {
      const found = counts.get(key) ?? 0
      return found >= times ? [] : [`${key}: ${found} of ${times}`]
    })
    if (missing.length === 0) break
    await sleep(1000)
  }
  return missing
}

function countsIn(lines: readonly TrailLine[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + line.count)
  return counts
}

function keyOf({ kind, account, section, what, code }: ExpectedLine): string {
  // A limit is one line, whatever was asked.
  if (kind === 'limit') return JSON.stringify({ kind, account })
  // A form may be refused before its fields are read; what somebody without a token sends says nothing of them.
  const isNamed = kind !== 'upload-refused' && account !== unknownAccount
  return JSON.stringify({ kind, account, section: isNamed ? section : null, what, code })
}

/** Whoever logged in, was added and exported; a bidder's upload into this section was refused. */
export async function expectWhatWasDone(
  supervisor: Account,
  codes: Readonly<Record<string, string>>,
  section: string,
): Promise<void> {
  const lines = await exportedTrail(supervisor)
  const has = (line: Partial<TrailLine>) => expect(lines).toContainEqual(expect.objectContaining(line))
  for (const [role, code] of Object.entries(codes)) {
    has({ kind: 'login', account: code, role: role as Role, what: 'testLogin', code: null })
    has({ kind: 'account-changed', account: 'platform', what: 'addAccount', detail: code })
  }
  has({ kind: 'export', account: codes.supervisor ?? '', what: 'exportTrail', address: '127.0.0.1' })
  has({ kind: 'setting-changed', account: 'system', what: 'VARIANT', detail: 'cd' })
  has({ kind: 'upload-refused', account: codes.bidder ?? '', what: 'submitBidFile', section })
  expect(JSON.stringify(lines)).not.toMatch(/测试|eyJ|Bearer/)
}
