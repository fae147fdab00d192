import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// A rule that never fires looks like a rule that holds. So each rule must catch an offender here, in a small tree
// laid out like the project and checked by the program that `npm run check` runs.

const project = fileURLToPath(new URL('..', import.meta.url))
const layers = ['lib', 'domain', 'seal', 'variants', 'protocol', 'server', 'client', 'tools'] as const
const besideSrc = ['streams', 'sounds', 'simulators'] as const
type Layer = (typeof layers)[number] | (typeof besideSrc)[number]

/** The architecture's table, repeated on purpose. */
const allowed: Record<Layer, readonly Layer[]> = {
  lib: [],
  domain: ['lib'],
  seal: ['domain', 'lib'],
  variants: ['domain', 'lib'],
  protocol: ['domain', 'lib'],
  server: ['protocol', 'seal', 'variants', 'domain', 'lib'],
  client: ['streams', 'sounds', 'protocol', 'seal', 'variants', 'domain', 'lib'],
  tools: [],
  streams: ['protocol', 'domain', 'lib'],
  sounds: ['domain', 'lib'],
  simulators: [
    'server',
    'client',
    'streams',
    'sounds',
    'protocol',
    'seal',
    'variants',
    'domain',
    'lib',
    'tools',
  ],
}

const everyLayer: readonly Layer[] = [...layers, ...besideSrc]
const pairs = everyLayer.flatMap((from) => everyLayer.filter((to) => to !== from).map((to) => ({ from, to })))

function folder(layer: Layer): string {
  return besideSrc.some((name) => name === layer) ? layer : `src/${layer}`
}

function exporting(layer: Layer): string {
  return `${folder(layer)}/exports.ts`
}

function importing(layer: Layer, target: Layer): string {
  return `${folder(layer)}/imports-${target}.ts`
}

/** Offenders against the other rules: the file, its text, and the rule that must catch its import of the target. */
const offenders = [
  {
    file: 'src/client/features/section-list/SectionListPage.tsx',
    text: "import '#client/features/login/LoginPanel.tsx'",
    rule: 'client-features-apart',
    target: 'src/client/features/login/LoginPanel.tsx',
  },
  {
    file: 'src/client/session/shows-a-feature.ts',
    text: "import '#client/features/login/LoginPanel.tsx'",
    rule: 'client-features-composed-by-routes',
    target: 'src/client/features/login/LoginPanel.tsx',
  },
  {
    file: 'src/client/ui/reads-the-store.ts',
    text: "import '#client/store/session-store.ts'",
    rule: 'client-ui-alone',
    target: 'src/client/store/session-store.ts',
  },
  {
    file: 'src/client/ui/knows-a-session.ts',
    text: "import type { Clock } from '#domain/exports.ts'\nexport type State = Clock",
    rule: 'client-ui-alone',
    target: 'src/domain/exports.ts',
  },
  {
    file: 'simulators/clicks-a-feature.ts',
    text: "import '#client/features/login/LoginPanel.tsx'",
    rule: 'simulators-without-screens',
    target: 'src/client/features/login/LoginPanel.tsx',
  },
  {
    file: 'simulators/paints.ts',
    text: "import '#client/ui/Notice.tsx'",
    rule: 'simulators-without-screens',
    target: 'src/client/ui/Notice.tsx',
  },
  {
    file: 'simulators/shows-a-session.ts',
    text: "import '#client/session/PersonForm.tsx'",
    rule: 'simulators-without-screens',
    target: 'src/client/session/PersonForm.tsx',
  },
  {
    file: 'src/server/leans-on-tests.ts',
    text: "import '#test/helper.ts'",
    rule: 'nothing-imports-test',
    target: 'test/helper.ts',
  },
  {
    file: 'src/server/leans-on-a-unit-test.ts',
    text: "import '#domain/rule.test.ts'",
    rule: 'nothing-imports-test',
    target: 'src/domain/rule.test.ts',
  },
  {
    file: 'streams/renders.ts',
    text: "import { useState } from 'react'\nexport const state = useState",
    rule: 'streams-without-transport',
    target: 'node_modules/react/',
  },
  {
    file: 'streams/dials.ts',
    text: "import type { Socket } from 'socket.io-client'\nexport type Wire = Socket",
    rule: 'streams-without-transport',
    target: 'node_modules/socket.io-client/',
  },
  {
    file: 'src/domain/reads-disk.ts',
    text: "import { readFileSync } from 'node:fs'\nexport const read = readFileSync",
    rule: 'browser-code-without-node',
    target: 'fs',
  },
  {
    file: 'src/server/calls/appends.ts',
    text: "import type { SessionLog } from '#server/log/session-log.ts'\nexport type Log = SessionLog",
    rule: 'one-door',
    target: 'src/server/log/session-log.ts',
  },
  {
    file: 'src/client/ui/DataTable.tsx',
    text: "import type { Row } from './TableBody.tsx'\nexport type Column = number\nexport type Rows = Row[]",
    rule: 'no-circular',
    target: 'src/client/ui/TableBody.tsx',
  },
  {
    file: 'src/protocol/imports-nothing-there.ts',
    text: "import '#protocol/no-such-file.ts'",
    rule: 'imports-resolve',
    target: 'no-such-file',
  },
]

/** Code that is forbidden in the domain; each piece becomes a file there. */
const impurities = {
  'asks-the-clock': 'export const at = Date.now()',
  'dates-the-present': 'export const at = new Date()',
  'calls-date': 'export const at = Date()',
  'renames-date': 'const Clock = Date\nexport const at = new Clock()',
  'rolls-dice': 'export const dice = Math.random()',
  'renames-dice': 'const { random } = Math\nexport const dice = random()',
  'sets-a-timer': 'setTimeout(() => undefined, 5)',
  'repeats-itself': 'export const stop = setInterval(() => undefined, 5)',
  'draws-bytes': 'export const bytes = crypto.getRandomValues(new Uint8Array(4))',
  'goes-round-by-global': 'export const at = globalThis.Date.now()',
  'reads-the-environment': 'export const home = process.env.HOME',
  'touches-the-page': 'export const title = document.title',
  'calls-out': "export const answer = fetch('/api')",
  'watches-performance': 'export const at = performance.now()',
}

const innocent = `import { type Clock } from '#lib/exports.ts'
import Decimal from 'decimal.js'
export function deadline(document: { title: string }, from: string, minutes: number): string {
  const performance = new Date(Date.parse(from) + minutes * 60_000).toISOString()
  return document.title + performance + Math.max(1, 2) + new Decimal('0.1').toFixed(2)
}
export type At = Date | Clock
export const crypto = JSON.stringify({ Date: 1, process: 2 })
`

let tree = ''
let report: string[] = []

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'layers-'))
  await cp(join(project, 'package.json'), join(tree, 'package.json'))
  await cp(join(project, 'tsconfig.json'), join(tree, 'tsconfig.json'))
  await symlink(join(project, 'node_modules'), join(tree, 'node_modules'))
  for (const layer of everyLayer) await plant(exporting(layer), 'export type Clock = () => number')
  for (const { from, to } of pairs) await plant(importing(from, to), `import '${pathAlias(to)}/exports.ts'`)
  await plant('src/client/features/login/LoginPanel.tsx', "import '#client/ui/Notice.tsx'")
  await plant('src/client/ui/Notice.tsx', 'export const notice = 1')
  await plant('src/client/store/session-store.ts', 'export const session = 1')
  await plant(
    'src/client/ui/TableBody.tsx',
    "import type { Column } from './DataTable.tsx'\nexport type Row = Column",
  )
  await plant('src/client/session/PersonForm.tsx', "import '#client/ui/Notice.tsx'")
  await plant('src/domain/rule.test.ts', "import '#test/helper.ts'\nimport 'node:fs'\nDate.now()")
  await plant(
    'test/helper.ts',
    "import '#server/exports.ts'\nimport '#client/exports.ts'\nimport '#tools/exports.ts'",
  )
  await plant('src/server/log/session-log-reader.ts', 'export type SessionLogReader = unknown')
  await plant('src/server/log/session-log.ts', 'export type SessionLog = unknown')
  await plant('src/server/calls/reads.ts', "import '#server/log/session-log-reader.ts'")
  await plant('src/server/session/authority.ts', "import '#server/log/session-log.ts'")
  for (const { file, text } of offenders) await plant(file, text)
  for (const [name, text] of Object.entries(impurities)) await plant(`src/domain/${name}.ts`, text)
  await plant('src/domain/innocent.ts', innocent)
  report = await check(tree)
}, 60_000)

afterAll(() => rm(tree, { recursive: true, force: true }))

describe('the layer table', () => {
  const forbidden = pairs.filter(({ from, to }) => !allowed[from].includes(to))

  it.each(forbidden)('keeps $to out of $from', ({ from, to }) => {
    expect(report).toContain(`layer-${from}: ${importing(from, to)} → ${exporting(to)}`)
  })

  it('forbids nothing else', () => {
    const expected = forbidden.map(
      ({ from, to }) => `layer-${from}: ${importing(from, to)} → ${exporting(to)}`,
    )
    expect(report.filter((line) => line.startsWith('layer-')).sort()).toEqual(expected.sort())
  })
})

describe('the rules beside the table', () => {
  it.each(offenders)('catch $file by $rule', ({ file, rule, target }) => {
    const found = report.filter((line) => line.startsWith(`${rule}: ${file} → `))
    expect(found).toEqual([expect.stringContaining(target)])
  })

  it('forbid nothing else', () => {
    const names = [...new Set(offenders.map(({ rule }) => rule))]
    const found = report.filter((line) => names.some((name) => line.startsWith(`${name}:`)))
    expect(found).toHaveLength(offenders.length)
  })

  it('refuse a tree with almost no modules', async () => {
    const empty = join(tree, 'empty')
    await mkdir(join(empty, 'src/lib'), { recursive: true })
    await cp(join(tree, 'tsconfig.json'), join(empty, 'tsconfig.json'))
    await writeFile(join(empty, 'src/lib/exports.ts'), 'export const one = 1')
    expect((await check(empty))[0]).toMatch(/^too-few-modules: 1 /)
  })
})

describe('the pure folders', () => {
  it.each(Object.keys(impurities))('cannot hold code that %s', (name) => {
    expect(report.filter((line) => line.startsWith(`pure: src/domain/${name}.ts:`))).not.toEqual([])
  })

  it('may use given times, given numbers and their own names', () => {
    expect(report.filter((line) => line.includes('innocent'))).toEqual([])
  })

  it('do not apply to test files', () => {
    expect(report.filter((line) => line.includes('rule.test.ts:'))).toEqual([])
  })
})

function pathAlias(layer: Layer): string {
  return layer === 'tools' ? '../tools' : `#${layer}`
}

async function plant(file: string, text: string): Promise<void> {
  const path = join(tree, file)
  const depth = file.split('/').length - 2
  const toTools = text.replaceAll(/'(#|\.\.\/)tools\//g, `'${'../'.repeat(depth + 1)}src/tools/`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, toTools)
}

/** The checker's report without the summary; the checker must fail if and only if there is one. */
function check(folder: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(project, 'src/tools/layers.mjs'), folder], (error, stdout, stderr) => {
      const lines = stdout.trim().split('\n')
      const failed = error !== null
      if (failed !== lines.length > 1) reject(new Error(`exit and report disagree:\n${stdout}${stderr}`))
      resolve(lines.slice(0, -1))
    })
  })
}

describe('one event', () => {
  /**
   * The files of `ObjectionReplied` (event, command, call, refusals, sentence, prompt), as in `src/domain/README.md`.
   */
  const files = [
    'sounds/phrases.ts',
    'sounds/prompt-table.ts',
    'src/domain/objections/commands.ts',
    'src/domain/objections/events.ts',
    'src/domain/session/rejection.ts',
    'src/protocol/calls/objections.ts',
    'src/protocol/messages/progress/objections.ts',
    'src/protocol/messages/refusals/objections.ts',
  ]
  const names = /\b(ObjectionReplied|ReplyObjection|replyYiYi|objectionReplied)\b|'reply-(missing|too-long)'/

  it('with its command, call, sentence and prompt is in at most eight files', () => {
    const folders = ['sounds', ...layers.filter((layer) => layer !== 'client').map(folder)]
    const naming = folders
      .flatMap((name) => sourcesIn(name))
      // The reply to a disputed row is told in the same words.
      .filter((file) => file !== 'sounds/reading-rows.ts')
      .filter((file) => names.test(readFileSync(join(project, file), 'utf8')))
    expect(naming.sort()).toEqual(files)
    expect(files.length).toBeLessThanOrEqual(8)
  })

  it('is the example in the domain’s README', () => {
    const readme = readFileSync(join(project, 'src/domain/README.md'), 'utf8')
    expect(files.filter((file) => !readme.includes(`\`${file}\``))).toEqual([])
  })
})

function sourcesIn(folder: string): string[] {
  return readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
}
