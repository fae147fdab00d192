import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRunning } from './postgres-folder.ts'

test('an empty postmaster.pid is kept for the server that is about to write it, and removed once it is old', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-pid-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'postmaster.pid')
  writeFileSync(path, '')
  expect(readRunning({ folder, log: () => {} })).toBeNull()
  expect(existsSync(path)).toBe(true)
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(path, longAgo, longAgo)
  expect(readRunning({ folder, log: () => {} })).toBeNull()
  expect(existsSync(path)).toBe(false)
})
