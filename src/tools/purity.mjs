// Pure code may use the language without its clock and random numbers. The check uses the compiler's symbols, so that
// it accepts a local name such as `document` and finds every use of the host.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

/** The host's globals that depend on their arguments only. */
const pureHostGlobals = new Set(['TextEncoder', 'TextDecoder', 'structuredClone', 'URL', 'URLSearchParams'])

/**
 * Every use of clock, random numbers, timers or host in the folders' sources without tests, as `pure: file:line name`.
 */
export function findImpurities(base, folders) {
  const files = ts.sys
    .readDirectory(
      base,
      ['.ts', '.tsx'],
      undefined,
      folders.map((folder) => `${folder}/**/*`),
    )
    .filter((file) => !/\.test\.tsx?$/.test(file))
  const { config } = ts.parseConfigFileTextToJson(
    'tsconfig.json',
    readFileSync(join(base, 'tsconfig.json'), 'utf8'),
  )
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, base)
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const globals = namesInScope(program.getSourceFile(files[0]), checker)
  return files.flatMap((file) => {
    const source = program.getSourceFile(file)
    return impureNames(source, checker, globals).map((name) => {
      const { line } = source.getLineAndCharacterOfPosition(name.getStart())
      return `pure: ${relative(base, file).replaceAll('\\', '/')}:${line + 1} ${name.parent.getText().slice(0, 60)}`
    })
  })
}

/** The names of all globals, and those of the file. */
function namesInScope(source, checker) {
  const flags = ts.SymbolFlags.Value | ts.SymbolFlags.Namespace
  return new Set(checker.getSymbolsInScope(source, flags).map(({ name }) => name))
}

/** Asks the checker, which is slow, only for names that some global has. */
function impureNames(source, checker, globals) {
  const found = []
  visit(source)
  return found

  function visit(node) {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return
    const isName = ts.isIdentifier(node) && !isPropertyName(node) && globals.has(node.text)
    if (isName && isImpure(node, checker)) found.push(node)
    ts.forEachChild(node, visit)
  }
}

function isPropertyName(node) {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.name === node
}

function isImpure(node, checker) {
  if (node.text === 'globalThis') return true
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node)
  const homes = (symbol?.declarations ?? []).map((declaration) => declaration.getSourceFile())
  if (homes.length === 0 || !homes.every((home) => isAmbient(home))) return false
  if (node.text === 'Date') return !isPureDate(node)
  if (node.text === 'Math') return !isPureMath(node)
  return (
    !homes.some((home) => /\/lib\.(es|decorators)[^/]*\.d\.ts$/.test(home.fileName)) &&
    !pureHostGlobals.has(node.text)
  )
}

/** Declared by the compiler's libraries or a package of global types, not by an imported module. */
function isAmbient(home) {
  return home.isDeclarationFile && /\/(typescript\/lib|@types\/node|vite)\//.test(home.fileName)
}

/** `new Date(…)` with arguments is arithmetic; `new Date()` and `Date.now()` read the clock. */
function isPureDate({ parent }) {
  if (ts.isNewExpression(parent)) return (parent.arguments?.length ?? 0) > 0
  return ts.isPropertyAccessExpression(parent) && ['parse', 'UTC'].includes(parent.name.text)
}

function isPureMath({ parent }) {
  return ts.isPropertyAccessExpression(parent) && parent.name.text !== 'random'
}
