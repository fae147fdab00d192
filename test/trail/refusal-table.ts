import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { permissions } from '#domain/session/permissions.ts'
import type { Call } from '#protocol/call.ts'
import { type CallName, calls } from '#protocol/calls.ts'
import { messageCodes } from '#protocol/messages/catalogue.ts'
import type { MessageCode } from '#protocol/messages/codes.ts'
import type { CallRefusal } from '#protocol/refusals.ts'
import { statusOf } from '#server/refusal.ts'
import { attemptedBy } from '#server/trail/attempted.ts'
import { type Attempted, refusalKind } from '#server/trail/recorded-calls.ts'
import { refusalsOf } from '#server/transport/operation.ts'

/**
 * The list of every refusal with the line that it leaves in the trail, made from the contract table, the permission table
 * and the server's own decision. `node --import tsx test/trail/refusal-table.ts` writes it into the trail's README and
 * prints it; a test fails when it is out of date.
 */

const attempts = ['login', 'upload', 'command', 'read'] as const satisfies readonly Attempted[]

/** By code: what is refused with it. */
function refusedWith(): ReadonlyMap<CallRefusal, ReadonlySet<Attempted>> {
  const found = new Map<CallRefusal, Set<Attempted>>()
  for (const [name, call] of Object.entries(calls) as [CallName, Call][])
    for (const code of refusalsOf(call))
      found.set(code, (found.get(code) ?? new Set()).add(attemptedBy(name, call)))
  return found
}

/** The codes by which the permission table refuses in a status of the section, besides `forbidden` and `not-enrolled`. */
export function statusRefusals(): readonly MessageCode[] {
  const own = Object.values(permissions).flatMap(({ otherwise }) => otherwise ?? [])
  return [...new Set<MessageCode>(['opening-ended', 'flow-terminated', 'wrong-status', ...own])].sort()
}

/** Codes that say who may do what here, or how often. */
export const securityCodes = messageCodes.filter((code) => [401, 403, 429].includes(statusOf(code)))

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function rowsOfCalls(): string[] {
  const byStatus = (code: CallRefusal) => (code === 'any-rule' ? 409 : statusOf(code))
  const found = [...refusedWith()].sort(
    ([one], [other]) => byStatus(one) - byStatus(other) || one.localeCompare(other, 'en'),
  )
  return found.map(([code, refused]) => {
    // A rule of the opening has the status 409, as has the code of any of them.
    const example = code === 'any-rule' ? 'wrong-status' : code
    const kinds = attempts.map((attempt) =>
      refused.has(attempt) ? (refusalKind(attempt, example) ?? 'none') : '',
    )
    return line([
      code === 'any-rule' ? 'any rule of the opening' : `\`${code}\``,
      String(byStatus(code)),
      ...kinds,
    ])
  })
}

function rowsOfSockets(): string[] {
  const row = (what: string, when: string, attempted: Attempted, codes: readonly MessageCode[]) =>
    codes.map((code) => line([`\`${what}\``, when, `\`${code}\``, refusalKind(attempted, code) ?? 'none']))
  const refusedCommands: readonly MessageCode[] = [
    'session-expired',
    'forbidden',
    'unknown-command',
    'bad-request',
  ]
  return [
    ...row('connect', 'a connection', 'read', ['foreign-origin', 'session-expired', 'too-many-requests']),
    ...row('sub', 'reading the section', 'read', ['forbidden', 'not-enrolled', 'too-many-requests']),
    ...row('cmd', 'a command, by its name if it has one', 'command', refusedCommands),
    ...row('cmd', 'a command beyond the limit', 'command', ['too-many-requests']),
    ...row('socket', 'a connection that is cut for what it sends', 'read', ['too-many-requests']),
  ]
}

function tables(): string {
  return [
    line(['refused by a call with', 'status', ...attempts]),
    line(['---', '---', ...attempts.map(() => '---')]),
    ...rowsOfCalls(),
    '',
    `Rules of the permission table about a section's status: ${statusRefusals()
      .map((code) => `\`${code}\``)
      .join(', ')}.`,
    '',
    line(['socket', 'refused', 'with', 'line']),
    line(['---', '---', '---', '---']),
    ...rowsOfSockets(),
  ].join('\n')
}

const start = '<!-- refusals: written by test/trail/refusal-table.ts -->'
const end = '<!-- /refusals -->'

/** The README of the trail, from the project's folder. */
export const readmePath = 'src/domain/trail/README.md'

/** The README with the list as the tables have it now. */
export function withRefusals(readme: string): string {
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${readmePath} has no place for the list of refusals`)
  return `${readme.slice(0, from)}${start}\n${tables()}\n${readme.slice(to)}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(readmePath, withRefusals(readFileSync(readmePath, 'utf8')))
  console.log(tables())
}
