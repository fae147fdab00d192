// Which licences a package may have, so that the product can be passed on under Apache-2.0.

/** May be part of what is passed on. OFL is for fonts. */
const passedOn = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1', 'Zlib'],
])
/** May be used to build and test as well. */
const used = new Set([...passedOn, 'MPL-2.0', 'CC-BY-4.0', 'CC0-1.0', 'Python-2.0', 'Unlicense'])

/** Packages whose lock entry has no licence, because they name it in the field `licenses` of old: seen there. */
const seenElsewhere = new Map([
  ['png-js', 'MIT'],
  ['xmlhttprequest-ssl', 'MIT'],
])

/** A line about a package's licence, or undefined when it may be used. */
export function licenceProblem({ name, version, licence, development }) {
  const expression = licence || seenElsewhere.get(name)
  if (!expression) return `licence: ${name} ${version} names none`
  const allowed = development ? used : passedOn
  if (isAllowed(expression, allowed)) return undefined
  return `licence: ${name} ${version} has ${expression}, which ${development ? 'we do not use' : 'we may not pass on'}`
}

/** An SPDX expression: of alternatives one must be allowed, of licences that hold together all. */
function isAllowed(expression, allowed) {
  const text = withoutOuterBrackets(expression.trim())
  const alternatives = splitOutside(text, 'OR')
  if (alternatives.length > 1) return alternatives.some((part) => isAllowed(part, allowed))
  const together = splitOutside(text, 'AND')
  if (together.length > 1) return together.every((part) => isAllowed(part, allowed))
  return allowed.has(text)
}

function withoutOuterBrackets(text) {
  const whole = text.startsWith('(') && depths(text).indexOf(0) === text.length - 1
  return whole ? withoutOuterBrackets(text.slice(1, -1).trim()) : text
}

/** Splits at the operator wherever no bracket is open. */
function splitOutside(text, operator) {
  const open = depths(text)
  const parts = []
  let from = 0
  for (const match of text.matchAll(new RegExp(` ${operator} `, 'g'))) {
    if (open[match.index] !== 0) continue
    parts.push(text.slice(from, match.index))
    from = match.index + match[0].length
  }
  return [...parts, text.slice(from)]
}

/** How many brackets are open after each character. */
function depths(text) {
  let depth = 0
  return [...text].map((character) => {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    return depth
  })
}
