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

/** Whether a test expects the refusal: `thenRejected`, the code that a decision answered, or its whole error. */
function isExpected(code: string, tests: string): boolean {
  const forms = [`thenRejected\\(\\s*'${code}'`, `\\)\\.toBe\\(\\s*'${code}'`, `error: \\{ code: '${code}'`]
  return forms.some((form) => new RegExp(form).test(tests))
}

test('every refusal of the domain is expected by a test of the domain', () => {
  const tests = sources(true)
  expect(given().length).toBeGreaterThan(40)
  expect(given().filter((code) => !isExpected(code, tests))).toEqual([])
})

test.each([
  ["given().when(command).thenRejected('too-late')", true],
  ["expect(session.say(command)).toBe('too-late')", true],
  ["// as 'too-late' says", false],
  ["['too-late', 5]", false],
])('%s expects the refusal: %s', (source, expected) => {
  expect(isExpected('too-late', source)).toBe(expected)
})

test('every command occurs in a test of the domain', () => {
  const tests = sources(true)
  expect(commandTypes.filter((type) => !tests.includes(`describe('${type}'`))).toEqual([])
})

/** The TypeScript files of a folder, or only its tests. */
function filesOf(root: string, tests: boolean): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && /\.(test|e2e)\.tsx?$/.test(file) === tests)
    .map((file) => readFileSync(join(root, file), 'utf8'))
}

/** The refusals of the server and of the calls' mappings: what has a message and is no rule of the domain. */
function refusedOutside(): string[] {
  const messages = filesOf('src/protocol/messages/refusals', false).join('\n')
  const server = filesOf('src/server', false).join('\n')
  const mappings = filesOf('src/protocol/calls', false).join('\n')
  const found = [
    ...server.matchAll(/\brefuse\(\s*'([a-z-]+)'/g),
    ...mappings.matchAll(/(?:return|\?|:) '([a-z-]+)'/g),
  ].map(([, code]) => code ?? '')
  const isRefusal = (code: string) => new RegExp(`^  '?${code}'?:`, 'm').test(messages)
  return [...new Set(found)].filter(isRefusal).sort()
}

test('every refusal of the server and of the calls is named by a test', () => {
  const tests = [...filesOf('src', true), ...filesOf('test', true)].join('\n')
  expect(refusedOutside()).toContain('other-envelope')
  expect(refusedOutside().length).toBeGreaterThan(50)
  expect(refusedOutside().filter((code) => !new RegExp(`['"\`]${code}['"\`:]`).test(tests))).toEqual([])
})
