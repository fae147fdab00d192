import type { Phase } from '#domain/session/phase.ts'
import type { Summary } from '#domain/session/summary.ts'
import type { WindowName } from '#domain/session/window.ts'
import { epochOf } from '#lib/time.ts'
import { closing, halted } from './event-sentences.ts'
import type { PhraseName } from './phrases.ts'
import { assemble, freshMs, type Prompt } from './prompts.ts'
import { announcementBegins } from './reading-sentences.ts'
import { clip, comma, count, minutes, phrase, type Sentences, timeLeft } from './sentence.ts'
import { warningTable } from './warning-table.ts'

/*
 * What a supervisor's wall says of the section chosen on it. The wall has no log but a summary of each section, so it
 * says what has changed between two of them, in the sentences of the section itself: after a gap the present state.
 */

/** The prompt for what has changed in a section, at `now` (epoch ms, server's clock); null for nothing to be said. */
export function promptBetween(before: Summary, after: Summary, now: number): Prompt | null {
  if (before.halt?.lot !== after.halt?.lot) {
    return said('lot', true, after.halt ? halted[after.halt.lot] : goingOn(after, now))
  }
  if (before.phase !== after.phase) {
    const sentences = phaseSentences(before, after, now)
    // One id for all: a phase that the next one interrupts is not said again.
    return sentences && said('phase', urgentPhases.includes(after.phase), sentences)
  }
  const later = extended(before, after)
  return later && said('extended', true, later)
}

/** Phases in which others act against a deadline. */
const urgentPhases: readonly Phase[] = ['decrypting', 'inquiring', 'confirming', 'signing']

function said(id: string, urgent: boolean, sentences: Sentences): Prompt {
  return assemble(sentences, {
    id: `wall:${id}`,
    ...{ urgent, reading: null, freshMs, topic: null, ends: null },
  })
}

function phaseSentences(before: Summary, after: Summary, now: number): Sentences | null {
  const limit = limitMinutes(after)
  const inTime = before.window !== null && epochOf(before.window.deadline) > now
  switch (after.phase) {
    case 'preparation':
      return before.phase === 'between'
        ? clip('secondEnvelopeCalled', 'The opening of the second envelope begins.')
        : null
    // What is drawn is not in the summary; the page's line of the log says it.
    case 'drawing':
    case 'reading':
      return null
    case 'beforeCommand':
      return clip(
        'openingEntered',
        'The opening of the bid files has begun; please wait for the decryption command.',
      )
    case 'decrypting':
      return decrypting(before.phase, limit)
    case 'opened':
      return before.phase === 'decrypting'
        ? closing[before.window === null ? 'import-ended' : inTime ? 'all-opened' : 'time-out']
        : clip('flowReset', 'The session has gone back to the opening of bid files.')
    case 'beforeReading':
      return announcementBegins(after.count?.total ?? 0)
    case 'read':
      return clip('readingFinished', 'All bids have been read.')
    case 'inquiring':
      return ordered('inquiryIssued', 'minutesToAnswer', limit, (time) => {
        return `Bidders, please say within ${time} whether you object to the opening.`
      })
    case 'inquired':
      return clip('inquiryClosed', 'The objection inquiry has ended.')
    case 'end':
      return before.phase === 'confirming'
        ? clip('confirmationClosed', 'The confirmation of the overview is closed.')
        : clip('endEntered', 'The session has entered its end step.')
    case 'confirming':
      return ordered('confirmationAsked', 'minutesToConfirm', limit, (time) => {
        return `Bidders, please confirm the overview within ${time}.`
      })
    case 'signing':
      // Nobody is told to sign where no bid was opened (END-31).
      if (after.count?.total === 0) return null
      return ordered('signingIssued', 'minutesToSign', limit, (time) => {
        return `Signing has been ordered: bidders, please sign the opening record within ${time}.`
      })
    case 'signed':
      return inTime
        ? clip('signingConfirmed', 'The signatures have been confirmed.')
        : clip('signingOver', 'The signing time is over.')
    case 'between':
      return clip('firstEnvelopeEnded', 'The opening of the first envelope has ended.')
    case 'ended':
      return clip('openingEnded', 'The opening has ended. Thank you for taking part.')
  }
}

function decrypting(before: Phase, limit: number | null): Sentences | null {
  if (limit === null)
    return clip('importStarted', 'The bid files are not encrypted; the system is importing them now.')
  if (before === 'opened') {
    return {
      zh: [phrase('decryptionReopened'), count(limit), phrase('minutes')],
      en: `Decryption is open again for bids that the hall had failed, for ${minutes(limit)}.`,
    }
  }
  return ordered('decryptionIssued', 'minutesToDecrypt', limit, (time) => {
    return `Decryption has been ordered: bidders, please decrypt within ${time}.`
  })
}

/** A command with its time limit; without one it has been answered by all already. */
function ordered(
  command: PhraseName,
  until: PhraseName,
  limit: number | null,
  english: (time: string) => string,
): Sentences | null {
  if (limit === null) return null
  return { zh: [phrase(command), count(limit), phrase(until)], en: english(minutes(limit)) }
}

/** The minutes of the running window, from the start of its time. */
function limitMinutes({ window }: Summary): number | null {
  if (!window?.from) return null
  return Math.round((epochOf(window.deadline) - epochOf(window.from)) / 60_000)
}

const prolonged: Readonly<Record<WindowName, Sentences>> = {
  decryption: clip(
    'decryptionProlonged',
    'The hall was unreachable; the decryption time has been prolonged.',
  ),
  inquiry: clip('inquiryProlonged', 'The hall was unreachable; the objection inquiry has been prolonged.'),
  confirmation: clip(
    'confirmationProlonged',
    'The hall was unreachable; the time to confirm has been prolonged.',
  ),
  signing: clip('signingProlonged', 'The hall was unreachable; the time to sign has been prolonged.'),
}

/** A later deadline of the same window: whole minutes are the opener's, anything else is an outage's. */
function extended(before: Summary, after: Summary): Sentences | null {
  const { name, deadline } = after.window ?? {}
  if (!before.window || !deadline || name === undefined || name === 'opening') return null
  const by = epochOf(deadline) - epochOf(before.window.deadline)
  if (before.window.name !== name || by <= 0) return null
  const phrases = { decryption: 'decryptionExtended', signing: 'signingExtended' } as const
  if (by % 60_000 !== 0 || !(name in phrases)) return prolonged[name]
  const extension = phrases[name as keyof typeof phrases]
  const time = minutes(by / 60_000)
  return {
    zh: [phrase(extension), count(by / 60_000), phrase('minutes')],
    en:
      name === 'signing'
        ? `Signing has been extended by ${time}.`
        : `The decryption time has been extended by ${time}.`,
  }
}

/** The lot is open again, with the time left in the running window. */
function goingOn({ window }: Summary, now: number): Sentences {
  const zh = [phrase('lotOpen')]
  if (!window || window.name === 'opening') return { zh, en: 'The section is open again.' }
  const { left, forWhat } = warningTable[window.name]
  const time = timeLeft(epochOf(window.deadline) - now, 'down')
  return {
    zh: [...zh, comma, phrase(left), ...time.zh],
    en: `The section is open again; ${time.en} left ${forWhat}.`,
  }
}
