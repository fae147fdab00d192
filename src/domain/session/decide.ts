import { exhaustive } from '#lib/exhaustive.ts'
import { err, type Result } from '#lib/result.ts'
import * as backup from '../decryption/backup.ts'
import * as decrypting from '../decryption/decrypting.ts'
import * as opening from '../decryption/opening.ts'
import * as draws from '../draw/draws.ts'
import * as ending from '../ending/ending.ts'
import * as envelopes from '../ending/envelopes.ts'
import * as objections from '../objections/objections.ts'
import * as letters from '../preparation/decide-commitment-letter.ts'
import * as personnel from '../preparation/personnel.ts'
import * as preparation from '../preparation/preparation.ts'
import * as tenderFiles from '../tender/tender-files.ts'
import type { Command } from './command.ts'
import type { Context } from './context.ts'
import type { SessionEvent } from './event.ts'
import { lotProblem } from './lot.ts'
import { refusal } from './permissions.ts'
import type { Rejection } from './rejection.ts'
import type { SessionState } from './state.ts'

/**
 * What a command makes happen, or why it may not. Pure: time, actor and rules come in `context`. No events means
 * that what was asked for already stands.
 */
export function decide(
  state: SessionState,
  command: Command,
  context: Context,
): Result<SessionEvent[], Rejection> {
  const refused = refusal(state, context.actor, command.type)
  if (refused) return err(refused)
  if (state.newerFrom !== null) return err({ code: 'newer-log', params: {} })
  if (state.tender === null && command.type !== 'PublishTender')
    return err({ code: 'not-published', params: {} })
  const untimely = lotProblem(state.lot, command.type) ?? envelopes.envelopeProblem(state, command.type)
  if (untimely) return err(untimely)
  switch (command.type) {
    case 'PublishTender':
      return preparation.publishTender(state, command.payload)
    case 'ImportTenderFile':
      return tenderFiles.importTenderFile(state, command.payload)
    case 'SetEvaluationParameters':
      return tenderFiles.setEvaluationParameters(state, command.payload)
    case 'EnrolBidder':
      return preparation.enrolBidder(state, command.payload)
    case 'SubmitBid':
      return preparation.submitBid(state, command.payload, context)
    case 'EnterSession':
      return preparation.enterSession(state, command.payload, context)
    case 'RecordPersonInfo':
      return preparation.recordPersonInfo(state, command.payload)
    case 'AddWorker':
      return personnel.addWorker(command.payload)
    case 'EditWorker':
      return personnel.editWorker(state, command.payload)
    case 'RemoveWorker':
      return personnel.removeWorker(state, command.payload)
    case 'ImportWorkers':
      return personnel.importWorkers(state, command.payload, context)
    case 'CreateCommitmentLetter':
      return letters.createLetter(state, command.payload, context)
    case 'SignCommitmentLetter':
      return letters.signLetter(state, command.payload, context)
    case 'DeclineCommitmentLetter':
      return letters.declineLetter(state, context)
    case 'DeclareDraw':
      return draws.declareDraw(state, command.payload, context)
    case 'JoinDraw':
      return draws.joinDraw(state, command.payload, context)
    case 'StopDraw':
      return draws.stopDraw(state, command.payload, context)
    case 'RevealDraw':
      return draws.revealDraw(state, command.payload, context)
    case 'CloseDraw':
      return draws.closeDraw(state, command.payload, context)
    case 'EnterBidOpening':
      return opening.enterBidOpening(state, context)
    case 'StartDecryption':
      return opening.startDecryption(state, command.payload, context)
    case 'DecryptBid':
      return decrypting.decryptBid(state, command.payload, context)
    case 'SubmitBackupFile':
      return backup.submitBackupFile(state, command.payload, context)
    case 'SettleFile':
      return decrypting.settleFile(state, command.payload)
    case 'ExtendDecryption':
      return decrypting.extendDecryption(state, command.payload, context)
    case 'CloseDecryption':
      return decrypting.closeDecryption(state, command.payload, context)
    case 'MarkBid':
      return opening.markBid(state, command.payload)
    case 'EnterAnnouncement':
      return opening.enterAnnouncement(state)
    case 'EnterEnd':
      return ending.enterEnd(state)
    case 'StartConfirmation':
      return ending.startConfirmation(state, command.payload, context)
    case 'ConfirmOverview':
      return ending.confirmOverview(state, command.payload, context)
    case 'CloseConfirmation':
      return ending.closeConfirmation(state, context)
    case 'RemarkBid':
      return ending.remarkBid(state, command.payload)
    case 'RecordRemarks':
      return ending.recordRemarks(state, command.payload)
    case 'StartSigning':
      return ending.startSigning(state, command.payload, context)
    case 'ExtendSigning':
      return ending.extendSigning(state, command.payload, context)
    case 'SignRecord':
      return ending.signRecord(state, command.payload, context)
    case 'CloseSigning':
      return ending.closeSigning(state, context)
    case 'ConfirmSigning':
      return ending.confirmSigning(state)
    case 'PostMessage':
      return preparation.postMessage(command.payload, context)
    case 'RaiseObjection':
      return objections.raiseObjection(state, command.payload, context)
    case 'ReplyObjection':
      return objections.replyObjection(state, command.payload)
    case 'MarkObjectionRead':
      return objections.markObjectionRead(state, command.payload, context)
    case 'CallSecondEnvelope':
      return envelopes.callSecondEnvelope(state)
    case 'EndOpening':
      return ending.endOpening(state)
    case 'ChangeLotStatus':
      return preparation.changeLotStatus(state, command.payload)
    default:
      return exhaustive(command)
  }
}
