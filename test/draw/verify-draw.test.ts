import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { drawProblem } from '#domain/draw/verify.ts'
import { canonicalJson, sha256Hex } from '#domain/log/canonical-json.ts'
import { type Entry, genesisHash, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { viewFor } from '#domain/session/view.ts'
import { exportHead, exportLine } from '#protocol/session-export.ts'
import { bidder, bidderCode, opener } from '#test/domain/sample-actors.ts'
import { sessionId } from '#test/domain/session.ts'
import { contributionOf, declaration, joining, reveal } from './draw-commands.ts'
import { drawn, drawSession, drawWithheld } from './draw-session.ts'

const viewers: Record<string, Viewer> = {
  'the opener': { role: 'opener', unitCode: opener.unitCode, seesSupervisor: true },
  'a bidder': { role: 'bidder', unitCode: bidderCode(1), seesSupervisor: true },
  'a bidder who took no part': { role: 'bidder', unitCode: bidderCode(3), seesSupervisor: false },
}

/** A session with three draws: of F, of a and g, and one that was repeated because the second bidder withheld. */
function session() {
  const section = drawSession()
  drawn(section)
  const people = [
    { drawer: '甲', range: null },
    { drawer: '乙', range: null },
  ]
  drawn(section, 2, declaration({ kind: 'a-g', drawId: crypto.randomUUID(), parts: people }))
  drawWithheld(section, declaration({ kind: 'k', drawId: crypto.randomUUID(), parts: people.slice(0, 1) }))
  section.say(joining(section.draw(), contributionOf(4)), bidder(1))
  section.pass(3_000)
  section.tick()
  section.say(reveal(section.draw(), contributionOf(4)), bidder(1))
  section.tick()
  return section
}

const whole = session().entries

function exported(viewer: Viewer = viewers['a bidder'] as Viewer): VisibleEntry[] {
  return whole.map((entry) => viewFor(viewer, entry))
}

function entryLines(id: string, entries: Iterable<VisibleEntry>): string {
  return exportHead(id) + Array.from(entries, exportLine).join('')
}

const tool = new URL('../../src/tools/verify-draw.mjs', import.meta.url)
const { verifyLog } = (await import(tool.href)) as { verifyLog(text: string): { problems: string[] } }

/** What is wrong in a log. */
function problemsIn(text: string): string[] {
  return verifyLog(text).problems
}

/** Runs the program as a reader of the file would. */
function run(text: string): { code: number; output: string } {
  const file = join(mkdtempSync(join(tmpdir(), 'kaibiao-draw-')), 'log.jsonl')
  writeFileSync(file, text)
  try {
    const output = execFileSync(process.execPath, [fileURLToPath(tool), file], { encoding: 'utf8' })
    return { code: 0, output }
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    return { code: status, output: stdout }
  }
}

describe('an exported log', () => {
  test.each(Object.entries(viewers))('as %s sees it proves every draw', (_, viewer) => {
    const { code, output } = run(entryLines(sessionId, exported(viewer)))
    expect(output).toContain('everything is as the log says')
    expect(output.match(/: decided: /g)).toHaveLength(3)
    expect(output).toContain('attempt 1 void: withheld, 1 withheld')
    expect(code).toBe(0)
  })

  test('has no private fields', () => {
    expect(entryLines(sessionId, whole)).not.toContain('"salt"')
  })
})

/** One payload of a type changed; `change` gets a copy. */
function changed(type: Entry['type'], change: (payload: never) => void): VisibleEntry[] {
  let done = false
  return exported().map((entry) => {
    if (done || isHidden(entry) || entry.type !== type) return entry
    done = true
    const payload = structuredClone(entry.payload)
    change(payload as never)
    return { ...entry, payload }
  })
}

/** Recomputes hash and predecessor of every entry from the changed one on, as a forger would. */
function rehashed(entries: readonly VisibleEntry[]): VisibleEntry[] {
  let previous = genesisHash(sessionId)
  return entries.map((entry) => {
    if (isHidden(entry)) {
      previous = entry.hash
      return entry
    }
    const { private: _private, hash: _hash, ...open } = { ...entry, previous }
    const hash = sha256Hex(canonicalJson(open))
    previous = hash
    return { ...open, private: {}, hash }
  })
}

interface Declared {
  parts: { candidates: string[] }[]
}
interface Decided {
  values: string[]
  results: { index: number; value: string }[]
}

const tamperings: readonly (readonly [string, Entry['type'], (payload: never) => void])[] = [
  [
    'a candidate',
    'DrawDeclared',
    (payload: Declared) => void payload.parts[0]?.candidates.splice(3, 1, '9.99'),
  ],
  [
    'the order of candidates',
    'DrawDeclared',
    (payload: Declared) => void payload.parts[0]?.candidates.reverse(),
  ],
  ['a candidate more', 'DrawDeclared', (payload: Declared) => void payload.parts[0]?.candidates.push('99')],
  ['the rule', 'DrawDeclared', (payload: Declared) => void Object.assign(payload, { rule: 'hmac-sha256/2' })],
  [
    'the server’s commitment',
    'DrawDeclared',
    (payload: Declared) => void Object.assign(payload, { serverCommitment: 'ab'.repeat(32) }),
  ],
  [
    'the order of contributors',
    'DrawJoiningClosed',
    (payload: { contributors: string[] }) => void payload.contributors.reverse(),
  ],
  [
    'a contributor less',
    'DrawJoiningClosed',
    (payload: { contributors: string[] }) => void payload.contributors.pop(),
  ],
  ['the seed', 'DrawDecided', (payload: Decided) => void Object.assign(payload, { seed: 'cd'.repeat(32) })],
  ['a value', 'DrawDecided', (payload: Decided) => void payload.values.splice(1, 1, 'ef'.repeat(32))],
  ['the order of values', 'DrawDecided', (payload: Decided) => void payload.values.reverse()],
  ['a value less', 'DrawDecided', (payload: Decided) => void payload.values.pop()],
  [
    'the result',
    'DrawDecided',
    (payload: Decided) => {
      const [result] = payload.results
      if (result) Object.assign(result, { index: result.index === 0 ? 1 : 0 })
    },
  ],
  [
    'the value drawn',
    'DrawDecided',
    (payload: Decided) => void Object.assign(payload.results[0] ?? {}, { value: '12.34' }),
  ],
] as never

describe.each(tamperings)('a log in which %s was changed', (_, type, change) => {
  test('proves nothing: the entry’s hash differs', () => {
    const problems = problemsIn(entryLines(sessionId, changed(type, change)))
    expect(problems.join('\n')).toContain('was changed: its hash is another')
  })

  test('proves nothing even with all hashes recomputed', () => {
    const problems = problemsIn(entryLines(sessionId, rehashed(changed(type, change)))).join('\n')
    expect(problems).toMatch(/^entry \d+, draw /m)
    expect(problems).not.toContain('its hash is another')
  })
})

interface Voided {
  cause: string
  withheld: string[]
}

describe('a forged log with recomputed hashes, read by a contributor', () => {
  const forged = (entries: readonly VisibleEntry[]) => {
    const problems = problemsIn(entryLines(sessionId, rehashed(entries)))
    expect(problems).not.toEqual([])
    return problems.join('\n')
  }

  test('cannot leave out a contributor whom the reader saw join', () => {
    const entries = changed('DrawJoiningClosed', (payload: { contributors: string[] }) => {
      payload.contributors = payload.contributors.map((one, i) => `${i}${one.slice(1)}`)
    })
    expect(forged(entries)).toMatch(/joined and is left out/)
  })

  test('cannot claim that a contributor withheld who revealed', () => {
    const [own] = exported().flatMap((entry) =>
      !isHidden(entry) && entry.type === 'DrawVoided' ? [entry.payload as unknown as Voided] : [],
    )
    expect(own?.withheld).toHaveLength(1)
    const closings = exported().flatMap((entry) =>
      !isHidden(entry) && entry.type === 'DrawJoiningClosed'
        ? [(entry.payload as unknown as { contributors: string[] }).contributors]
        : [],
    )
    const revealed = closings
      .find((contributors) => contributors.includes(own?.withheld[0] ?? ''))
      ?.filter((one) => one !== own?.withheld[0])
    const entries = changed('DrawVoided', (payload: Voided) => {
      payload.withheld = revealed ?? []
    })
    expect(forged(entries)).toMatch(/is said to be withheld, though it was revealed/)
  })

  test('cannot claim that nobody joined where somebody did', () => {
    const entries = changed('DrawVoided', (payload: Voided) => {
      Object.assign(payload, { cause: 'nobody', withheld: [] })
    })
    expect(forged(entries)).toContain('void because nobody joined, though somebody did')
  })

  test('cannot reveal a value without a commitment', () => {
    const entries = changed('DrawRevealed', (payload: { value: string }) => {
      payload.value = 'ab'.repeat(32)
    })
    expect(forged(entries)).toContain('a value was revealed that nobody committed to')
  })

  test('cannot have a second draw of a decided kind', () => {
    const kinds = exported().map((entry) => {
      if (isHidden(entry) || entry.type !== 'DrawDeclared') return entry
      return { ...entry, payload: { ...(entry.payload as object), kind: 'f-value' } } as VisibleEntry
    })
    expect(forged(kinds)).toMatch(/a second draw of this, where draw \S+ is decided/)
  })
})

test('a draw that nobody joined may be followed by another', () => {
  const section = drawSession()
  section.say(declaration())
  section.pass(600_000)
  section.tick()
  expect(section.draw().phase).toBe('void')
  drawn(section, 2, declaration({ drawId: crypto.randomUUID() }))
  const seen = section.entries.map((entry) => viewFor(viewers['a bidder'] as Viewer, entry))
  expect(problemsIn(entryLines(sessionId, seen))).toEqual([])
})

describe('a file that is not a complete log', () => {
  test('lacks an entry', () => {
    expect(problemsIn(entryLines(sessionId, exported().toSpliced(4, 1)))).not.toEqual([])
  })

  test('is of another section', () => {
    const { code, output } = run(entryLines(crypto.randomUUID(), exported()))
    expect(output).toContain('does not continue entry 0')
    expect(output).toContain('does not prove what it says')
    expect(code).toBe(1)
  })

  test.each(['', '{}', 'not json\n{}', '{"form":"kaibiao-session-log/1","session":"x"}\nnull'])(
    '%j',
    (text) => {
      expect(problemsIn(text)).not.toEqual([])
    },
  )

  test('is not there', () => {
    const run = () =>
      execFileSync(process.execPath, ['src/tools/verify-draw.mjs', '/nowhere'], { stdio: 'pipe' })
    expect(run).toThrow(/ENOENT/)
  })
})

test('the program imports nothing from the project', () => {
  const imports = readFileSync('src/tools/verify-draw.mjs', 'utf8').match(/from '[^']+'/g)
  expect(imports?.every((one) => one.startsWith("from 'node:"))).toBe(true)
})

test('the browser’s check agrees', () => {
  const section = session()
  const draw = section.draw()
  expect(drawProblem(draw)).toBeNull()
  const { outcome } = draw
  if (!outcome) throw new Error('not decided')
  expect(drawProblem({ ...draw, rule: 'another' })).toBe('rule')
  expect(drawProblem({ ...draw, serverCommitment: 'ab'.repeat(32) })).toBe('values')
  expect(drawProblem({ ...draw, outcome: { ...outcome, values: outcome.values.slice(1) } })).toBe('values')
  expect(drawProblem({ ...draw, declaredHash: 'ab'.repeat(32) })).toBe('seed')
  const parts = draw.parts.map((part) => ({ ...part, candidates: part.candidates.map((one) => `${one}0`) }))
  expect(drawProblem({ ...draw, parts })).toBe('results')
})
