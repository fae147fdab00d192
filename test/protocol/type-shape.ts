import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const project = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The shapes of exported types, written out: what JSON of such a type may hold, whatever its parts are called and in
 * whatever order they are declared. `types`: the file of each, from the project's root.
 */
export function typeShapes<Name extends string>(types: Readonly<Record<Name, string>>): Record<Name, string> {
  const files = Object.values<string>(types).map((file) => resolve(project, file))
  const read = ts.readConfigFile(`${project}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...read.config, include: [], files }, ts.sys, project)
  const program = ts.createProgram(files, { ...options, types: [], lib: ['lib.es2023.d.ts'] })
  const checker = program.getTypeChecker()

  function shapeOf(name: string, file: string): string {
    const source = program.getSourceFile(resolve(project, file))
    const module = source && checker.getSymbolAtLocation(source)
    const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name)
    if (!symbol) throw new Error(`${file} exports no ${name}`)
    return written(checker, checker.getDeclaredTypeOfSymbol(symbol))
  }

  const shapes = Object.entries<string>(types).map(([name, file]) => [name, shapeOf(name, file)])
  return Object.fromEntries(shapes)
}

function written(checker: ts.TypeChecker, type: ts.Type, above: readonly ts.Type[] = []): string {
  if (above.includes(type)) return '(as above)'
  const inside = (part: ts.Type) => written(checker, part, [...above, type])
  const either = (parts: readonly ts.Type[]) => [...new Set(parts.map(inside))].sort().join(' | ')
  if (type.isUnion()) return either(type.types)
  if (checker.isArrayType(type))
    return `(${checker.getTypeArguments(type as ts.TypeReference).map(inside)})[]`
  const isObject = type.isIntersection() || (type.flags & ts.TypeFlags.Object) !== 0
  if (!isObject) return checker.typeToString(type)
  const fields = checker.getPropertiesOfType(type).map((property) => {
    const field = checker.getTypeOfSymbol(property)
    const parts = field.isUnion() ? field.types : [field]
    // Left out and undefined are the same in JSON.
    const given = parts.filter((part) => (part.flags & ts.TypeFlags.Undefined) === 0)
    const isOptional = given.length < parts.length || (property.flags & ts.SymbolFlags.Optional) !== 0
    return `${property.name}${isOptional ? '?' : ''}: ${either(given)}`
  })
  const infos = checker.getIndexInfosOfType(type)
  const others = infos.map((info) => `[${inside(info.keyType)}]: ${inside(info.type)}`)
  return `{${[...fields, ...others].sort().join('; ')}}`
}
