import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Ends as a run does that expects verdicts on two variants; the exit code and what it says. */
function ended(then: string): readonly [number | null, string] {
  const script = `import { expectVerdicts } from './simulators/cli/verdicts.ts'
    const finish = expectVerdicts(['standard', 'full'])
    finish('standard')
    ${then}`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return [status, stderr]
}

test.each([
  ['an exit somewhere else', 'process.exit(0)', 1],
  ['waiting in vain', 'await new Promise(() => {})', 13],
])('a run without a verdict on every variant fails by %s', (_way, then, code) => {
  const [status, said] = ended(then)
  expect(said).toContain('without a verdict on full')
  expect(status).toBe(code)
})

test('a run with every verdict ends as it says', () => {
  expect(ended("finish('full')")).toEqual([0, ''])
})
