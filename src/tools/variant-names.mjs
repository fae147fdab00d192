// Regions differ by their data alone: no code may depend on the variant's name. `node src/tools/variant-names.mjs DIR`
// prints every comparison with a shipped variant's name, and every use of a variant's name other than passing it on.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { nodesOf, placeOf, readSources } from './sources.mjs'

const equality = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
])

/** The names in the variants' data files. */
function variantNames(base) {
  const folder = join(base, 'src/variants')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap(
      (file) => /^ {2}name: '([a-z0-9-]+)',$/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? [],
    )
}

/** `variant-name: file:line code` for every place that depends on the variant's name. */
export function findNameUses(base) {
  const names = new Set(variantNames(base))
  if (names.size < 2) return [`variant-name: ${names.size} variants found, more expected`]
  return readSources(base)
    .filter(({ fileName }) => !fileName.startsWith('src/variants/'))
    .flatMap((source) => [...nodesOf(source)])
    .filter((node) => isAsked(node, names) || isTurnedOn(node))
    .map((node) => `variant-name: ${placeOf(node)} ${node.parent.getText().split('\n')[0].slice(0, 80)}`)
}

/** A shipped name in a comparison, a `case`, or a method's arguments: `name === 'cd'`, `['cd'].includes(name)`. */
function isAsked(node, names) {
  if (!ts.isStringLiteralLike(node) || !names.has(node.text)) return false
  const { parent } = node
  if (ts.isBinaryExpression(parent)) return equality.has(parent.operatorToken.kind)
  if (ts.isCaseClause(parent)) return true
  if (ts.isCallExpression(parent))
    return /\.(startsWith|endsWith|includes|indexOf)$/.test(parent.expression.getText())
  return (
    ts.isArrayLiteralExpression(parent) &&
    ts.isPropertyAccessExpression(parent.parent) &&
    ['includes', 'indexOf', 'some', 'find'].includes(parent.parent.name.text)
  )
}

/** `variant.name` used otherwise than in a field, a template or a variable. */
function isTurnedOn(node) {
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'name') return false
  if (!/\bvariant$|\buseVariant\(\)$/i.test(node.expression.getText())) return false
  const { parent } = node
  return !(
    ts.isPropertyAssignment(parent) ||
    ts.isTemplateSpan(parent) ||
    ts.isJsxExpression(parent) ||
    ts.isVariableDeclaration(parent)
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = findNameUses(resolve(process.argv[2] ?? '.'))
  for (const line of found) console.log(line)
  process.exit(found.length === 0 ? 0 : 1)
}
