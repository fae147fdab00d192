// `npm run verify-draw -- FILE`: recomputes every draw of an exported session log. Imports nothing of the project, so
// that it can be reviewed on its own. src/domain/draw/fair-draw.ts describes the rule, src/protocol/session-export.ts the
// file's format.
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** The format in a log's first line. */
const form = 'kaibiao-session-log/1'
const previewForm = 'kaibiao-session-preview/1'
const knownRule = 'hmac-sha256/1'

/**
 * Checks an export: the chain of its entries, then every draw. Returns the results of the draws and the problems, one
 * line each.
 */
export function verifyLog(text) {
  const problems = []
  const { session, entries } = readLog(text, problems)
  if (problems.length === 0) checkChain(session, entries, problems)
  const draws = problems.length === 0 ? drawsIn(entries, problems) : []
  return { session, entries: entries.length, head: entries.at(-1)?.hash ?? null, draws, problems }
}

function readLog(text, problems) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const parsed = lines.map((line, i) => {
    try {
      return JSON.parse(line)
    } catch {
      problems.push(`line ${i + 1} is not JSON`)
      return null
    }
  })
  const [head, ...entries] = parsed
  if (head?.form === previewForm)
    problems.push('this is what a bidder gets before the opening time, not the log: export it again afterwards')
  else if (head?.form !== form || typeof head.session !== 'string')
    problems.push(`the first line is not that of a ${form}`)
  return { session: head?.session ?? '', entries }
}

/** Every entry continues the one before, and a visible entry has the stated hash. */
function checkChain(session, entries, problems) {
  let previous = sha256(`kaibiao/1:${session}`)
  for (const entry of entries) {
    if (!entry?.damage) continue
    const { seq, to = seq, damage } = entry
    const which = to === seq ? `entry ${seq} is` : `entries ${seq} to ${to} are`
    problems.push(`${which} damaged, the export says: ${damage}`)
  }
  if (problems.length > 0) return
  for (const [i, entry] of entries.entries()) {
    const seq = i + 1
    if (entry?.seq !== seq) return problems.push(`entry ${seq} is missing`)
    // Entries that the reader may not see have only seq and hash.
    if (entry.type !== undefined) {
      const { private: _, hash: __, ...hashed } = entry
      if (entry.previous !== previous) return problems.push(`entry ${seq} does not continue entry ${seq - 1}`)
      if (sha256(canonical(hashed)) !== entry.hash)
        return problems.push(`entry ${seq} was changed: its hash is another`)
    }
    previous = entry.hash
  }
}

/** Follows each draw from entry to entry; it has one attempt at a time. */
function drawsIn(entries, problems) {
  const draws = new Map()
  for (const entry of entries) {
    const { drawId } = entry.payload ?? {}
    const draw = draws.get(drawId)
    const wrong = (what) => problems.push(`entry ${entry.seq}, draw ${drawId}: ${what}`)
    if (entry.type === 'DrawDeclared') {
      if (!draw) checkFirst(entry.payload, draws, wrong)
      draws.set(drawId, declared(entry, draw, wrong))
    } else if (entry.type === 'DrawJoiningClosed') closed(entry, draw, wrong)
    else if (entry.type === 'DrawJoined') joined(entry, draw, wrong)
    else if (entry.type === 'DrawRevealed') revealed(entry, draw, wrong)
    else if (entry.type === 'DrawVoided') voided(entry, draw, wrong)
    else if (entry.type === 'DrawDecided') decided(entry, draw, wrong)
  }
  return [...draws.values()]
}

/** A draw may be repeated only when nobody joined it, so that nobody can draw again for another result. */
function checkFirst({ kind, subject }, draws, wrong) {
  for (const other of draws.values()) {
    if (other.kind !== kind || other.subject !== subject) continue
    const isOver = other.state === 'void' && other.voids.at(-1)?.cause === 'nobody'
    if (!isOver) wrong(`a second draw of this, where draw ${other.drawId} is ${other.state}`)
  }
}

function declared({ seq, hash, payload }, before, wrong) {
  const attempt = (before?.attempt ?? 0) + 1
  if (payload.attempt !== attempt) wrong(`attempt ${payload.attempt} where ${attempt} is next`)
  if (before && before.state !== 'void') wrong('declared again, though not void')
  if (before && canonical(before.parts) !== canonical(payload.parts)) wrong('repeated with other candidates')
  if (payload.rule !== knownRule) wrong(`rule ${payload.rule} is not known`)
  for (const { parameter, candidates } of payload.parts) {
    if (new Set(candidates).size !== candidates.length) wrong(`candidates of ${parameter} repeat`)
  }
  const { drawId, kind, subject, parts, rule, serverCommitment } = payload
  return {
    drawId,
    kind,
    subject,
    parts,
    rule,
    serverCommitment,
    attempt,
    seq,
    hash,
    state: 'joining',
    voids: before?.voids ?? [],
    // Checks what this log's reader sees of who joined and what was revealed; at least their own part.
    joined: new Set(),
    revealed: new Set(),
  }
}

function closed({ payload }, draw, wrong) {
  if (!ofAttempt(draw, payload, 'joining', wrong)) return
  draw.state = 'revealing'
  draw.contributors = payload.contributors
  if (new Set(payload.contributors).size !== payload.contributors.length) wrong('a commitment counts twice')
  for (const commitment of draw.joined)
    if (!payload.contributors.includes(commitment)) wrong(`${commitment} joined and is left out`)
}

function joined({ payload }, draw, wrong) {
  if (ofAttempt(draw, payload, 'joining', wrong)) draw.joined.add(payload.commitment)
}

function revealed({ payload }, draw, wrong) {
  if (!ofAttempt(draw, payload, 'revealing', wrong)) return
  const commitment = commitmentOf(draw, payload.value)
  if (!draw.contributors.includes(commitment)) wrong('a value was revealed that nobody committed to')
  draw.revealed.add(commitment)
}

function voided({ payload }, draw, wrong) {
  if (!ofAttempt(draw, payload, 'revealing', wrong)) return
  draw.state = 'void'
  draw.voids.push({ attempt: payload.attempt, cause: payload.cause, withheld: payload.withheld.length })
  if (payload.cause === 'withheld' && payload.withheld.length === 0) wrong('void, though nobody withheld')
  if (payload.withheld.some((commitment) => !draw.contributors.includes(commitment)))
    wrong('a stranger is said to have withheld')
  for (const commitment of payload.withheld)
    if (draw.revealed.has(commitment)) wrong(`${commitment} is said to be withheld, though it was revealed`)
  if (payload.cause === 'nobody' && draw.contributors.length > 0)
    wrong('void because nobody joined, though somebody did')
}

function decided({ payload }, draw, wrong) {
  if (!ofAttempt(draw, payload, 'revealing', wrong)) return
  draw.state = 'decided'
  draw.results = payload.results
  const commitments = [draw.serverCommitment, ...draw.contributors]
  if (draw.contributors.length === 0) wrong('nobody contributed')
  if (payload.values.length !== commitments.length)
    return wrong('there are not as many values as commitments')
  for (const [i, value] of payload.values.entries()) {
    if (commitmentOf(draw, value) !== commitments[i]) wrong(`value ${i} is not what was committed to`)
  }
  const seed = sha256(canonical({ declared: draw.hash, values: payload.values }))
  if (seed !== payload.seed) wrong('the seed is another')
  const indexes = indexesOf(
    seed,
    draw.parts.map(({ candidates }) => candidates.length),
  )
  for (const [i, { parameter, candidates }] of draw.parts.entries()) {
    const result = payload.results[i]
    const value = candidates[indexes[i]]
    if (result?.index !== indexes[i] || result?.value !== value)
      wrong(`${parameter} has to be ${value}, index ${indexes[i]}`)
  }
  if (payload.results.length !== draw.parts.length) wrong('there are not as many results as parameters')
}

function commitmentOf({ attempt, drawId }, value) {
  return sha256(canonical({ attempt, drawId, value }))
}

function ofAttempt(draw, payload, state, wrong) {
  const fits = draw?.state === state && draw.attempt === payload.attempt
  if (!fits) wrong(`has no place where the draw stands (${draw?.state ?? 'not declared'})`)
  return fits
}

/** The digests of HMAC-SHA-256(seed, counter) as numbers, without those in the last, incomplete multiple. */
function indexesOf(seed, counts) {
  const next = numbers(seed)
  return counts.map((count) => {
    const limit = 2 ** 32 - (2 ** 32 % count)
    let number = next.next().value
    while (number >= limit) number = next.next().value
    return number % count
  })
}

function* numbers(seed) {
  for (let counter = 0; ; counter += 1) {
    const message = Buffer.alloc(4)
    message.writeUInt32BE(counter)
    const digest = createHmac('sha256', Buffer.from(seed, 'hex')).update(message).digest()
    for (let place = 0; place < digest.length; place += 4) yield digest.readUInt32BE(place)
  }
}

function sha256(text) {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** The canonical text of a JSON value (RFC 8785). */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

function report({ session, entries, head, draws, problems }) {
  const lines = [`section ${session}, ${entries} entries, the last with hash ${head}`]
  for (const { kind, subject, parts, attempt, seq, state, results = [], voids } of draws) {
    const what = subject ? `${kind} (${subject})` : kind
    const drawn = results
      .map(({ value, index }, i) => `${parts[i]?.parameter} = ${value} (index ${index})`)
      .join(', ')
    lines.push(`${what}, declared by entry ${seq}, attempt ${attempt}: ${state}${drawn && `: ${drawn}`}`)
    for (const { attempt: no, cause, withheld } of voids)
      lines.push(`  attempt ${no} void: ${cause}, ${withheld} withheld`)
  }
  if (draws.length === 0 && problems.length === 0) lines.push('there is no draw in it')
  lines.push(...problems.map((problem) => `WRONG ${problem}`))
  lines.push(problems.length === 0 ? 'everything is as the log says' : 'this log does not prove what it says')
  return lines.join('\n')
}

function main([file]) {
  if (file === undefined || file === '--help') {
    console.log(
      'npm run verify-draw -- FILE\n\nFILE: a session log as the progress log exports it (JSON lines).',
    )
    return file === undefined ? 2 : 0
  }
  try {
    const found = verifyLog(readFileSync(file, 'utf8'))
    console.log(report(found))
    return found.problems.length === 0 ? 0 : 1
  } catch (error) {
    console.error(`${file}: ${error.message}`)
    return 2
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = main(process.argv.slice(2))
