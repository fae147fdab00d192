// biome-ignore-all lint/style/noExcessiveLinesPerFile: one file that imports nothing can be copied and trusted by itself
// `node verify-draw.mjs FILE [HASH]`: checks an exported session log and recomputes each of its draws. Imports nothing of the
// project, so that it can be reviewed on its own. src/domain/draw/fair-draw.ts describes the rule of draws,
// src/protocol/session-export.ts the file's format.
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** The form of what a bidder gets before the opening time. */
const previewForm = 'kaibiao-session-preview/1'
const knownRule = 'hmac-sha256/1'

/**
 * The forms of an export by the name in its first line: the fields of that line, and how its values are written. Files
 * of the first form do not say who exported them and how long the log was.
 */
const forms = {
  'kaibiao-session-log/1': { fields: ['form', 'session'], write: (value) => JSON.stringify(value) },
  'kaibiao-session-log/2': { fields: ['form', 'head', 'session', 'size', 'view'], write: canonical },
}

/** The test of each field of an entry that the file's reader may see. */
const entryFields = {
  seq: isNumber,
  type: isText,
  version: isNumber,
  at: isText,
  actor: isText,
  role: isText,
  commandId: isText,
  payload: isObject,
  commitments: (value) => isObject(value) && Object.values(value).every(isHash),
  private: isObject,
  previous: isHash,
  hash: isHash,
}

/** What an export says of a damaged place. */
const damages = ['missing', 'changed', 'not-continuing', 'private-unreadable', 'unreadable']

/**
 * Entries that everybody sees and that must stand before those of another type. Where one is missing, it was hidden from
 * this reader, or the log never was one.
 */
const needs = {
  OpeningResumed: 'OpeningHalted',
  FailureDecided: 'FailureDeclared',
  BidsFrozen: 'BidOpeningEntered',
  DecryptionStarted: 'BidsFrozen',
  BidImportStarted: 'BidsFrozen',
  FileKeyHandedOver: 'DecryptionStarted',
  BidDecrypted: 'DecryptionStarted',
  BidImported: 'BidsFrozen',
  DecryptionExtended: 'DecryptionStarted',
  DecryptionProlonged: 'DecryptionStarted',
  DecryptionReopened: 'DecryptionClosed',
  AnnouncementStarted: 'BidsFrozen',
  BidAnnounced: 'AnnouncementStarted',
  ReadingStarted: 'AnnouncementStarted',
  BidRead: 'ReadingStarted',
  BidReadAgain: 'ReadingStarted',
  ReadingResumed: 'ReadingPaused',
  ReadingFinished: 'ReadingStarted',
  DisputeReplied: 'AnnouncementStarted',
  InquiryAnswered: 'InquiryStarted',
  InquiryReplied: 'InquiryStarted',
  InquiryProlonged: 'InquiryStarted',
  InquiryClosed: 'InquiryStarted',
  BasePriceSaved: 'BasePriceCalculated',
  EndEntered: 'AnnouncementStarted',
  ConfirmationStarted: 'EndEntered',
  ConfirmationProlonged: 'ConfirmationStarted',
  ConfirmationClosed: 'ConfirmationStarted',
  ConfirmationEnded: 'ConfirmationStarted',
  OverviewConfirmed: 'ConfirmationStarted',
  SigningExtended: 'SigningStarted',
  SigningProlonged: 'SigningStarted',
  RecordSigned: 'SigningStarted',
  OpenerSignedRecord: 'SigningStarted',
  RecordPdfSigned: 'SigningStarted',
  SigningClosed: 'SigningStarted',
  SigningConfirmed: 'SigningStarted',
  DocumentWithdrawn: 'DocumentFiled',
  SecondEnvelopeCalled: 'EnvelopeEnded',
}

/**
 * Checks an export, a text or its bytes: form, chain, what its reader must see, then every draw. Returns what it proves,
 * what it cannot prove, and the problems, one line each. `cut`: the ends that are missing in it. `hidden`: the seqs of
 * hidden entries. `unsupported`: those whose hash no later entry and no first line confirms. `hash`: of an entry, as a PDF
 * of the hall shows it, or of a file or a record that an entry names; it must be in the log; null for none.
 */
export function verifyLog(file, hash = null) {
  const problems = []
  const { head, entries } = readLog(file, problems)
  if (problems.length === 0) checkChain(head, entries, problems)
  const draws = problems.length === 0 ? checkContents(head, entries, problems) : []
  const shown = hash === null ? null : placeOf(hash, entries)
  if (hash !== null && shown === null) problems.push(`no entry of this log has or names the hash ${hash}`)
  const hidden = entries.filter((entry) => entry?.type === undefined).map((entry) => entry?.seq)
  const unsupported = hidden.filter((seq) => !entries[seq]?.type && !(head.size === seq))
  const last = entries.at(-1)?.hash ?? null
  const found = { head, entries: entries.length, last, hidden, unsupported, draws, shown, problems }
  if (problems.length > 0) return { ...found, cut: [], proved: [], notProvable: [] }
  const cut = missingEnds(head, entries, draws)
  return { ...found, cut, proved: provedBy(found), notProvable: notProvableBy(found) }
}

/** The entry that has a hash, or else the last one that names it, with the field that does; null where none does. */
function placeOf(hash, entries) {
  const own = entries.findIndex((entry) => entry?.hash === hash)
  if (own >= 0) return { seq: own + 1, type: null, field: null }
  for (const [index, entry] of [...entries.entries()].reverse()) {
    if (!isObject(entry?.payload)) continue
    const field = Object.keys(entry.payload).find((name) => isHashField(name) && entry.payload[name] === hash)
    if (field !== undefined) return { seq: index + 1, type: entry.type, field }
  }
  return null
}

/** Not what somebody wrote, such as a message, which could be any digest. */
function isHashField(name) {
  return /(^sha256|[hH]ash)$/.test(name)
}

/** What the entries say. One may have its right hash and yet lack fields that its type has. */
function checkContents(head, entries, problems) {
  try {
    checkView(head, entries, problems)
    return drawsIn(entries, problems)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    problems.push(`an entry lacks what its type has: ${error.message}`)
    return []
  }
}

/** The first line's values and the entries, each in the exact form in which the export writes them. */
function readLog(file, problems) {
  const text = textOf(file, problems)
  const lines = text.split('\n')
  if (lines.pop() !== '') problems.push('the file is cut: its last line has no end')
  const [first, ...rest] = lines.map((line, i) => {
    try {
      return JSON.parse(line)
    } catch {
      problems.push(`line ${i + 1} is not JSON`)
      return null
    }
  })
  if (isObject(first) && first.form === previewForm) {
    problems.push(
      'this is what a bidder gets before the opening time, not the log: export it again afterwards',
    )
    return { head: {}, entries: rest }
  }
  const form = isObject(first) && Object.hasOwn(forms, first.form) ? forms[first.form] : null
  if (form === null || typeof first.session !== 'string' || !hasExactly(first, form.fields)) {
    problems.push('the first line is not that of a kaibiao-session-log')
    return { head: {}, entries: rest }
  }
  if (form.fields.includes('view')) checkHead(first, problems)
  for (const [i, value] of [first, ...rest].entries()) {
    if (value === null || form.write(value) === lines[i]) continue
    problems.push(
      `line ${i + 1} is not written as an export writes it: a doubled field, a blank or another order`,
    )
  }
  for (const [i, entry] of rest.entries()) {
    const problem = shapeProblem(entry)
    if (problem !== null) problems.push(`line ${i + 2} ${problem}`)
  }
  return { head: first, entries: rest }
}

function textOf(file, problems) {
  if (typeof file === 'string') return file
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)
  } catch {
    problems.push('the file is not UTF-8')
    return ''
  }
}

function checkHead({ view, size, head }, problems) {
  const isView =
    isObject(view) &&
    hasExactly(view, ['role', 'seesSupervisor', 'unit']) &&
    isText(view.role) &&
    typeof view.seesSupervisor === 'boolean' &&
    (view.unit === null || isText(view.unit))
  if (!isView || !isNumber(size) || !isHash(head))
    problems.push('the first line says nothing that can be checked')
}

/** What is wrong with a line's fields; null where nothing is. Damage that the export itself names comes later. */
function shapeProblem(entry) {
  if (!isObject(entry)) return 'is no entry'
  if (Object.hasOwn(entry, 'damage'))
    return damages.includes(entry.damage) ? null : 'names a damage that no export names'
  if (entry.type === undefined && hasExactly(entry, ['seq', 'hash']))
    return isNumber(entry.seq) && isHash(entry.hash) ? null : 'is no hidden entry'
  for (const field of Object.keys(entry))
    if (!Object.hasOwn(entryFields, field)) return `has the unknown field ${JSON.stringify(field)}`
  for (const [field, isRight] of Object.entries(entryFields))
    if (!isRight(entry[field])) return `has no right ${field}`
  return null
}

/** Every entry continues the one before, and a visible entry has the stated hash and its own private fields. */
function checkChain({ session, size, head }, entries, problems) {
  for (const entry of entries) {
    if (entry.damage === undefined) continue
    const { seq, to = seq, damage } = entry
    const which = to === seq ? `entry ${seq} is` : `entries ${seq} to ${to} are`
    problems.push(`${which} damaged, the export says: ${damage}`)
  }
  if (problems.length > 0) return
  let previous = sha256(`kaibiao/1:${session}`)
  for (const [i, entry] of entries.entries()) {
    const seq = i + 1
    if (entry.seq !== seq) return problems.push(`entry ${seq} is missing`)
    // Entries that the reader may not see have only seq and hash.
    if (entry.type !== undefined) {
      const { private: secrets, hash: _, ...hashed } = entry
      if (entry.previous !== previous) return problems.push(`entry ${seq} does not continue entry ${seq - 1}`)
      if (sha256(canonical(hashed)) !== entry.hash)
        return problems.push(`entry ${seq} was changed: its hash is another`)
      for (const [field, revealed] of Object.entries(secrets))
        if (!isCommitted(revealed, entry.commitments[field]))
          return problems.push(`entry ${seq} has a false private field: ${JSON.stringify(field)}`)
    }
    previous = entry.hash
  }
  if (size === undefined) return
  if (size > entries.length)
    return problems.push(`the file is cut: it ends with entry ${entries.length}, its first line says ${size}`)
  if ((entries[size - 1]?.hash ?? null) !== head)
    problems.push(`entry ${size} does not have the hash that the first line says`)
}

/** Whether a private field is what its commitment was made of. */
function isCommitted(revealed, commitment) {
  if (!isObject(revealed) || !hasExactly(revealed, ['salt', 'value'])) return false
  return isText(revealed.salt) && sha256(canonical(revealed)) === commitment
}

/** Whether entries are hidden that this reader must see, as far as the others tell. */
function checkView({ view }, entries, problems) {
  const hidden = entries.filter(({ type }) => type === undefined)
  const seesAll = view !== undefined && view.role !== 'bidder' && view.seesSupervisor
  for (const { seq } of seesAll ? hidden : [])
    problems.push(`entry ${seq} is hidden, though ${view.role} sees every entry of this log`)
  const seen = new Set()
  for (const { seq, type } of entries) {
    if (seq === 1 && type !== 'TenderPublished')
      problems.push('entry 1 is not the tender, which everybody sees')
    const before = type === undefined ? undefined : needs[type]
    if (before !== undefined && !seen.has(before))
      problems.push(`entry ${seq}, ${type}: no ${before} before it, which everybody sees`)
    seen.add(type)
  }
  if (view?.role !== 'bidder') return
  const own = entries.filter(
    ({ type, payload }) => type === 'BidSubmitted' && payload.bidderCode === view.unit,
  )
  const frozen = entries.flatMap(({ type, payload }) => (type === 'BidsFrozen' ? payload.bids : []))
  for (const { bidderCode, fileId } of frozen)
    if (bidderCode === view.unit && !own.some(({ payload }) => payload.fileId === fileId))
      problems.push(`the submission of the reader's own file ${fileId} is hidden`)
}

/** The ends that a whole log has: of the session, and of each draw. */
function missingEnds(head, entries, draws) {
  const unfinished = draws.filter(({ state, voids }) => {
    const isOver = state === 'decided' || (state === 'void' && voids.at(-1)?.cause === 'nobody')
    return !isOver
  })
  return [
    ...(entries.some(endsSession) ? [] : ['the end of the session is missing']),
    ...(head.size === undefined ? ['a file of the first form does not say how long the log was'] : []),
    ...unfinished.map(
      ({ kind, seq }) => `the end of the draw of ${kind} declared by entry ${seq} is missing`,
    ),
  ]
}

/** An opening that has ended; a lot that failed has no later end. */
function endsSession({ type, payload }) {
  if (type === 'LotStatusChanged') return payload.lot === 'failed'
  return type === 'OpeningEnded' || (type === 'FailureDecided' && payload.approved === true)
}

function provedBy({ head, entries, hidden, draws, shown }) {
  const decided = draws.filter(({ state }) => state === 'decided').length
  return [
    `the ${entries - hidden.length} visible entries have the stated hashes, and each continues the one before it`,
    ...(head.size === undefined ? [] : [`entry ${head.size} has the hash that the first line says`]),
    ...(shown === null ? [] : [saidOf(shown)]),
    ...(decided > 0
      ? [`the results of ${decided} draws follow from the values and commitments in the log`]
      : []),
  ]
}

function saidOf({ seq, type, field }) {
  if (type === null) return `entry ${seq} has the hash that you gave`
  return `entry ${seq}, ${type}, names the hash that you gave (${field})`
}

function notProvableBy({ head, entries, last, hidden, unsupported }) {
  return [
    `that this is the log which others were shown: the hall signs nothing yet, and whoever owns its database can write ` +
      `another log with right hashes. Compare the hash ${last} with the exports of others, and give this program ` +
      'after FILE the hash that a PDF of the hall shows, or the SHA-256 of the file itself',
    `that nothing followed entry ${entries}`,
    head.view ? `that its reader is ${readerOf(head.view)}, as the first line says` : 'who exported it',
    ...(hidden.length === 0 ? [] : [`what is in the ${hidden.length} hidden entries: ${ranges(hidden)}`]),
    ...(unsupported.length === 0
      ? []
      : [`that the hidden entries ${ranges(unsupported)} have these hashes: no visible entry follows them`]),
    'signatures, times, permissions and the values of private fields: this program does not check them',
  ]
}

function readerOf({ role, unit, seesSupervisor }) {
  return `${role} of ${unit ?? 'no unit'}, who ${seesSupervisor ? 'sees' : 'does not see'} the supervisor`
}

/** `1-3, 7` */
function ranges(numbers) {
  const runs = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && run.to + 1 === number) run.to = number
    else runs.push({ from: number, to: number })
  }
  return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
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

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value) {
  return typeof value === 'string'
}

function isNumber(value) {
  return Number.isSafeInteger(value) && value > 0
}

function isHash(value) {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

function hasExactly(object, fields) {
  return Object.keys(object).length === fields.length && fields.every((field) => Object.hasOwn(object, field))
}

function report({ head, entries, last, hidden, draws, cut, proved, notProvable, problems }) {
  const lines = []
  if (head.session !== undefined)
    lines.push(
      `section ${head.session}, ${entries} entries, the last with hash ${last}`,
      `${hidden.length} entries are hidden from this file's reader`,
    )
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
  lines.push(...proved.map((what) => `PROVED ${what}`))
  lines.push(...notProvable.map((what) => `NOT PROVABLE ${what}`))
  lines.push(...cut.map((what) => `CUT ${what}`))
  lines.push(...problems.map((problem) => `WRONG ${problem}`))
  lines.push(verdict(problems, cut))
  return lines.map(plain).join('\n')
}

/** A line for the terminal: what the file says cannot end it, hide what follows or write a verdict of its own. */
function plain(line) {
  return line.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0).toString(16)}}`,
  )
}

function verdict(problems, cut) {
  if (problems.length > 0) return 'this log does not prove what it says'
  if (cut.length > 0) return 'nothing is wrong in what is here, and its end is missing'
  return 'nothing is wrong in what is visible, and the end is there'
}

function main([file, ...parts]) {
  const hash = parts.length > 0 ? parts.join('').replaceAll(/\s/g, '').toLowerCase() : null
  if (file === undefined || file === '--help' || (hash !== null && !isHash(hash))) {
    console.log(
      'node verify-draw.mjs FILE [HASH]\n\nFILE: a session log as the progress log exports it (JSON lines).\n' +
        'HASH: 64 hexadecimal digits; blanks do not matter. The hash of an entry, as the foot of a PDF and the end of\n' +
        'the opening record show it; or the SHA-256 of a document, a bid file or the record, which an entry names.\n' +
        'Exit code: 0 nothing is wrong, 1 something is wrong, 2 the file cannot be read, 3 an end is missing.',
    )
    return file === '--help' ? 0 : 2
  }
  try {
    const found = verifyLog(readFileSync(file), hash)
    console.log(report(found))
    if (found.problems.length > 0) return 1
    return found.cut.length > 0 ? 3 : 0
  } catch (error) {
    console.error(plain(`${file}: ${error.message}`))
    return 2
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = main(process.argv.slice(2))
