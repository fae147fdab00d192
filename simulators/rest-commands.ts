import type { SessionState } from '#domain/session/state.ts'
import { mainFile } from '#domain/submission/bids.ts'
import { workerTypeOf } from '#protocol/calls/personnel.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import type { CallBodyInput } from './http-client.ts'

/** A REST call of the contract table with its body. */
export type RestCall = {
  [N in RestCommandName]: { readonly name: N; readonly body: CallBodyInput<N> }
}[RestCommandName]

type RestCommandName =
  | 'writeBidOpeningPersonInfo'
  | 'declareDraw'
  | 'joinDraw'
  | 'stopDraw'
  | 'revealDraw'
  | 'AddProjectWorker'
  | 'EditProjectWorker'
  | 'DeleteProjectWorker'
  | 'ImportOtherProject'
  | 'SaveCNS'
  | 'DeclineCNS'
  | 'setKBFlowStatus'
  | 'startJieMi'
  | 'ExtendJieMi'
  | 'jyptDecryptFile'
  | 'jyptDecryptFile_BS'
  | 'setBadBidStatus'
  | 'StartConfirmKBYLBTime'
  | 'ConfirmKBYLB'
  | 'SetTbrRemarks'
  | 'setRemarks'
  | 'BeginKaiBiaoQianMing'
  | 'ExtendKaiBiaoQianMing'
  | 'EditKaiBiaoQianMingConfirm'
  | 'ConfirmKaiBiaoQianMing'
  | 'addKBProgressMessage'
  | 'createYiYi'
  | 'replyYiYi'
  | 'setYiYiIsRead'
  | 'setOpenBidStatus'
  | 'SetPingBiaoCanShuValue'

/**
 * The seeds' REST call that asks for the same as a command on the socket. Bids are named by their file there:
 * `state` knows it. Entering, enrolling and calling the second envelope are calls of another kind
 * (user's and platform's) and have none here.
 */
export function restCallOf(command: WireCommand, state: SessionState, unitCode: string): RestCall {
  const fileOf = (bidderCode: string) => {
    const bidder = state.bidders[bidderCode]
    return (bidder && mainFile(bidder)?.submission.fileId) ?? ''
  }
  switch (command.type) {
    case 'RecordPersonInfo': {
      const { names, ids } = command.payload
      const body = {
        kbr: names.opener,
        kbrsfz: ids.opener,
        cbr: names.announcer,
        cbrsfz: ids.announcer,
        jlr: names.recorder,
        jlrsfz: ids.recorder,
        jbr: names.supervisor,
        jbrsfz: ids.supervisor,
      }
      return { name: 'writeBidOpeningPersonInfo', body }
    }
    case 'DeclareDraw':
      return { name: 'declareDraw', body: command.payload }
    case 'JoinDraw':
      return { name: 'joinDraw', body: command.payload }
    case 'StopDraw':
      return { name: 'stopDraw', body: command.payload }
    case 'RevealDraw':
      return { name: 'revealDraw', body: command.payload }
    case 'AddWorker': {
      const { kind, name: userName, unit: unitName, contact } = command.payload
      return { name: 'AddProjectWorker', body: { userName, unitName, contact, userType: workerTypeOf(kind) } }
    }
    case 'EditWorker': {
      const { workerId: id, name, unit, contact } = command.payload
      const changed = [
        ['userName', name],
        ['unitName', unit],
        ['contact', contact],
      ] as const
      // The call changes one field at a time.
      const [fieldName, fieldValue = ''] = changed.find(([, value]) => value !== undefined) ?? changed[0]
      return { name: 'EditProjectWorker', body: { id, fieldName, fieldValue } }
    }
    case 'RemoveWorker':
      return { name: 'DeleteProjectWorker', body: { id: command.payload.workerId } }
    case 'ImportWorkers':
      return { name: 'ImportOtherProject', body: { bidProjId: command.payload.source } }
    case 'SignCommitmentLetter':
      return { name: 'SaveCNS', body: { base64: btoa(command.payload.jws) } }
    case 'DeclineCommitmentLetter':
      return { name: 'DeclineCNS', body: undefined }
    case 'SetEvaluationParameters': {
      const { industry, controlPrice, controlPriceRemark, drawNote, billOfQuantities } = command.payload
      const body = {
        HangYe: industry,
        TopPrice: controlPrice,
        TopPriceRemark: controlPriceRemark,
        ChouQuCanShu: drawNote,
        IsXuYaoQingDan: billOfQuantities,
      }
      return { name: 'SetPingBiaoCanShuValue', body }
    }
    case 'EnterBidOpening':
      return { name: 'setKBFlowStatus', body: { KBFlowStatus: 15 } }
    case 'EnterAnnouncement':
      return { name: 'setKBFlowStatus', body: { KBFlowStatus: 25 } }
    case 'EnterEnd':
      return { name: 'setKBFlowStatus', body: { KBFlowStatus: 40 } }
    case 'StartDecryption':
      return { name: 'startJieMi', body: { LimitJmTime: command.payload.limitMinutes } }
    case 'DecryptBid': {
      const { fileId, method, key } = command.payload
      const own = { TBWJ_Guid: fileId, EntprsCode: unitCode }
      return method === 'certificate'
        ? { name: 'jyptDecryptFile', body: { ...own, TBWJ_Key: key } }
        : { name: 'jyptDecryptFile_BS', body: { ...own, BS_Key: key } }
    }
    case 'ExtendDecryption':
      return { name: 'ExtendJieMi', body: { LimitJmTime: command.payload.minutes } }
    case 'MarkBid': {
      const { bidderCode, invalid, note } = command.payload
      const body = { BidFileGuid: fileOf(bidderCode), Is_BadBid_Open: invalid, BadBidNote: note }
      return { name: 'setBadBidStatus', body }
    }
    case 'StartConfirmation':
      return { name: 'StartConfirmKBYLBTime', body: { LimitJmTime: command.payload.limitMinutes } }
    case 'ConfirmOverview':
      return { name: 'ConfirmKBYLB', body: { SignedString: command.payload.jws } }
    case 'RemarkBid': {
      const { bidderCode, remark } = command.payload
      return { name: 'SetTbrRemarks', body: { bidFileId: fileOf(bidderCode), remark } }
    }
    case 'RecordRemarks':
      return { name: 'setRemarks', body: { remarks: command.payload.remarks } }
    case 'StartSigning':
      return { name: 'BeginKaiBiaoQianMing', body: { LimitTime: command.payload.limitMinutes } }
    case 'ExtendSigning':
      return { name: 'ExtendKaiBiaoQianMing', body: { LimitTime: command.payload.minutes } }
    case 'SignRecord': {
      const body = {
        EntprsCode: unitCode,
        Sign_Source: state.signing?.recordHash ?? '',
        Sign_Result: command.payload.jws,
      }
      return { name: 'EditKaiBiaoQianMingConfirm', body }
    }
    case 'ConfirmSigning':
      return { name: 'ConfirmKaiBiaoQianMing', body: undefined }
    case 'RaiseObjection': {
      const { content, attachmentId } = command.payload
      const body = { BidFileId: fileOf(unitCode), objectionContent: content }
      return { name: 'createYiYi', body: { ...body, objectionFileGuid: attachmentId ?? '' } }
    }
    case 'ReplyObjection': {
      const { objectionId, content } = command.payload
      return { name: 'replyYiYi', body: { ObjectionGuid: objectionId, respondContent: content } }
    }
    case 'MarkObjectionRead': {
      const body = { BidFileId: fileOf(unitCode), ObjectionGuid: command.payload.objectionId }
      return { name: 'setYiYiIsRead', body }
    }
    case 'PostMessage':
      return { name: 'addKBProgressMessage', body: { Message: command.payload.message } }
    case 'EndOpening':
      return { name: 'setOpenBidStatus', body: undefined }
    case 'EnrolBidder':
    case 'EnterSession':
    case 'CallSecondEnvelope':
      throw new Error(`${command.type} has no call of the session's`)
  }
}
