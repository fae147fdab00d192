import ts from 'typescript'

/** Names that are read in the product, each with the things that it is read from. */
export type Reads = ReadonlyMap<string, ReadonlySet<string>>

/**
 * What code reads: `from.name`, and `{ name }` of a destructured `from`. An object's own keys and the members of a type
 * are no reads. `from` is the name that the expression ends with (`useVariant().laterSteps` gives `laterSteps`, a call of
 * a list's method the list), or for a parameter its type's text.
 */
export function readsOf(sources: readonly string[]): Reads {
  const reads = new Map<string, Set<string>>()
  const add = (name: string, from: string) => reads.set(name, (reads.get(name) ?? new Set()).add(from))
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) add(node.name.text, endOf(node.expression))
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
      add(keyOf(node), fromOf(node.parent))
    ts.forEachChild(node, visit)
  }
  for (const source of sources) visit(ts.createSourceFile('a.tsx', source, ts.ScriptTarget.Latest, true))
  return reads
}

/** The name of the property that a binding takes. */
function keyOf({ propertyName, name }: ts.BindingElement): string {
  const key = propertyName ?? name
  return ts.isIdentifier(key) ? key.text : ''
}

/** What an object pattern takes apart. */
function fromOf({ parent: owner }: ts.ObjectBindingPattern): string {
  if (ts.isBindingElement(owner)) return keyOf(owner)
  if (ts.isVariableDeclaration(owner)) return endOf(owner.initializer)
  if (owner.type) return owner.type.getText()
  const call = owner.parent.parent
  return ts.isCallExpression(call) ? endOf(call) : ''
}

function endOf(node: ts.Node | undefined): string {
  if (!node) return ''
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) return endOf(node.expression)
  if (ts.isElementAccessExpression(node)) return endOf(node.expression)
  if (!ts.isCallExpression(node)) return ''
  const { expression: called } = node
  return ts.isPropertyAccessExpression(called) ? endOf(called.expression) : endOf(called)
}

/**
 * The fields, by their paths, that nothing reads from the part of the variant that they stand in. `asRules`: fields that
 * the domain takes as `Rules`. An item of a list is passed on by itself: its fields are read in a source that names the
 * list, or a list with a name of its own type. A text is read in the language's name.
 */
export function unreadFields(
  paths: readonly string[],
  sources: readonly string[],
  asRules: ReadonlySet<string>,
): readonly string[] {
  const reads = readsOf(sources)
  return paths.filter((path) => {
    const [name = '', parent] = path.split('.').toReversed()
    const from = [...(reads.get(name) ?? [])]
    if (name === 'zh' || name === 'en') return false
    if (parent === undefined) return from.length === 0
    const list = /(\w+)\[\]\./.exec(path)?.[1]
    if (list !== undefined) return !readsOf(naming(sources, list)).has(name)
    const isRule = parent === 'rules' || asRules.has(name)
    const isTyped = (type: string) => type.includes(`'${parent}'`) || new RegExp(`\\b${name}\\b`).test(type)
    const isRead = (one: string) =>
      one === parent || isTyped(one) || (isRule && (one === 'rules' || /\bRules\b/.test(one)))
    return !from.some(isRead)
  })
}

function naming(sources: readonly string[], list: string): readonly string[] {
  const name = new RegExp(`\\b${list}\\b`, 'i')
  return sources.filter((source) => name.test(source))
}
