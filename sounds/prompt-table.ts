import { backupCauses } from '#domain/decryption/outcome.ts'
import { confirmers, signingBidders } from '#domain/ending/asked.ts'
import type { Role } from '#domain/session/actor.ts'
import type { EventType } from '#domain/session/event.ts'
import { isEncrypted } from '#domain/tender/tender.ts'
import { closing, drawn, failureRefused, goingOn, halted, ownDamaged, ownRefusal } from './event-sentences.ts'
import { inquiryRows } from './inquiry-rows.ts'
import type { Row } from './prompt-row.ts'
import { readingRows } from './reading-rows.ts'
import { clip, count, minutes, phrase, words } from './sentence.ts'
import { failures, isDecrypted, isOwn, named, nameOf } from './spoken-bids.ts'

/** Failures are read out for at most this many bidders; beyond that only their number is. */
const mostFailures = 3

/** A bidder sees no other bidder's messages. */
const answered = clip('messageAnswered', 'The opener has answered your message.')

const leaders: readonly Role[] = ['opener']
const bidders: readonly Role[] = ['bidder']
const listeners: readonly Role[] = ['bidder', 'supervisor', 'agency', 'tenderer']
const everybody: readonly Role[] = [...leaders, ...listeners]

/** What is said of the lot status: the newest counts. */
const ofTheLot = { id: 'lot', urgent: true, roles: everybody } as const

/**
 * Which event is said to whom, and how. The first applicable row of a type is used. Silent are a person's own actions
 * and events that occur by the hundred; the progress log has them all.
 */
export const promptTable: { readonly [T in EventType]: 'silent' | readonly Row<T>[] } = {
  TenderPublished: 'silent',
  TenderFileImported: 'silent',
  EvaluationParametersSet: 'silent',
  // Part of the decryption command.
  ControlPriceDisclosed: 'silent',
  BidderEnrolled: 'silent',
  BidSubmitted: 'silent',
  ParticipantEntered: 'silent',
  PersonInfoRecorded: 'silent',
  WorkerAdded: 'silent',
  WorkerEdited: 'silent',
  WorkerRemoved: 'silent',
  CommitmentLetterCreated: 'silent',
  CommitmentLetterSigned: 'silent',
  CommitmentLetterDeclined: 'silent',
  DrawDeclared: [
    {
      ...{ id: 'draw-declared', topic: 'draw', roles: everybody },
      // For a repeated draw, the end of the previous attempt was announced.
      say: ({ kind, attempt }) => (attempt > 1 ? null : drawn.declared(kind)),
    },
  ],
  DrawJoined: 'silent',
  DrawJoiningClosed: 'silent',
  DrawRevealed: 'silent',
  DrawDecided: [
    {
      ...{ id: 'draw-decided', of: ({ drawId }) => drawId, ends: 'draw', roles: everybody },
      say: ({ drawId, results }, { draws }) => drawn.decided(draws[drawId]?.parts ?? [], results),
    },
  ],
  DrawVoided: [
    {
      ...{ id: 'draw-void', of: ({ drawId }) => drawId, ends: 'draw', roles: everybody },
      say: ({ cause }) => drawn.void[cause],
    },
  ],
  BidOpeningEntered: [
    {
      ...{ id: 'set-limit', urgent: true, topic: 'entry', roles: leaders },
      // Only where bids are encrypted (VOI-2).
      say: (_, state) =>
        isEncrypted(state) ? clip('setLimit', 'Please set the time limit for decryption.') : null,
    },
    {
      ...{ id: 'opening-entered', topic: 'entry', roles: listeners },
      say: (_, state) =>
        isEncrypted(state)
          ? clip(
              'openingEntered',
              'The opening of the bid files has begun; please wait for the decryption command.',
            )
          : null,
    },
  ],
  // Part of the command that follows it.
  BidsFrozen: 'silent',
  DecryptionStarted: [
    {
      ...{ id: 'decryption-issued', urgent: true, topic: 'decryption', ends: 'entry', roles: everybody },
      say: ({ limitMinutes }) => ({
        zh: [phrase('decryptionIssued'), count(limitMinutes), phrase('minutesToDecrypt')],
        en: `Decryption has been ordered: bidders, please decrypt within ${minutes(limitMinutes)}.`,
      }),
    },
  ],
  BidImportStarted: [
    {
      ...{ id: 'import-started', urgent: true, topic: 'decryption', ends: 'entry', roles: everybody },
      say: () => clip('importStarted', 'The bid files are not encrypted; the system is importing them now.'),
    },
  ],
  // Its outcome is announced.
  FileKeyHandedOver: 'silent',
  BackupFileAccepted: [
    {
      ...{ id: 'backup-accepted', topic: 'backup', ends: 'backup', roles: bidders },
      say: ({ bidderCode }, state) =>
        isOwn(bidderCode, state)
          ? clip('backupAccepted', 'Your backup file has been accepted and is being opened.')
          : null,
    },
  ],
  DecryptionExtended: [
    {
      ...{ id: 'decryption-extended', urgent: true, topic: 'decryption', roles: everybody },
      say: (payload) => ({
        zh: [phrase('decryptionExtended'), count(payload.minutes), phrase('minutes')],
        en: `The decryption time has been extended by ${minutes(payload.minutes)}.`,
      }),
    },
  ],
  DecryptionProlonged: [
    {
      ...{ id: 'decryption-prolonged', urgent: true, topic: 'decryption', roles: everybody },
      say: () =>
        clip('decryptionProlonged', 'The hall was unreachable; the decryption time has been prolonged.'),
    },
  ],
  DecryptionReopened: [
    {
      ...{ id: 'decryption-reopened', urgent: true, topic: 'decryption', roles: everybody },
      say: ({ limitMinutes }) => ({
        zh: [phrase('decryptionReopened'), count(limitMinutes), phrase('minutes')],
        en: `Decryption is open again for bids that the hall had failed, for ${minutes(limitMinutes)}.`,
      }),
    },
  ],
  BidDecrypted: [
    {
      ...{ id: 'own-decrypted', roles: bidders },
      say: ({ bidderCode }, state) =>
        isOwn(bidderCode, state) && isDecrypted(bidderCode, state)
          ? clip('ownDecrypted', 'Your bid has been decrypted.')
          : null,
    },
  ],
  BidImported: 'silent',
  DecryptionRefused: [
    {
      ...{ id: 'own-refused', of: ({ fileId }) => fileId },
      ...{ urgent: true, topic: 'decryption', roles: bidders },
      // After the deadline the failures are announced instead.
      say: ({ bidderCode, cause }, state) =>
        isOwn(bidderCode, state) && !state.decryption?.closed ? ownRefusal[cause] : null,
    },
  ],
  DecryptionClosed: [
    {
      ...{ id: 'decryption-closed', ends: 'decryption', roles: everybody },
      say: ({ cause }) => closing[cause],
    },
  ],
  // Its consequence is announced.
  WindowHealthRecorded: 'silent',
  BidderLineRecorded: 'silent',
  BidFailed: [
    {
      ...{ id: 'own-failed', of: ({ fileId }) => fileId },
      ...{ urgent: true, topic: 'backup', roles: bidders },
      say: ({ bidderCode, cause }, state) =>
        isOwn(bidderCode, state) && state.announcement === null && backupCauses.includes(cause)
          ? ownDamaged
          : null,
    },
    {
      ...{ id: 'bid-failed', of: ({ bidderCode }) => bidderCode, roles: everybody },
      say: ({ bidderCode }, state) =>
        failures(state) > mostFailures
          ? null
          : {
              zh: [named(bidderCode, state), phrase('fileNotOpened')],
              en: `The bid of ${nameOf(bidderCode, state)} could not be opened.`,
            },
    },
    {
      ...{ id: 'bids-failed', roles: everybody },
      say: (_, state) => ({
        zh: [phrase('thereAre'), count(failures(state)), phrase('filesNotOpened')],
        en: `${failures(state)} bids could not be opened; see the progress log.`,
      }),
    },
  ],
  BidMarked: [
    {
      ...{ id: 'own-mark', roles: bidders },
      say({ bidderCode, invalid }, state) {
        if (!isOwn(bidderCode, state)) return null
        return invalid
          ? clip('ownInvalid', 'Your bid has been marked invalid; see the progress log.')
          : clip('ownValid', 'The invalid mark on your bid has been taken back.')
      },
    },
    {
      ...{ id: 'mark', of: ({ bidderCode }) => bidderCode, roles: listeners },
      say({ bidderCode, invalid }, state) {
        const name = nameOf(bidderCode, state)
        return invalid
          ? {
              zh: [named(bidderCode, state), phrase('markedInvalid')],
              en: `The bid of ${name} has been marked invalid; see the progress log.`,
            }
          : {
              zh: [named(bidderCode, state), phrase('markedValid')],
              en: `The invalid mark on the bid of ${name} has been taken back.`,
            }
      },
    },
  ],
  ...readingRows,
  ...inquiryRows,
  FlowReset: [
    {
      ...{ id: 'flow-reset', ends: 'announcement', roles: everybody },
      say: () => clip('flowReset', 'The session has gone back to the opening of bid files.'),
    },
  ],
  DocumentFiled: 'silent',
  DocumentWithdrawn: 'silent',
  BasePriceParticipationSet: 'silent',
  BasePriceCalculated: 'silent',
  BasePriceSaved: 'silent',
  ReviewGroupStarted: 'silent',
  EndEntered: [
    {
      ...{ id: 'end-entered', ends: 'announcement', roles: everybody },
      say: () => clip('endEntered', 'The session has entered its end step.'),
    },
  ],
  ConfirmationStarted: [
    {
      ...{ id: 'confirmation-asked', urgent: true, topic: 'confirmation', roles: everybody },
      say: ({ limitMinutes }, state) =>
        confirmers(state).length === 0
          ? null
          : {
              zh: [phrase('confirmationAsked'), count(limitMinutes), phrase('minutesToConfirm')],
              en: `Bidders, please confirm the overview within ${minutes(limitMinutes)}.`,
            },
    },
  ],
  ConfirmationProlonged: [
    {
      ...{ id: 'confirmation-prolonged', urgent: true, topic: 'confirmation', roles: everybody },
      say: () =>
        clip('confirmationProlonged', 'The hall was unreachable; the time to confirm has been prolonged.'),
    },
  ],
  OverviewConfirmed: 'silent',
  ConfirmationClosed: [
    {
      ...{ id: 'confirmation-closed', ends: 'confirmation', roles: everybody },
      say: () => clip('confirmationClosed', 'The confirmation of the overview is closed.'),
    },
  ],
  ConfirmationEnded: [
    {
      ...{ id: 'confirmation-ended', ends: 'confirmation', roles: everybody },
      say: () => clip('confirmationEnded', 'The opener has ended the confirmation of the overview early.'),
    },
  ],
  BidRemarked: 'silent',
  RemarksRecorded: 'silent',
  ReportInfoRecorded: 'silent',
  SigningStarted: [
    {
      ...{ id: 'signing-issued', urgent: true, topic: 'signing', roles: everybody },
      say: ({ limitMinutes }, state) =>
        signingBidders(state).length === 0
          ? null
          : {
              zh: [phrase('signingIssued'), count(limitMinutes), phrase('minutesToSign')],
              en: `Signing has been ordered: bidders, please sign the opening record within ${minutes(limitMinutes)}.`,
            },
    },
  ],
  SigningExtended: [
    {
      ...{ id: 'signing-extended', urgent: true, topic: 'signing', roles: everybody },
      say: (payload) => ({
        zh: [phrase('signingExtended'), count(payload.minutes), phrase('minutes')],
        en: `Signing has been extended by ${minutes(payload.minutes)}.`,
      }),
    },
  ],
  SigningProlonged: [
    {
      ...{ id: 'signing-prolonged', urgent: true, topic: 'signing', roles: everybody },
      say: () => clip('signingProlonged', 'The hall was unreachable; the time to sign has been prolonged.'),
    },
  ],
  RecordSigned: 'silent',
  OpenerSignedRecord: 'silent',
  RecordPdfSigned: 'silent',
  SigningClosed: [
    {
      ...{ id: 'signing-over', ends: 'signing', roles: everybody },
      say: () => clip('signingOver', 'The signing time is over.'),
    },
  ],
  SigningConfirmed: [
    {
      ...{ id: 'signing-confirmed', ends: 'signing', roles: everybody },
      say: () => clip('signingConfirmed', 'The signatures have been confirmed.'),
    },
  ],
  MessagePosted: [
    {
      ...{ id: 'message', of: ({ message }) => message, roles: listeners },
      say: ({ message }) => ({
        zh: [words(`开标人消息：${message}`, 'messagePosted')],
        en: `Message from the opener: ${message}`,
      }),
    },
  ],
  MessageSent: [
    {
      ...{ id: 'message-sent', seldom: true, roles: leaders },
      say: () => clip('messageSent', 'There is a message for you.'),
    },
  ],
  MessageAnswered: [
    {
      ...{ id: 'message-answered', roles: bidders },
      say: () => answered,
    },
    {
      ...{ id: 'message-answered', roles: ['supervisor'] },
      say: ({ bidderCode }) => (bidderCode === null ? answered : null),
    },
  ],
  ObjectionRaised: [
    {
      ...{ id: 'objection-raised', urgent: true, roles: leaders },
      say: () => clip('objectionRaised', 'A bidder has raised an objection; please reply.'),
    },
  ],
  ObjectionReplied: [
    {
      ...{ id: 'objection-replied', roles: bidders },
      say: ({ bidderCode }, state) =>
        isOwn(bidderCode, state)
          ? clip('objectionReplied', 'The opener has replied to your objection.')
          : null,
    },
  ],
  ObjectionRead: 'silent',

  DepositEdited: 'silent',
  OpeningFileAdded: 'silent',
  OpeningFileRemoved: 'silent',

  EvaluationStatusChanged: 'silent',
  ContactShown: 'silent',
  EnvelopeEnded: [
    {
      ...{ id: 'envelope-ended', ends: 'signing', roles: everybody },
      say: () => clip('firstEnvelopeEnded', 'The opening of the first envelope has ended.'),
    },
  ],
  SecondEnvelopeCalled: [
    {
      ...{ id: 'second-envelope-called', roles: everybody },
      say: () => clip('secondEnvelopeCalled', 'The opening of the second envelope begins.'),
    },
  ],
  LotStatusChanged: [
    {
      ...ofTheLot,
      say: ({ lot }, state, at) => (lot === 'open' ? goingOn(state, at) : halted[lot]),
    },
  ],
  OpeningHalted: [{ ...ofTheLot, say: ({ kind }) => halted[kind] }],
  OpeningResumed: [{ ...ofTheLot, say: (_, state, at) => goingOn(state, at) }],
  FailureDeclared: [{ ...ofTheLot, say: () => halted['failure-pending'] }],
  FailureDecided: [
    {
      ...ofTheLot,
      say: ({ approved }, state, at) => (approved ? halted.failed : failureRefused(state, at)),
    },
  ],
  OpeningEnded: [
    {
      ...{ id: 'opening-ended', roles: everybody },
      say: () => clip('openingEnded', 'The opening has ended. Thank you for taking part.'),
    },
  ],
}
