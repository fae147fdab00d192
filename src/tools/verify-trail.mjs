// `node verify-trail.mjs FILE [EARLIER]`: checks the chain of an exported security trail, and that it continues an
// earlier export. Imports nothing of the project, so that it can be reviewed on its own. src/domain/trail/README.md
// describes the file's format.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** The format in a trail's first line. */
const form = 'kaibiao-trail/1'

/** Checks an export; `problem` is null where every line continues the one before and has its own hash. */
export function verifyTrail(text) {
  const rows = rowsOf(text)
  const head = parsed(rows[0])
  if (head?.form !== form || typeof head.trail !== 'string')
    return { trail: '', lines: 0, hash: null, problem: `the first line is not that of a ${form}` }
  let hash = sha256(`kaibiao/1:${head.trail}`)
  for (const [i, row] of rows.slice(1).entries()) {
    const problem = problemIn(row, i + 1, hash)
    if (problem) return { trail: head.trail, lines: i, hash, problem: `line ${i + 1} ${problem}` }
    hash = JSON.parse(row).hash
  }
  return { trail: head.trail, lines: rows.length - 1, hash, problem: null }
}

/** Why an export does not continue an earlier one; null where it does. Both have passed `verifyTrail`. */
export function problemWithEarlier(text, earlier) {
  const rows = rowsOf(text)
  for (const [seq, row] of rowsOf(earlier).entries()) {
    if (rows[seq] === row) continue
    if (seq === 0) return 'WRONG the earlier export is of another trail'
    if (rows[seq] === undefined) return `CUT it ends before line ${seq} of the earlier export`
    return `WRONG line ${seq} is not that of the earlier export`
  }
  return null
}

const rowsOf = (text) => text.split('\n').filter((row) => row !== '')

function problemIn(row, seq, previous) {
  const line = parsed(row)
  if (line === null) return 'is not JSON'
  // A field that stands twice would be read as its last value, and shown as its first.
  if (JSON.stringify(line) !== row) return 'is not written as it is read'
  const { hash, ...hashed } = line
  if (line.seq !== seq) return 'is missing'
  if (line.previous !== previous) return `does not continue line ${seq - 1}`
  return sha256(canonical(hashed)) === hash ? null : 'was changed: its hash is another'
}

function parsed(row) {
  try {
    const value = JSON.parse(row ?? '')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** The canonical text (RFC 8785) of an object of texts, whole numbers and nulls. */
function canonical(flat) {
  return JSON.stringify(Object.fromEntries(Object.entries(flat).sort(([a], [b]) => (a < b ? -1 : 1))))
}

function sha256(text) {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

function main([file, earlier]) {
  if (file === undefined || file === '--help') {
    console.log(help)
    return file === undefined ? 2 : 0
  }
  try {
    const text = readFileSync(file, 'utf8')
    if (!isWhole('trail', text)) return 1
    if (earlier === undefined) return 0
    const before = readFileSync(earlier, 'utf8')
    if (!isWhole('earlier export of trail', before)) return 1
    const problem = problemWithEarlier(text, before)
    console.log(plain(problem ?? 'it continues the earlier export'))
    return problem === null ? 0 : 1
  } catch (error) {
    console.error(plain(error.message))
    return 2
  }
}

const help = `node verify-trail.mjs FILE [EARLIER]

FILE: a security trail as a supervisor exports it (JSON lines).
EARLIER: an export that was kept from before: FILE must have all of its lines.`

/** Prints what a file is, and whether its chain is whole. */
function isWhole(name, text) {
  const { trail, lines, hash, problem } = verifyTrail(text)
  console.log(plain(`${name} ${trail}, ${lines} lines, the last with hash ${hash}`))
  console.log(problem === null ? 'every line continues the one before' : plain(`WRONG ${problem}`))
  return problem === null
}

/** A line for the terminal: what the file says cannot end it, hide what follows or write a verdict of its own. */
function plain(line) {
  return line.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0).toString(16)}}`,
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = main(process.argv.slice(2))
