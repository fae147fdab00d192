import { z } from 'zod'
import { readingTextLength } from '#domain/announcement/announcement-state.ts'
import { err, ok } from '#lib/result.ts'
import { isOtherStage, stage } from '../bid-stage.ts'
import type { Call } from '../call.ts'
import { type CommandMapping, commandCall } from '../command-call.ts'
import { checkSchema, outcomeSchema } from '../outcome.ts'
import { typedMinutes } from '../typed-minutes.ts'
import { uploadedFile } from '../uploaded-file.ts'

/** A window as of `seq`: deadline null until the command is given. */
export const deadlineSchema = z.strictObject({
  LimitJmTime: z.number().int().nullable(),
  deadline: z.iso.datetime().nullable(),
  isClosed: z.boolean(),
  serverTime: z.iso.datetime(),
  seq: z.number().int(),
})

const stepBody = z.strictObject({
  KBFlowStatus: z.literal([0, 5, 10, 15, 20, 25, 35, 40, 45]),
  BidStage: stage,
  /** For step 4: why the reading of the bids is cut short (END-17). */
  Reason: z.string().trim().max(readingTextLength).optional(),
})
type FlowStatus = z.output<typeof stepBody>['KBFlowStatus']
const stepCommands: Partial<Record<FlowStatus, keyof typeof stepNumbers>> = {
  10: 'EnterBidOpening',
  15: 'EnterBidOpening',
  20: 'EnterAnnouncement',
  25: 'EnterAnnouncement',
  35: 'EnterEnd',
  40: 'EnterEnd',
}
const stepNumbers = { EnterBidOpening: 15, EnterAnnouncement: 25, EnterEnd: 40 } as const

const stepMapping: CommandMapping<
  keyof typeof stepNumbers,
  z.output<typeof stepBody>,
  z.input<typeof stepBody>
> = {
  types: ['EnterBidOpening', 'EnterAnnouncement', 'EnterEnd'],
  toCommand({ KBFlowStatus, BidStage, Reason }, caller) {
    if (isOtherStage(caller, BidStage)) return err({ code: 'other-envelope', params: {} })
    const type = stepCommands[KBFlowStatus]
    if (!type) return err({ code: 'unknown-command', params: {} })
    if (type !== 'EnterEnd') return ok({ type, payload: {} })
    return ok({ type, payload: Reason === undefined ? {} : { cutShortReason: Reason } })
  },
  fromCommand: (command) => ({
    KBFlowStatus: stepNumbers[command.type],
    ...(command.type === 'EnterEnd' && command.payload.cutShortReason !== undefined
      ? { Reason: command.payload.cutShortReason }
      : {}),
  }),
}

/** Fields of a project that nothing in the hall has or knows: always null. */
const unknownOfProject = {
  webGuid: z.null(),
  xmjl_Name: z.null(),
  zbjver: z.null(),
  tbbzjjnEndTime: z.null(),
  isRemote: z.null(),
  isPingBiaoMoXing: z.null(),
  evalMethodType: z.null(),
}

/** Steps one to three. */
export const openingCalls = {
  getBidProj: {
    method: 'GET',
    path: '/api/KB_Local/getBidProj',
    auth: 'session',
    action: 'ReadTender',
    summary: 'Data of the section',
    rules: 'SES-13',
    query: z.strictObject({ BidStage: stage }),
    response: z.strictObject({
      bidProjGuid: z.uuid(),
      dbGuid: z.uuid(),
      bdGuid: z.uuid(),
      bdbh: z.string(),
      bdmc: z.string(),
      pbType: z.number().int(),
      gclx: z.number().int(),
      bidStatus: z.string(),
      kbFlowStatus: z.number().int(),
      /** The opening time, under each of its names. */
      OpenBidTime: z.iso.datetime(),
      jbjssj: z.iso.datetime(),
      jbrq: z.iso.datetime(),
      /** When the section was published. */
      createDate: z.iso.datetime().nullable(),
      /** The envelope now, under each of its names; 1 the first (technical), 2 the second (commercial). */
      bidStage: z.literal([1, 2]),
      nowBidStage: z.literal([1, 2]),
      /** 1 between the envelopes, while the technical bids are evaluated. */
      isTechReview: z.literal([0, 1]),
      /** As in the section list (LST-3). */
      tbrCount: z.union([z.number().int(), z.literal('***')]).nullable(),
      /** 0 pre-qualification, 1 post-qualification; null where the tender does not say. */
      zsfs: z.number().int().nullable(),
      industry: z.number().int(),
      specialty: z.number().int(),
      /** The ceiling price as published; null where there is none. */
      topPriceWeb: z.string().nullable(),
      /** Suppliers are invited; in some regions only they are asked for objections (INQ-1). */
      isInviteSuppliers: z.literal([0, 1]),
      /** When the confirmation of the overview was ordered, and for how many minutes; null before. */
      confirmKBYLB_Time: z.iso.datetime().nullable(),
      confirmKBYLBLimitJmTime: z.number().int().nullable(),
      /** The platform's booking of the room; null where there is none. */
      kaiBiaoChangDiAnPaiGuid: z.string().nullable(),
      /** The organiser of the hall. */
      tradingCenter: z.string(),
      /** The opener. */
      JBR_Name: z.string(),
      /** The announcer. */
      inviteBid: z.string(),
      /** Remarks of the second envelope; null before it. */
      remarksTwo: z.string().nullable(),
      ...unknownOfProject,
      /** 1 the first (technical) envelope, 2 the second (commercial). */
      dbFlowStatus: z.literal([1, 2]),
      /** 1 once the decryption command is issued. */
      isStartWebDecrypt: z.literal([0, 1]),
      is_SignConfirm: z.literal([0, 1]),
      /** Milliseconds until the opening; 0 once it has come. */
      remainTime: z.number().int(),
      /** 10: no deposit. */
      BzjXingShi: z.number().int(),
      zsfangshi: z.string(),
      Owner: z.string(),
      agent: z.string(),
      /** The announcer. */
      cbr: z.string(),
      recorder: z.string(),
      supervisor: z.string().nullable(),
      /** Remarks of the first envelope. */
      remarks: z.string(),
      /** The lot status: 0 open (also while a failure is pending), 2 failed, 3 stopped, 4 paused. */
      BDZHUANGTAI: z.literal([0, 2, 3, 4]),
      /** Why the lot is paused or stopped; empty while it is not. */
      StopKBReason: z.string(),
      /** Why the lot has failed, or would fail if the platform approves it; empty otherwise. */
      liubiaoReason: z.string(),
      /** The saved base price of the current envelope while it holds; null without one, and while it is withheld (EVA-2). */
      baseTotalPrice: z.string().nullable(),
      /** 1 once the caller’s own commitment letter is signed. */
      IsSaveKbCns: z.literal([0, 1]),
      seq: z.number().int(),
    }),
  },
  getKBFlowStatus: {
    method: 'GET',
    path: '/api/KB_Local/getKBFlowStatus',
    auth: 'session',
    action: 'ReadFlow',
    summary: 'Step and status of the opening',
    rules: 'SES-2, SES-3',
    response: z.strictObject({
      kbFlowStatus: z.number().int(),
      bidStatus: z.string(),
      seq: z.number().int(),
    }),
  },
  getDbFlowStatus: {
    method: 'GET',
    path: '/api/KB_Local/getDbFlowStatus',
    auth: 'session',
    action: 'ReadFlow',
    summary: 'The stage of a double envelope as of a seq; polled every 10 s while there is no socket',
    rules: 'POL-1, SES-2',
    response: z.strictObject({
      /** 1 the first (technical) envelope, 2 the second (commercial); each of these two has the name of a stage’s field, too. */
      dbFlowStatus: z.literal([1, 2]),
      STAGEORD: z.literal([1, 2]),
      /** 2 for a double envelope. */
      envelopes: z.literal([1, 2]),
      kbFlowStatus: z.number().int(),
      STAGESTAGUS: z.number().int(),
      bidStatus: z.string(),
      seq: z.number().int(),
    }),
  },
  checkIntoTBCondition: {
    method: 'POST',
    path: '/api/KB_Local/checkIntoTBCondition',
    auth: 'session',
    action: 'CheckOpening',
    summary: 'Checks whether the opener may enter step 2',
    rules: 'PRE-2',
    response: checkSchema,
  },
  checkIntoCBCondition: {
    method: 'POST',
    path: '/api/KB_Local/checkIntoCBCondition',
    auth: 'session',
    action: 'CheckAnnouncement',
    summary: 'Checks whether the opener may enter step 3',
    rules: 'ANN-1',
    response: checkSchema,
  },
  setKBFlowStatus: {
    method: 'POST',
    path: '/api/KB_Local/setKBFlowStatus',
    auth: 'session',
    action: 'SetFlow',
    refuses: ['other-envelope', 'any-rule'],
    summary:
      'Enters a step: 10 or 15 opening of bid files, 20 or 25 announcement, 35 or 40 end; 45 ends the opening. ' +
      'A status that is reached anyway changes nothing. Reason cuts the reading of the bids short',
    rules: 'SES-18, PRE-2, ANN-2 to ANN-5, END-1, END-17',
    body: stepBody,
    response: z.strictObject({ ...outcomeSchema.shape, KBFlowStatus: z.number().int() }),
    command: stepMapping,
  },
  startJieMi: commandCall({
    path: '/api/KB_Local/startJieMi',
    command: 'StartDecryption',
    refuses: ['other-envelope'],
    summary: 'Issues the decryption command; LimitJmTime in minutes',
    rules: 'DEC-1, DEC-2, REST-6',
    body: z.strictObject({ LimitJmTime: typedMinutes, BidStage: stage }),
    toPayload: ({ LimitJmTime, BidStage }, caller) =>
      isOtherStage(caller, BidStage) ? 'other-envelope' : { limitMinutes: LimitJmTime },
    fromPayload: ({ limitMinutes }) => ({ LimitJmTime: limitMinutes }),
  }),
  ExtendJieMi: commandCall({
    path: '/api/KB_Local/ExtendJieMi',
    command: 'ExtendDecryption',
    summary: 'Extends the decryption window before it ends',
    rules: 'DEC-13',
    body: z.strictObject({ LimitJmTime: typedMinutes }),
    toPayload: ({ LimitJmTime }) => ({ minutes: LimitJmTime }),
    fromPayload: ({ minutes }) => ({ LimitJmTime: minutes }),
  }),
  ReopenJieMi: commandCall({
    path: '/api/KB_Local/ReopenJieMi',
    command: 'ReopenDecryption',
    summary: 'Opens the decryption window again for files that failed through the hall’s fault',
    rules: 'DEC-18',
    body: z.strictObject({ LimitJmTime: typedMinutes, Reason: z.string().default('') }),
    toPayload: ({ LimitJmTime, Reason }) => ({ limitMinutes: LimitJmTime, reason: Reason }),
    fromPayload: ({ limitMinutes, reason }) => ({ LimitJmTime: limitMinutes, Reason: reason }),
  }),
  getJieMiJieZhiShiJian: {
    method: 'GET',
    path: '/api/KB_Local/getJieMiJieZhiShiJian',
    auth: 'session',
    action: 'ReadDeadline',
    summary: 'The decryption deadline as of a seq; polled every 3 s while there is no socket',
    rules: 'POL-1',
    response: deadlineSchema,
  },
  jyptDecryptFile: {
    ...commandCall({
      path: '/api/KB_Local/jyptDecryptFile',
      command: 'DecryptBid',
      refuses: ['malformed-key', 'unknown-certificate-provider'],
      summary:
        'Opens the caller’s own file with the key that their certificate unwrapped; answers with an empty text on success',
      rules: 'DEC-5, DEC-6, REST-3, REST-7',
      body: z.strictObject({
        TBWJ_Guid: z.uuid(),
        TBWJ_Key: z.string().max(200),
        /** The certificate's provider (REST-7). */
        TBWJ_CA_Type: z.literal([1, 2, 3]).optional(),
        TBWJ_LeiXing: z.string().max(20).optional(),
        EntprsCode: z.string().max(60),
      }),
      toPayload: ({ TBWJ_Guid, TBWJ_Key, EntprsCode }, { unitCode }) =>
        EntprsCode === unitCode ? { fileId: TBWJ_Guid, method: 'certificate', key: TBWJ_Key } : 'forbidden',
      fromPayload: ({ fileId, method, key }, { unitCode }) =>
        method === 'certificate' ? { TBWJ_Guid: fileId, TBWJ_Key: key, EntprsCode: unitCode ?? '' } : null,
    }),
    response: z.string(),
  },
  submitBackupFile: {
    method: 'POST',
    path: '/api/KB_Local/submitBackupFile',
    auth: 'session',
    action: 'SubmitBackupFile',
    refuses: ['file-missing'],
    summary:
      'Uploads a copy of the caller’s own sealed file where the stored one is damaged, until the announcement: ' +
      'TBWJ_Guid, then the file. It must equal the submitted file; it is opened with the key handed over before',
    rules: 'DEC-14',
    consumes: 'multipart/form-data',
    form: z.strictObject({ TBWJ_Guid: z.uuid(), file: uploadedFile }),
    response: outcomeSchema,
  },
  jyptDecryptFile_BS: {
    ...commandCall({
      path: '/api/KB_Local/jyptDecryptFile_BS',
      command: 'DecryptBid',
      refuses: ['malformed-key'],
      summary: 'Opens the caller’s own file with the printed file key; answers with an empty text on success',
      rules: 'DEC-5, DEC-6, REST-3',
      body: z.strictObject({
        TBWJ_Guid: z.uuid(),
        BS_Key: z.string().max(200),
        EntprsCode: z.string().max(60),
      }),
      toPayload: ({ TBWJ_Guid, BS_Key, EntprsCode }, { unitCode }) =>
        EntprsCode === unitCode ? { fileId: TBWJ_Guid, method: 'file-key', key: BS_Key } : 'forbidden',
      fromPayload: ({ fileId, method, key }, { unitCode }) =>
        method === 'file-key' ? { TBWJ_Guid: fileId, BS_Key: key, EntprsCode: unitCode ?? '' } : null,
    }),
    response: z.string(),
  },
} as const satisfies Record<string, Call>
