import { describe, expect, test } from 'vitest'
import { systemActor } from '#domain/session/actor.ts'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  bidder,
  bidderCode,
  figuresOf,
  fileId,
  opener,
  settlement,
  submission,
} from '#test/domain/sample-actors.ts'
import { announcementProblem } from '../announcement/announcement-problem.ts'
import { overviewRows } from '../ending/record.ts'
import type { Command } from '../session/command.ts'
import { event, type SessionEvent } from '../session/event.ts'
import type { OpeningFailure } from './outcome.ts'

const bid = { bidderCode: bidderCode(1), fileId: fileId(1) }
const hash = submission(1).ciphertextHash
const command = (ciphertextHash = hash): Command => ({
  type: 'SubmitBackupFile',
  payload: { fileId: fileId(1), ciphertextHash },
})
const accepted = event('BackupFileAccepted', { ...bid, ciphertextHash: hash })
const refused = (cause: OpeningFailure) =>
  event('DecryptionRefused', { ...bid, method: 'certificate', cause })
/** The key was handed over in time, and the stored file did not open. */
const damaged = (cause: OpeningFailure = 'damaged-file') => [
  ...histories.decrypting(),
  histories.handedOver(1),
  refused(cause),
]
const timeOut = event('DecryptionClosed', { cause: 'time-out' })
const withdrawn = event('BidFailed', { ...bid, kind: 'withdrawn', cause: 'damaged-file' })
const closed: SessionEvent[] = [...damaged(), ...histories.opening(2), timeOut, withdrawn]
const mine = { as: bidder(1) }
const after = { as: bidder(1), at: histories.decryptionDeadline + 1000 }

describe('SubmitBackupFile', () => {
  test.each(['damaged-file', 'server-failure'] as const)('[DEC-14] is accepted after a %s', (cause) => {
    given(...damaged(cause))
      .when(command(), mine)
      .then(accepted)
  })

  test('is accepted after the window too', () => {
    given(...closed)
      .when(command(), after)
      .then(accepted)
  })

  test('[DEC-14] has to be the file that was submitted', () => {
    given(...damaged())
      .when(command('f'.repeat(64)), mine)
      .thenRejected('backup-differs')
  })

  test.each<[string, readonly SessionEvent[]]>([
    ['without a key', histories.decrypting()],
    ['after a key that does not fit', damaged('wrong-key')],
    ['of a file that is being opened', [...histories.decrypting(), histories.handedOver(1)]],
    ['of one that is open', [...histories.decrypting(), ...histories.opening(1)]],
    ['a second time', [...damaged(), accepted]],
  ])('is refused as not needed %s', (_, history) => {
    given(...history)
      .when(command(), mine)
      .thenRejected('backup-not-needed')
  })

  test('[DEC-14] is refused once the announcement has begun', () => {
    given(...closed, event('AnnouncementStarted', { bidderCount: 2 }))
      .when(command(), after)
      .thenRejected('backup-too-late')
  })

  test('is accepted again where the announcement went back to step 2', () => {
    const fellBack = [event('AnnouncementStarted', { bidderCount: 2 }), event('FlowReset', { flow: 15 })]
    given(...closed, ...fellBack)
      .when(command(), after)
      .then(accepted)
  })

  test('is for its own bidder only', () => {
    given(...damaged())
      .when(command(), { as: bidder(2) })
      .thenRejected('unknown-file')
    given(...damaged())
      .when(command(), { as: opener })
      .thenRejected('forbidden')
  })
})

describe('without bid encryption', () => {
  const plain = { encrypted: false } as const
  const importing = [...histories.entered(plain), histories.frozen, event('BidImportStarted', {})]
  const failed = (cause: OpeningFailure) =>
    event('BidFailed', { ...bid, kind: cause === 'bad-content' ? 'revoked' : 'withdrawn', cause })
  const opened = (n: number): SessionEvent =>
    event(
      'BidImported',
      { bidderCode: bidderCode(n), fileId: fileId(n), documentCount: 1 },
      { figures: figuresOf(n), documents: [{ name: '技术标.pdf', size: 1024 }] },
    )
  const ended = event('DecryptionClosed', { cause: 'import-ended' })
  const over = [...importing, opened(2), failed('server-failure'), ended]

  test.each(['damaged-file', 'server-failure'] as const)('a backup is accepted after a %s', (cause) => {
    given(...importing, failed(cause))
      .when(command(), mine)
      .then(accepted)
  })

  test.each<[string, readonly SessionEvent[]]>([
    ['while the file is being opened', importing],
    ['once it is imported', [...importing, opened(1)]],
    ['after content that is the bidder’s own', [...importing, failed('bad-content')]],
    ['a second time', [...over, accepted]],
  ])('no backup is needed %s', (_, history) => {
    given(...history)
      .when(command(), mine)
      .thenRejected('backup-not-needed')
  })

  test('a backup is opened without a key, the announcement waits for it, and the import does not end twice', () => {
    const again = [...over, accepted]
    const state = stateAfter(again)
    expect(state.bidders[bidderCode(1)]?.files.technical).toMatchObject({
      file: { status: 'opening', method: 'none' },
      method: null,
    })
    expect(announcementProblem(state)).toEqual({ code: 'imports-pending', params: { count: 1 } })
    given(...again)
      .when(settlement(1), { as: systemActor })
      .then(opened(1))
    given(...again)
      .when(settlement(1, 'damaged-file'), { as: systemActor })
      .then(failed('damaged-file'))
    expect(announcementProblem(stateAfter([...again, opened(1)]))).toBeNull()
  })

  test('the import ends with the last file when others are still being opened', () => {
    const both = [...importing, failed('damaged-file'), accepted]
    given(...both)
      .when(settlement(2), { as: systemActor })
      .then(opened(2))
    given(...both, opened(2))
      .when(settlement(1), { as: systemActor })
      .then(opened(1), ended)
  })
})

describe('after a backup', () => {
  const again = [...closed, accepted]

  test('[DEC-14] the file is opened again with the key in the log, and the announcement waits for it', () => {
    const state = stateAfter(again)
    expect(state.bidders[bidderCode(1)]?.files.technical).toMatchObject({
      file: { status: 'opening', method: 'certificate' },
      fileIdentity: expect.any(String),
    })
    expect(announcementProblem(state)).toEqual({ code: 'imports-pending', params: { count: 1 } })
  })

  test('the failure is undone when the file opens', () => {
    given(...again)
      .when(settlement(1), { as: systemActor, at: after.at })
      .then(...histories.imported(1))
    const [row] = overviewRows(stateAfter([...again, ...histories.imported(1)]))
    expect(row).toMatchObject({ bidderCode: bidderCode(1), badge: null, cause: null })
    expect(announcementProblem(stateAfter([...again, ...histories.imported(1)]))).toBeNull()
  })

  test('the bid fails again when the file does not open', () => {
    given(...again)
      .when(settlement(1, 'bad-content'), { as: systemActor, at: after.at })
      .then(refused('bad-content'), event('BidFailed', { ...bid, kind: 'revoked', cause: 'bad-content' }))
  })

  test('the window does not close over it', () => {
    given(...damaged(), ...histories.opening(2), accepted)
      .when({ type: 'CloseDecryption', payload: { health: null } }, { ...after, as: systemActor })
      .then(timeOut)
  })
})
