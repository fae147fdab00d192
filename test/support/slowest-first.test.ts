import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { slowest } from './slowest-first.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('every name in the list of the slowest is that of a test file', () => {
  const files = ['src', 'streams', 'sounds', 'simulators', 'test']
    .flatMap((folder) => readdirSync(root + folder, { recursive: true, encoding: 'utf8' }))
    .map((path) => basename(path))
    .filter((file) => /\.(test\.tsx?|e2e\.ts)$/.test(file))
  expect(slowest.filter((name) => !files.some((file) => file.startsWith(`${name}.`)))).toEqual([])
})
