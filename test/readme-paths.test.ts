import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['src', 'streams', 'sounds', 'simulators', 'test']
/** Folders that a checkout does not hold. */
const madeLater = /^(data|dist|node_modules)\//

test.each(documents())('%s names no file or folder that is not there', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const own = dirname(document)
  const missing = [
    ...linksIn(text).filter((path) => !existsSync(join(root, own, path))),
    ...pathsIn(text, own).filter((path) => !basesOf(own).some((base) => existsSync(join(root, base, path)))),
  ]
  expect(missing).toEqual([])
})

function documents(): string[] {
  const below = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  return [...readdirSync(root), ...below].filter((name) => name.endsWith('.md'))
}

/** Targets of links inside the project, without the part after `#`. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
}

/** Paths with a slash in backticks and in commands. */
function pathsIn(text: string, own: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g), ...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, words = '']) => words.split(/\s+/))
    .filter((word) => /^[\w.-]+(\/[\w.-]+)+\/?$|^[\w.-]+\/$/.test(word))
    .filter((word) => !madeLater.test(word) && isPath(word, own))
}

/** Other words have a slash too, such as `application/json`: a path has a suffix, or begins with a folder that is there. */
function isPath(word: string, own: string): boolean {
  const [first = ''] = word.split('/')
  return /\.[a-z]+$|\/$/.test(word) || basesOf(own).some((base) => existsSync(join(root, base, first)))
}

/** Documents name paths from the project's folder, from `src`, or from their own folder. */
function basesOf(own: string): string[] {
  return ['.', 'src', own]
}
