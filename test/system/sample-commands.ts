import type { Action } from '#domain/session/permissions.ts'

/** Commands with files are sent by REST only. */
export const restOnly: Action[] = [
  'PublishTender',
  'ImportTenderFile',
  'SubmitBid',
  'SubmitBackupFile',
  'CreateCommitmentLetter',
  'AddOpeningFile',
  'FileDocument',
]

/** Well-formed commands of some areas that change nothing important where they are allowed. */
export const readingCommands = {
  StartReading: { pace: 0 },
  ReadNext: { position: 1 },
  RepeatBid: {},
  PauseReading: {},
  ResumeReading: {},
  SetReadingPace: { pace: 0 },
  FinishReading: {},
  CutReadingShort: { reason: '' },
}

export const haltingCommands = {
  HaltOpening: { kind: 'paused', reason: '', recorder: '' },
  ResumeOpening: {},
  DeclareFailure: { reason: '', recorder: '', agent: '' },
} as const

/** The inputs of calls about a section's lot. */
export function haltingInputs(BDGuid: string) {
  return {
    StopKB: { body: { reason: '', jlr: '' } },
    changeLotStatus: { body: { BDGuid, status: 'paused' } },
    decideFailure: { body: { BDGuid, approved: false, reason: 'X' } },
  }
}
