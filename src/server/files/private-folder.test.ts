import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepPrivate } from './private-folder.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaibiao-private-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777

function make(name: string, mode: number, isFolder = false): void {
  const path = join(folder, name)
  if (isFolder) mkdirSync(path)
  else writeFileSync(path, 'x')
  chmodSync(path, mode)
}

test('a data folder that others may read becomes its owner’s, with all files and folders in it', () => {
  const data = 'data'
  make(data, 0o755, true)
  make('data/files', 0o775, true)
  make('data/files/ab', 0o755, true)
  make('data/files/ab/abc', 0o644)
  make('data/postgres.json', 0o640)
  make('data/private', 0o600)
  make('data/wrapping.key.0123456789abcdef', 0o640)
  expect(keepPrivate(join(folder, data))).toBe(6)
  expect(['data', 'data/files', 'data/files/ab'].map(modeOf)).toEqual([0o700, 0o700, 0o700])
  expect(['data/files/ab/abc', 'data/postgres.json', 'data/private'].map(modeOf)).toEqual([
    ...[0o600, 0o600, 0o600],
  ])
  expect(modeOf('data/wrapping.key.0123456789abcdef')).toBe(0o600)
  expect(keepPrivate(join(folder, data))).toBe(0)
})

test('what has an owner of its own stays: the database’s folder, the key, and what a link leads to', () => {
  make('data', 0o710, true)
  make('data/postgres', 0o755, true)
  make('data/wrapping.key', 0o644)
  make('data/wrapping.key.next', 0o644)
  make('outside', 0o644)
  symlinkSync(join(folder, 'outside'), join(folder, 'data/link'))
  expect(keepPrivate(join(folder, 'data'))).toBe(0)
  expect(['data', 'data/postgres', 'data/wrapping.key', 'outside'].map(modeOf)).toEqual([
    ...[0o710, 0o755, 0o644, 0o644],
  ])
})
