import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, titles } from './support/rules-in-tests.ts'

/** The promises of README, each with its words and the rules that keep it. */
const promises: readonly (readonly [words: string, ...rules: string[]])[] = [
  ['seals a bid in two layers', 'BID-8', 'BID-9'],
  ['The server alone cannot open it', 'BID-8', 'SES-14'],
  ['leave the server for nobody before the announcement', 'SES-14'],
  ['nothing sealed is read and nobody impersonated', 'KEY-1', 'KEY-6'],
  ['a bidder gets the same bytes whatever rivals do', 'RIV-1'],
  ['carries the SHA-256 of the one before', 'LOG-1', 'LOG-2', 'LOG-3'],
  ['stands in it before the first decryption', 'DEC-4'],
  ['raises an alarm that stops all acts', 'ALM-2', 'ALM-6'],
  ['prints the last entry’s hash', 'REP-13'],
  ['leave a line in one append-only trail', 'TRL-1', 'TRL-2', 'TRL-3'],
  ['Its lines are kept for good', 'TRL-4'],
  ['after its entries are on disk', 'ACK-1'],
  ['done once however often it is sent', 'CMD-3'],
  ['Tests kill servers and database', 'NOD-1'],
  ['every client ends with the state of the log', 'CON-1', 'EVT-1'],
  ['Countdowns follow the server’s clock', 'CLK-3', 'HB-3'],
]

/** Each promise of the section by its name, without the limits that follow it, and without links. */
function sections(): string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, text = ''] =
    /^## How it keeps its promises\n([\s\S]*?)\nAll this is written down/m.exec(readme) ?? []
  return text
    .split(/^- /m)
    .map((promise) =>
      promise
        .replace(/\]\([^)]*\)/g, '')
        .replace(/\[/g, '')
        .replace(/\s+/g, ' ')
        .replaceAll("'", '’'),
    )
    .map((promise) => promise.replace(/ Limits: .*$/, '').trim())
    .filter((promise) => promise !== '')
}

/** The sentences of a promise after its name. */
function sentences(promise: string): string[] {
  return promise
    .replace(/^\*\*.*?\*\* ?/, '')
    .split(/(?<=\.) (?=[A-Z])/)
    .filter((sentence) => sentence !== '')
}

test('every sentence that README promises is one of rules', () => {
  const found = sections().flatMap(sentences)
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter((sentence) => !promises.some(([words]) => sentence.includes(words)))).toEqual([])
})

test.each(promises)('README promises “%s”, and tests show it', (words, ...rules) => {
  expect(sections().join(' ')).toContain(words)
  const shown = titles().run
  expect(rules.filter((rule) => !shown.has(rule))).toEqual([])
})
