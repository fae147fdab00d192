import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { beforeTrail, recordTrailLine, type TrailEvent, type TrailLine } from '#domain/trail/trail-line.ts'
import { trailExportHead } from '#protocol/trail-export.ts'

const tool = new URL('../../src/tools/verify-trail.mjs', import.meta.url)
const { verifyTrail, problemWithEarlier } = (await import(tool.href)) as {
  verifyTrail(text: string): { lines: number; hash: string; problem: string | null }
  problemWithEarlier(text: string, earlier: string): string | null
}

const trailId = '00000000-0000-4000-8000-000000000001'
const lines: TrailLine[] = []
for (const what of ['getOauth1', 'startJieMi', 'exportTrail', 'logout']) {
  const happened: TrailEvent = {
    ...{ at: '2026-01-01T00:00:00.000Z', kind: 'login', login: null, account: '用户 "一"', role: 'bidder' },
    ...{
      unit: null,
      address: '::1',
      agent: '浏览器/é\u007f',
      section: null,
      what,
      code: null,
      detail: '',
      count: 1,
    },
  }
  lines.push(recordTrailLine(happened, lines.at(-1) ?? beforeTrail(trailId)))
}

const fileOf = (some: readonly unknown[]) =>
  trailExportHead(trailId) + some.map((line) => `${JSON.stringify(line)}\n`).join('')

test('[TRL-1] a whole trail passes the program that imports nothing of the project', () => {
  expect(verifyTrail(fileOf(lines))).toMatchObject({ lines: 4, hash: lines.at(-1)?.hash, problem: null })
  expect(verifyTrail(fileOf([]))).toMatchObject({ lines: 0, problem: null })
})

test.each([
  [
    'line 2 was changed: its hash is another',
    lines.map((line, i) => (i === 1 ? { ...line, account: 'x' } : line)),
  ],
  ['line 2 is missing', lines.filter((_, i) => i !== 1)],
  ['line 3 is missing', [...lines.slice(0, 2), ...lines.slice(1)]],
  ['line 1 does not continue line 0', [{ ...lines[0], previous: '0'.repeat(64) }]],
  ['line 1 was changed: its hash is another', [{ ...lines[0], extra: 1 }]],
])('[TRL-1] it says: %s', (problem, some) => {
  expect(verifyTrail(fileOf(some)).problem).toBe(problem)
})

test('[TRL-1] it reads no doubled field, no text that is not JSON and no file of another form', () => {
  const [first = ''] = fileOf(lines.slice(0, 1)).trimEnd().split('\n').slice(1)
  const with_ = (row: string) => verifyTrail(`${trailExportHead(trailId)}${row}\n`).problem
  expect(with_(first.replace('{', '{"account":"somebody",'))).toBe('line 1 is not written as it is read')
  expect(with_('{')).toBe('line 1 is not JSON')
  expect(verifyTrail('{}').problem).toMatch(/^the first line/)
})

test('[TRL-1] beside an earlier export it says what was cut off or written anew', () => {
  const against = (some: readonly TrailLine[], earlier = lines.slice(0, 3)) =>
    problemWithEarlier(fileOf(some), fileOf(earlier))
  expect([against(lines), against(lines.slice(0, 3)), against([], [])]).toEqual([null, null, null])
  expect(against(lines.slice(0, 2))).toBe('CUT it ends before line 3 of the earlier export')
  const { seq: _, hash: __, previous: ___, ...happened } = lines[1] as TrailLine
  const other = recordTrailLine({ ...happened, what: 'another' }, lines[0] as TrailLine)
  expect(against([lines[0] as TrailLine, other])).toBe('WRONG line 2 is not that of the earlier export')
  const another = fileOf(lines).replace(trailId, trailId.replace(/1$/, '2'))
  expect(problemWithEarlier(another, fileOf(lines))).toBe('WRONG the earlier export is of another trail')
})

test('[TRL-5] as a program it says what it found, and ends accordingly', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-trail-'))
  const file = join(folder, 'trail.jsonl')
  const run = (content: string, ...earlier: string[]) => {
    writeFileSync(file, content)
    return execFileSync(process.execPath, [fileURLToPath(tool), file, ...earlier], { encoding: 'utf8' })
  }
  try {
    expect(run(fileOf(lines))).toContain('every line continues the one before')
    expect(() => run(fileOf(lines.slice(1)))).toThrow(expect.objectContaining({ status: 1 }))
    const earlier = join(folder, 'earlier.jsonl')
    writeFileSync(earlier, fileOf(lines.slice(0, 3)))
    expect(run(fileOf(lines), earlier)).toContain('it continues the earlier export')
    const cut = expect.objectContaining({ status: 1, stdout: expect.stringContaining('CUT') })
    expect(() => run(fileOf(lines.slice(0, 2)), earlier)).toThrow(cut)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
