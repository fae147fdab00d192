// The project's own sources as syntax trees, for the checks that read code.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

const folders = ['src', 'streams', 'sounds', 'simulators']

/** Every source file below `base` without tests, parsed, with its relative path. */
export function readSources(base) {
  return folders
    .flatMap((folder) => ts.sys.readDirectory(join(base, folder), ['.ts', '.tsx', '.mjs']))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => {
      const path = relative(base, file).replaceAll('\\', '/')
      return ts.createSourceFile(path, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    })
}

/** Every node of a tree, parents before children. */
export function* nodesOf(node) {
  yield node
  const children = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* nodesOf(child)
}

/** `path:line` of a node. */
export function placeOf(node) {
  const source = node.getSourceFile()
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}
