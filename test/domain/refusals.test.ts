import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandTypes } from '#domain/session/command.ts'

const folder = 'src/domain'

function sources(tests: boolean): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file.endsWith('.test.ts') === tests && file !== 'rejection.ts')
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}

/** The refusal codes in the domain's sources. */
function given(): string[] {
  const found = sources(false).matchAll(/(?:reject\(|code: )'([a-z-]+)'/g)
  return [...new Set([...found].map(([, code]) => code ?? ''))].sort()
}

test('every refusal of the domain occurs in a test of the domain', () => {
  const tests = sources(true)
  expect(given().length).toBeGreaterThan(40)
  expect(given().filter((code) => !tests.includes(`'${code}'`))).toEqual([])
})

test('every command occurs in a test of the domain', () => {
  const tests = sources(true)
  expect(commandTypes.filter((type) => !tests.includes(`describe('${type}'`))).toEqual([])
})
