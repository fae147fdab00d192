import type { z } from 'zod'

/**
 * Walks a schema beside values that fit it and names every choice the schema leaves that none of them makes: a value
 * of an enum, a literal, true or false, null or not, a list that never has an item. A difference that no variant
 * shows is one that nobody has seen working.
 */
export function unusedChoices(schema: z.core.$ZodType, values: readonly unknown[], path = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (values.length === 0) return [`${path}: no value at all`]
  const missing = (choices: readonly unknown[]) =>
    choices.filter((choice) => !values.includes(choice)).map((choice) => `${path}: ${String(choice)}`)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, field]) =>
        unusedChoices(
          field,
          values.map((value) => (value as Record<string, unknown>)[key]),
          at(path, key),
        ),
      )
    case 'array':
      return unusedChoices(def.element, values.flat(), `${path}[]`)
    case 'record':
      return unusedChoices(
        def.valueType,
        values.flatMap((value) => Object.values(value as object)),
        `${path}{}`,
      )
    case 'nullable': {
      const given = values.filter((value) => value !== null)
      return [...missing([null]), ...unusedChoices(def.innerType, given, path)]
    }
    case 'enum':
      return missing(Object.values(def.entries))
    case 'literal':
      return missing(def.values)
    case 'boolean':
      return missing([true, false])
    case 'string':
    case 'number':
      return []
    default:
      throw new Error(`${path}: no rule for ${def.type}`)
  }
}

function at(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
