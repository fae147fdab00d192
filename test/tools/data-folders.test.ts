import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

// A copy without its history is not read by git.
test.skipIf(!existsSync('.git'))('git and the linter leave out data folders, and nothing else', () => {
  const names = [
    'data/a.ts',
    'data-full/a.ts',
    'data2/b/a.ts',
    'src/data.ts',
    'test/data-folders.test.ts',
    'date/a.ts',
  ]
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...names], { encoding: 'utf8' })
  expect(ignored.trim().split('\n')).toEqual(names.slice(0, 3))
})
