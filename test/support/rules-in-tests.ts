import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = ['src', 'streams', 'sounds', 'simulators', 'test']
const testFile = /\.(test|e2e)\.tsx?$|-contract\.ts$/
export const sources = /\.(tsx?|mjs|sql|md|html|css)$/

/** The rules of delivery, and those of an opening. */
export const documents = ['test/rules.md', 'src/domain/rules.md']

const ids = `["'\`]((?:\\[[A-Z]+-\\d+\\] ?)+)`
const titled = new RegExp(`\\(\\s*${ids}`, 'g')
const skips = '\\.(?:skip|todo|skipIf|runIf|fails)\\b'
/** A title with an id after `test.skip(`, `describe.skipIf(…)(` or `test.todo.each(…)(`. */
const skippedTitle = new RegExp(`${skips}(?:\\([^()]*\\))?(?:\\.each\\([^()]*\\))?\\(\\s*${ids}`, 'g')
/** A group of tests that may not run: its first line and the lines that are indented further. */
const skippedGroup = new RegExp(`^( *)describe${skips}.*(?:\\n\\1 .*|\\n(?=\\n))*`, 'gm')
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** The ids in the titles of tests and groups that run, and of those that may not run. */
export function titlesIn(source: string): { readonly run: string[]; readonly skipped: string[] } {
  const text = source.replace(comments, '')
  const groups = text.match(skippedGroup) ?? []
  const rest = text.replace(skippedGroup, '')
  return {
    run: idsIn(rest, titled),
    skipped: [...groups.flatMap((group) => idsIn(group, titled)), ...idsIn(rest, skippedTitle)],
  }
}

function idsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found = '']) => found.match(/[A-Z]+-\d+/g) ?? [])
}

/** The texts of the project's files with matching names, by path, without the test whose samples name rules that are none. */
export function textsOf(names: RegExp): ReadonlyMap<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => names.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  )
  const others = paths.filter((path) => path !== join('test', 'rules.test.ts'))
  return new Map(others.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

export function titles() {
  const found = [...textsOf(testFile).values()].map(titlesIn)
  return {
    run: new Set(found.flatMap(({ run }) => run)),
    skipped: found.flatMap(({ skipped }) => skipped),
  }
}

/** The ids of the rules in a document: of items of its lists, and of rows of its tables. */
export function writtenIn(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8')
  return [...text.matchAll(/^(?:- \*\*|\| )([A-Z]+-\d+)(?:\*\*| \|)/gm)].map(([, id = '']) => id)
}

export const written = () => documents.flatMap(writtenIn)

/** The ids cited anywhere in a text: all that begin like the rules of some area. */
export function citedIn(text: string, areas: ReadonlySet<string>): string[] {
  const found = text.match(/(?<![\w-])[A-Z]+-\d+\b/g) ?? []
  return found.filter((id) => areas.has(id.slice(0, id.indexOf('-'))))
}
