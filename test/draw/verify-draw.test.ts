import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { drawProblem } from '#domain/draw/verify.ts'
import { canonicalJson, sha256Hex } from '#domain/log/canonical-json.ts'
import { type Entry, genesisHash, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { viewFor } from '#domain/session/view.ts'
import { bidder, bidderCode, figuresOf, opener } from '#test/domain/sample-actors.ts'
import { openingOf, sessionId } from '#test/domain/session.ts'
import { contributionOf, declaration, joining, reveal } from './draw-commands.ts'
import { drawn, drawSession, drawWithheld } from './draw-session.ts'
import { exportOf, run, textOf, verifyLog } from './exported-log.ts'

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

function entryLines(id: string, entries: readonly VisibleEntry[], viewer = viewers['a bidder'] as Viewer) {
  return textOf(id, viewer, entries)
}

/** What is wrong in a log. */
function problemsIn(text: string): readonly string[] {
  return verifyLog(text).problems
}

describe('an exported log', () => {
  test.each(Object.entries(viewers))('as %s sees it proves every draw', (_, viewer) => {
    const { code, output } = run(entryLines(sessionId, exported(viewer), viewer))
    expect(output.match(/: decided: /g)).toHaveLength(3)
    expect(output).toContain('attempt 1 void: withheld, 1 withheld')
    expect(output).toContain('PROVED the results of 3 draws follow')
    expect(output).toContain('NOT PROVABLE that this is the log which others were shown')
    expect(output).not.toMatch(/WRONG|everything/)
    // The opening goes on after these draws.
    expect(output).toContain('CUT the end of the session is missing')
    expect(output).not.toContain('the end of the draw')
    expect(code).toBe(3)
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

describe('a log that is cut where an entry ends, with a first line that fits', () => {
  const upTo = (type: Entry['type']) => {
    const entries = exported()
    return entries.slice(
      0,
      entries.findIndex((entry) => !isHidden(entry) && entry.type === type),
    )
  }

  test('lacks the end of the session and of its draw', () => {
    const { code, output } = run(entryLines(sessionId, upTo('DrawDecided')))
    expect(output).toContain('CUT the end of the session is missing')
    expect(output).toMatch(/CUT the end of the draw of f-value declared by entry \d+ is missing/)
    expect(output).not.toContain('WRONG')
    expect(code).toBe(3)
  })

  test('lacks nothing where the opening has ended', () => {
    const entries = openingOf([1, 2].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) }))).entries
    const { code, output } = run(exportOf(sessionId, entries, viewers['the opener'] as Viewer))
    expect(output).toContain('nothing is wrong in what is visible, and the end is there')
    expect(output).toContain('0 entries are hidden')
    expect(code).toBe(0)
  })

  test('is wrong where the first line says more', () => {
    const text = entryLines(sessionId, exported())
    const lines = text.trimEnd().split('\n')
    expect(problemsIn(`${lines.slice(0, -1).join('\n')}\n`).join()).toMatch(
      /the file is cut: it ends with entry/,
    )
    expect(problemsIn(text.slice(0, -1)).join()).toContain('its last line has no end')
    const bytes = Buffer.from(text)
    expect(verifyLog(bytes.subarray(0, bytes.indexOf('甲') + 1)).problems).toContain('the file is not UTF-8')
  })
})

describe('an export that says what the log does not', () => {
  const declared = () => exported().findIndex((entry) => !isHidden(entry) && entry.type === 'DrawDeclared')
  const withEntry = (at: number, entry: unknown) =>
    problemsIn(entryLines(sessionId, exported().with(at, entry as VisibleEntry))).join()
  const lineChanged = (change: (line: string) => string) => {
    const lines = entryLines(sessionId, exported()).split('\n')
    return problemsIn(lines.with(declared() + 1, change(lines[declared() + 1] ?? '')).join('\n')).join()
  }

  test('has a private value that was not committed to', () => {
    const text = entryLines(sessionId, exported())
    const secret = (value: unknown) =>
      text.replace(
        /("secret":"[0-9a-f]{64}".*?"private":)\{\}/,
        (_, before) => before + JSON.stringify({ secret: value }),
      )
    expect(problemsIn(secret({ salt: '00', value: '11' })).join()).toContain(
      'a false private field: "secret"',
    )
    const { private: secrets } = whole.find(({ type }) => type === 'DrawDeclared') as Entry
    const { salt, value } = secrets.secret ?? {}
    expect(problemsIn(secret({ salt, value }))).toEqual([])
    expect(problemsIn(secret({ more: 1, salt, value })).join()).toContain('a false private field')
  })

  test('has a doubled field, an unknown one or another spelling', () => {
    expect(lineChanged((line) => line.replace('"seq"', '"role":"opener","seq"'))).toContain('a doubled field')
    expect(lineChanged((line) => line.replace(',', ', '))).toContain('is not written as an export writes it')
    expect(withEntry(declared(), { ...exported()[declared()], note: 'x' })).toContain(
      'the unknown field "note"',
    )
    expect(withEntry(0, { ...exported()[0], seq: 0 })).toContain('has no right seq')
    for (const damage of [null, '', 0, 'none', 'changed'])
      expect(withEntry(1, { damage, hash: 'x', note: 'x', seq: 2 })).toContain('damage')
  })

  test('hides an entry that this reader must see', () => {
    const { seq = 0, hash } = exported()[declared()] ?? {}
    expect(withEntry(declared(), { seq, hash })).toContain(
      'has no place where the draw stands (not declared)',
    )
    const first = exported()[0]
    expect(withEntry(0, { seq: 1, hash: first?.hash })).toContain('entry 1 is not the tender')
    const forOpener = entryLines(sessionId, exported(), viewers['the opener'])
    expect(problemsIn(forOpener).join()).toContain('is hidden, though opener sees every entry of this log')
    const log = openingOf([1, 2].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) }))).entries
    const hiddenIn = (type: Entry['type'], viewer: Viewer) =>
      log.map((entry) =>
        entry.type === type ? { seq: entry.seq, hash: entry.hash } : viewFor(viewer, entry),
      )
    const reader = viewers['a bidder'] as Viewer
    expect(problemsIn(entryLines(sessionId, hiddenIn('AnnouncementStarted', reader))).join()).toContain(
      'no AnnouncementStarted before it, which everybody sees',
    )
    expect(problemsIn(entryLines(sessionId, hiddenIn('BidSubmitted', reader))).join()).toContain(
      "the submission of the reader's own file",
    )
  })

  test('was tampered with by who knows all hashes, and lacks what its type has', () => {
    const entries = rehashed(
      changed('DrawDeclared', (payload: Declared) => void Object.assign(payload, { parts: null })),
    )
    expect(problemsIn(entryLines(sessionId, entries)).join()).toContain('an entry lacks what its type has')
  })
})

test('an export of the first form, which says neither reader nor end, can be checked up to an unknown end', () => {
  const lines = [{ form: 'kaibiao-session-log/1', session: sessionId }, ...exported()].map((line) =>
    JSON.stringify('type' in line && line.type ? { ...line, private: {} } : line),
  )
  const { problems, cut } = verifyLog(`${lines.join('\n')}\n`)
  expect(problems).toEqual([])
  expect(cut).toContain('a file of the first form does not say how long the log was')
  expect(problemsIn(`${lines.join('\n').replace('"seq":3', '"seq":3,"seq":3')}\n`).join()).toContain(
    'doubled field',
  )
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
