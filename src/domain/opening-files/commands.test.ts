import { describe, expect, test } from 'vitest'
import { given, past, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { attachmentOf, bidderCode } from '#test/domain/sample-actors.ts'
import { type Attachment, attachmentLimit } from '../objections/attachment.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { viewState } from '../session/view-state.ts'
import { mostOpeningFiles, type OpeningFilePurpose } from './opening-file.ts'

const file = attachmentOf(1)
const { fileId, name } = file
const add = (purpose: OpeningFilePurpose, changes: Partial<Attachment> = {}): Command => ({
  type: 'AddOpeningFile',
  payload: { purpose, file: { ...file, ...changes } },
})
const remove = (purpose: OpeningFilePurpose, id = fileId): Command => ({
  type: 'RemoveOpeningFile',
  payload: { purpose, fileId: id },
})
const added = (purpose: OpeningFilePurpose, of: Attachment = file) =>
  event('OpeningFileAdded', { purpose, file: of })
const removed = (purpose: OpeningFilePurpose) => event('OpeningFileRemoved', { purpose, fileId, name })
const failed = event('LotStatusChanged', { lot: 'failed' })

describe('AddOpeningFile', () => {
  test('[FIL-1] records a problem until the opening has ended, also between envelopes and while halted', () => {
    const paused = event('LotStatusChanged', { lot: 'paused' })
    const histories_ = [histories.submitted(), histories.firstEnvelopeEnded(), [...histories.atEnd(), paused]]
    for (const history of histories_)
      given(...history)
        .when(add('problem'))
        .then(added('problem'))
  })

  test('[FIL-1] is refused once the opening has ended or failed', () => {
    given(...histories.ended())
      .when(add('problem'))
      .thenRejected('opening-ended')
    given(...histories.atEnd(), failed)
      .when(add('problem'))
      .thenRejected('flow-terminated')
  })

  test('[FIL-2] records what deposits are checked with, until the end', () => {
    given(...histories.atEnd())
      .when(add('deposit-check'))
      .then(added('deposit-check'))
    given(...histories.firstEnvelopeEnded())
      .when(add('deposit-check'))
      .thenRejected('editing-locked')
    given(...histories.submitted({ depositForm: 10 }))
      .when(add('deposit-check'))
      .thenRejected('no-deposit')
  })

  test('[FIL-3] refuses what may not be attached, and more than fifty files of a purpose', () => {
    given(...histories.submitted())
      .when(add('problem', { size: attachmentLimit }))
      .thenRejected('attachment-too-large', { megabytes: 50 })
    const many = Array.from({ length: mostOpeningFiles }, (_, i) => added('problem', attachmentOf(i + 1)))
    given(...histories.submitted(), ...many)
      .when(add('problem'))
      .thenRejected('opening-files-too-many', { maximum: 50 })
    given(...histories.submitted(), ...many)
      .when(add('deposit-check'))
      .then(added('deposit-check'))
  })
})

describe('RemoveOpeningFile', () => {
  test('[FIL-1] deletes a file of its purpose, and the log keeps its name', () => {
    given(...histories.submitted(), added('problem'))
      .when(remove('problem'))
      .then(removed('problem'))
    expect(stateAfter([...histories.submitted(), added('problem'), removed('problem')]).openingFiles).toEqual(
      [],
    )
  })

  test('[FIL-1] is refused for a file that is not there, and after the end', () => {
    given(...histories.submitted(), added('problem'))
      .when(remove('deposit-check'))
      .thenRejected('unknown-opening-file')
    given(...histories.submitted())
      .when(remove('problem'))
      .thenRejected('unknown-opening-file')
    given(...histories.ended(), added('problem'))
      .when(remove('problem'))
      .thenRejected('opening-ended')
    given(...histories.firstEnvelopeEnded(), added('deposit-check'))
      .when(remove('deposit-check'))
      .thenRejected('editing-locked')
    given(...histories.submitted({ depositForm: 10 }))
      .when(remove('deposit-check'))
      .thenRejected('no-deposit')
  })
})

test('[FIL-2] bidders see the problems, not what deposits are checked with', () => {
  const state = stateAfter([
    ...histories.submitted(),
    added('problem'),
    added('deposit-check', attachmentOf(2)),
  ])
  const seen = viewState({ role: 'bidder', unitCode: bidderCode(1), seesSupervisor: true }, state)
  expect(seen.openingFiles).toEqual([{ purpose: 'problem', file, at: past }])
})
