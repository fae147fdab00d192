// Checks the screens' texts in both languages. `node src/tools/texts.mjs DIR` prints
// - `missing`: a key, plural form or placeholder that only one language has,
// - `unknown`: a key that code uses and that does not exist,
// - `unused`: a key that no code uses.
//
// Code uses a key by `t('key')` or `t('namespace:key')`, in the namespace of the `useTranslation` around it. Of a
// computed key the variable parts must be written out:
// - t(`file.${word}`): the values of `word` are written in the same feature, in the shared client folders or
//   in domain, protocol and variants, as a literal, a type or a field's name;
// - t(words[status]): the whole key is written in the same feature, or put together there as above.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { nodesOf, placeOf, readSources } from './sources.mjs'

const languages = ['zh-CN', 'en']
const textsFolder = 'src/client/texts'
const plural = /_(zero|one|two|few|many|other)$/
/** The plural forms of a language for whole numbers. */
const forms = { 'zh-CN': ['other'], en: ['one', 'other'] }

export function findTextProblems(base) {
  const catalogues = Object.fromEntries(
    languages.map((language) => [language, readCatalogue(base, language)]),
  )
  const sources = readSources(base)
  const uses = findUses(sources)
  if (uses.length === 0) return ['unknown: no use of any text found']
  return [...compare(catalogues), ...check(catalogues['zh-CN'], uses, vocabulariesOf(sources))]
}

/** Namespace → key → text. A file that another file spreads belongs to that file's namespace. */
function readCatalogue(base, language) {
  const folder = join(base, textsFolder, language)
  const files = new Map()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(join(folder, file), 'utf8')
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    const object = [...nodesOf(source)].find(ts.isObjectLiteralExpression)
    files.set(basename(file, '.ts'), object?.properties ?? [])
  }
  const parts = new Set([...files.values()].flatMap((properties) => properties.flatMap(spreadName)))
  const keysOf = (name) =>
    (files.get(name) ?? []).flatMap((property) =>
      spreadName(property).length > 0
        ? spreadName(property).flatMap(keysOf)
        : [[property.name.text, property.initializer.getText()]],
    )
  return new Map(
    [...files.keys()].filter((name) => !parts.has(name)).map((name) => [name, new Map(keysOf(name))]),
  )
}

function spreadName(property) {
  return ts.isSpreadAssignment(property) ? [property.expression.getText()] : []
}

/** Keys, plural forms and placeholders that only one language has. */
function compare(catalogues) {
  const problems = []
  for (const language of languages) {
    const others = catalogues[languages.find((other) => other !== language)]
    for (const [namespace, keys] of others) {
      const own = catalogues[language].get(namespace) ?? new Map()
      for (const key of keys.keys()) {
        const wanted = plural.test(key) ? forms[language].map((form) => `${stem(key)}_${form}`) : [key]
        for (const missing of wanted.filter((name) => !own.has(name))) {
          problems.push(`missing: ${language} ${namespace}:${missing}`)
        }
      }
      for (const key of new Set([...keys.keys()].map(stem))) {
        const lacking = placeholders(keys, key).filter((name) => !placeholders(own, key).includes(name))
        if (own.has(key) || own.has(`${key}_other`))
          problems.push(...lacking.map((name) => `missing: ${language} ${namespace}:${key} {{${name}}}`))
      }
    }
  }
  return [...new Set(problems)]
}

/** The placeholders of all plural forms of a key together, because "one bidder" needs no number. */
function placeholders(keys, key) {
  const texts = [...keys].filter(([name]) => stem(name) === key).map(([, text]) => text)
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)))]
}

function stem(key) {
  return key.replace(plural, '')
}

/**
 * Every call of `t`: its place, the possible namespaces of its key, and the key in parts: texts, and null for parts
 * that are only known at run time.
 */
function findUses(sources) {
  return sources
    .filter(({ fileName }) => fileName.startsWith('src/client/') && !fileName.startsWith(textsFolder))
    .flatMap((source) => [...nodesOf(source)])
    .filter(
      (node) =>
        ts.isCallExpression(node) && /(^|\.)t$/.test(node.expression.getText()) && node.arguments.length > 0,
    )
    .flatMap((call) =>
      alternatives(call.arguments[0]).map((parts) => ({
        place: placeOf(call),
        code: call.getText().split('\n')[0].slice(0, 80),
        scope: scopeOf(call.getSourceFile().fileName),
        namespaces: namespacesOf(call),
        parts,
      })),
    )
}

/** The parts of a key's expression, for each branch of a condition. */
function alternatives(node) {
  if (ts.isStringLiteralLike(node)) return [[node.text]]
  if (ts.isParenthesizedExpression(node)) return alternatives(node.expression)
  if (ts.isConditionalExpression(node))
    return [...alternatives(node.whenTrue), ...alternatives(node.whenFalse)]
  if (ts.isTemplateExpression(node)) {
    return [[node.head.text, ...node.templateSpans.flatMap(({ literal }) => [null, literal.text])]]
  }
  return [[null]]
}

/** The namespace of the nearest `const { t } = useTranslation(…)` around a call; without one all of the file. */
function namespacesOf(call) {
  for (let block = call.parent; block; block = block.parent) {
    const found = ts.isBlock(block) ? block.statements.flatMap(namespaceOf) : []
    if (found.length > 0) return found
  }
  return [...nodesOf(call.getSourceFile())].filter(ts.isVariableStatement).flatMap(namespaceOf)
}

function namespaceOf(statement) {
  const name = /\bt\b[^=]*\} = useTranslation\((?:'([\w-]+)')?\)/.exec(
    ts.isVariableStatement(statement) ? statement.getText() : '',
  )
  return name ? [name[1] ?? 'common'] : []
}

function scopeOf(fileName) {
  return /^src\/client\/features\/[^/]+\//.exec(fileName)?.[0] ?? 'shared'
}

/** Everything in a scope that may be a key or a part of one: literals, literal types, field names. */
function vocabulariesOf(sources) {
  const vocabularies = new Map()
  for (const source of sources) {
    const { fileName } = source
    if (
      fileName.startsWith(textsFolder) ||
      !/^(src\/(client|domain|protocol|variants|seal)|streams)\//.test(fileName)
    )
      continue
    const scope = scopeOf(fileName)
    if (!vocabularies.has(scope)) vocabularies.set(scope, { words: new Set(), templates: [] })
    const { words, templates } = vocabularies.get(scope)
    for (const node of nodesOf(source)) {
      if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) words.add(node.text)
      if (isField(node)) words.add(node.name.text)
      if (ts.isTemplateExpression(node) && /^[\w.]{3}/.test(node.head.text))
        templates.push(...alternatives(node))
    }
  }
  return vocabularies
}

function isField(node) {
  return (
    (ts.isPropertyAssignment(node) ||
      ts.isShorthandPropertyAssignment(node) ||
      ts.isPropertySignature(node)) &&
    'text' in node.name
  )
}

/** Keys that are used and do not exist, and keys that are not used. */
function check(catalogue, uses, vocabularies) {
  const used = new Set()
  const problems = []
  const says = (scope, word) => vocabularies.get(scope)?.words.has(word) ?? false
  const fits = (scope, parts, name) =>
    patternOf(parts)
      .exec(name)
      ?.slice(1)
      .every((word) => says(scope, word) || says('shared', word)) ?? false
  const putTogether = (scope, name) =>
    vocabularies.get(scope)?.templates.some((parts) => fits(scope, parts, name)) ?? false
  for (const { place, code, scope, namespaces, parts } of uses) {
    const whole = parts.length === 1 && parts[0] === null
    const found = namesOf(catalogue, namespaces).filter(({ name }) =>
      whole ? says(scope, name) || putTogether(scope, name) : fits(scope, parts, name),
    )
    if (found.length === 0) problems.push(`unknown: ${place} ${code}`)
    for (const { id } of found) used.add(id)
  }
  for (const [namespace, keys] of catalogue) {
    for (const key of new Set([...keys.keys()].map(stem))) {
      if (!used.has(`${namespace}:${key}`)) problems.push(`unused: ${namespace}:${key}`)
    }
  }
  return problems
}

/** Every key by its names in these namespaces: alone within them, with its namespace everywhere. */
function namesOf(catalogue, namespaces) {
  return [...catalogue].flatMap(([namespace, keys]) =>
    [...new Set([...keys.keys()].map(stem))].flatMap((key) => {
      const id = `${namespace}:${key}`
      return [{ id, name: id }, ...(namespaces.includes(namespace) ? [{ id, name: key }] : [])]
    }),
  )
}

/** The patterns made so far, because each is tried on every key. */
const patterns = new WeakMap()

function patternOf(parts) {
  const known = patterns.get(parts)
  if (known) return known
  const made = new RegExp(`^${parts.map((part) => (part === null ? '(.+)' : quoted(part))).join('')}$`)
  patterns.set(parts, made)
  return made
}

function quoted(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = findTextProblems(resolve(process.argv[2] ?? '.'))
  for (const line of found) console.log(line)
  process.exit(found.length === 0 ? 0 : 1)
}
