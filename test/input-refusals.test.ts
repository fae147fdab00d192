import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = 'src/server'

/** What each refusal of an input in the server's sources says of it: the text after its code. */
function inputRefusals(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/(?:refuse\(|code: )'bad-request',(?<said>.{200})/gs)])
    .map(({ groups }) => groups?.said ?? '')
}

test('[REST-13] every refusal of an input says what is wrong in words of both languages', () => {
  const said = inputRefusals()
  expect(said.length).toBeGreaterThan(10)
  expect(said.filter((text) => !/^[^}]*?(?:formProblem\(|inputProblem\(|problem: ')/s.test(text))).toEqual([])
})
