import type { ClosingCause, OpeningFailure } from '#domain/decryption/outcome.ts'
import type { DrawPart, DrawResult } from '#domain/draw/draw-state.ts'
import type { DrawKind } from '#domain/draw/kinds.ts'
import { drawParameters } from '#domain/draw/parameters.ts'
import type { EventShapes } from '#domain/session/event.ts'
import type { LotStatus } from '#domain/session/lot.ts'
import type { SessionState } from '#domain/session/state.ts'
import { openWindows } from '#domain/session/warnings.ts'
import { epochOf } from '#lib/time.ts'
import { clip, comma, figure, phrase, type Sentences, timeLeft } from './sentence.ts'
import { warningTable } from './warning-table.ts'

/** Why the opening of files ended. */
export const closing: Readonly<Record<ClosingCause, Sentences>> = {
  'all-opened': clip('allDecrypted', 'All bid files are decrypted; decryption is closed.'),
  'time-out': clip('decryptionOver', 'The decryption time is over.'),
  'import-ended': clip('importEnded', 'The import of the bid files has ended.'),
}

/** The hall's copy of a file failed; the bidder may submit a backup. */
export const ownDamaged: Sentences = {
  zh: [phrase('ownDamaged'), phrase('sendBackup')],
  en: 'Your bid could not be opened, which is not your fault: please upload your backup file.',
}

/** Why a bidder's key did not open their file, and what they can do. */
export const ownRefusal: Readonly<Record<OpeningFailure, Sentences>> = {
  'wrong-key': clip('ownRefused', 'Decryption did not succeed; please check and try again.'),
  'damaged-file': ownDamaged,
  'server-failure': ownDamaged,
  'bad-content': clip(
    'ownBadContent',
    'The content of your bid is not what was committed to; please call technical support.',
  ),
}

/** The status of a lot that is not open. */
export const halted: Readonly<Record<Exclude<LotStatus, 'open'>, Sentences>> = {
  'failure-pending': clip(
    'lotFailurePending',
    'The failure of the section is under approval; the clocks are stopped.',
  ),
  failed: clip('lotFailed', 'The section has failed.'),
  stopped: clip('lotStopped', 'The section has been stopped.'),
  paused: clip('lotPaused', 'The section has been paused; the clocks are stopped.'),
}

/** The lot is open again, with at most the time left in the windows that were paused. */
export function goingOn(state: SessionState, at: string): Sentences {
  const windows = openWindows(state).map(({ window, deadline }) => {
    const { left, forWhat } = warningTable[window]
    const time = timeLeft(epochOf(deadline) - epochOf(at), 'down')
    return { zh: [comma, phrase(left), ...time.zh], en: `; ${time.en} left ${forWhat}` }
  })
  return {
    zh: [phrase('lotOpen'), ...windows.flatMap(({ zh }) => zh)],
    en: `The section is open again${windows.map(({ en }) => en).join('')}.`,
  }
}

/** The platform has refused a failure: the lot goes on, or stays as it was before. */
export function failureRefused(state: SessionState, at: string): Sentences {
  const { lot } = state
  const now = lot === 'open' ? goingOn(state, at) : halted[lot]
  return {
    zh: [phrase('lotFailureRefused'), comma, ...now.zh],
    en: `The failure of the section was not approved. ${now.en}`,
  }
}

/** A draw that starts, has a result, or is void. */
export const drawn = {
  declared: (kind: DrawKind): Sentences =>
    kind === 'random-index'
      ? clip('indexDrawDeclared', 'A number is being drawn at random.')
      : clip('drawDeclared', 'Evaluation parameters are being drawn.'),
  /** `parts` and `results` in the same order. */
  decided(parts: readonly DrawPart[], results: readonly DrawResult[]): Sentences {
    const values = results.map(({ value }, i) => {
      const part = parts[i]
      return figure(value, part ? drawParameters[part.parameter].unit : '')
    })
    return {
      zh: [phrase('drawResult'), ...values.flatMap((value) => [comma, value])],
      en: `Drawn: ${values.map(({ written }) => written).join(', ')}.`,
    }
  },
  void: {
    nobody: clip('drawVoid', 'Nobody took part; the draw is void.'),
    withheld: clip('drawRepeated', 'The draw is void and is repeated.'),
  } satisfies Readonly<Record<EventShapes['DrawVoided']['payload']['cause'], Sentences>>,
}
