import { z } from 'zod'
import { reportInfoLengths } from '#domain/ending/report-info.ts'
import { bidderOfFile, fileOfBidder } from '../bid-by-file.ts'
import { stage } from '../bid-stage.ts'
import type { Call } from '../call.ts'
import { bareCommandCall, commandCall } from '../command-call.ts'
import { checkSchema } from '../outcome.ts'

const person = z.string().trim().max(20)
const identity = z.string().trim().max(18)

/** Step four. */
export const endingCalls = {
  SetTbrRemarks: commandCall({
    path: '/api/KB_Local/SetTbrRemarks',
    command: 'RemarkBid',
    summary: 'Saves a remark on one row of the overview',
    rules: 'END-5',
    body: z.strictObject({ bidFileId: z.uuid(), remark: z.string().trim().max(500) }),
    toPayload({ bidFileId, remark }, { state }) {
      const bidderCode = bidderOfFile(state, bidFileId)
      return bidderCode === null ? 'unknown-file' : { bidderCode, remark }
    },
    fromPayload({ bidderCode, remark }, { state }) {
      const bidFileId = fileOfBidder(state, bidderCode)
      return bidFileId === null ? null : { bidFileId, remark }
    },
  }),
  setRemarks: commandCall({
    path: '/api/KB_Local/setRemarks',
    command: 'RecordRemarks',
    summary: 'Saves the remarks on the whole opening',
    rules: 'END-5',
    body: z.strictObject({ remarks: z.string().trim().max(2000) }),
    toPayload: ({ remarks }) => ({ remarks }),
    fromPayload: ({ remarks }) => ({ remarks }),
  }),
  writeBidOpeningPersonInfo: commandCall({
    path: '/api/KB_Local/writeBidOpeningPersonInfo',
    command: 'RecordPersonInfo',
    refuses: ['other-envelope'],
    summary:
      'Opener, announcer, recorder and supervisor with their identity numbers. InviteBid, Noter and Supervisor name ' +
      'announcer, recorder and supervisor; what is left out stays, an identity number with its name only',
    rules: 'PRE-5, PRE-6, PRE-18',
    body: z.strictObject({
      kbr: person.optional(),
      kbrsfz: identity.optional(),
      cbr: person.optional(),
      cbrsfz: identity.optional(),
      jlr: person.optional(),
      jlrsfz: identity.optional(),
      jbr: person.optional(),
      jbrsfz: identity.optional(),
      InviteBid: person.optional(),
      Noter: person.optional(),
      Supervisor: person.optional(),
      /** The envelope; 0 for the section as a whole. */
      activeStageOrd: z.literal([0, 1, 2]).optional(),
    }),
    toPayload(body, { state: { persons, stage: current } }) {
      // 0 is the section as a whole.
      if (body.activeStageOrd && body.activeStageOrd !== current.number) return 'other-envelope'
      return {
        names: {
          opener: body.kbr ?? persons?.opener ?? '',
          announcer: body.cbr ?? body.InviteBid ?? persons?.announcer ?? '',
          recorder: body.jlr ?? body.Noter ?? persons?.recorder ?? '',
          supervisor: body.jbr ?? body.Supervisor ?? persons?.supervisor ?? '',
        },
        ids: {
          opener: body.kbrsfz,
          announcer: body.cbrsfz,
          recorder: body.jlrsfz,
          supervisor: body.jbrsfz,
        },
      }
    },
    fromPayload: ({ names, ids }) => ({
      ...{ kbr: names.opener, cbr: names.announcer, jlr: names.recorder, jbr: names.supervisor },
      ...{ kbrsfz: ids.opener, cbrsfz: ids.announcer, jlrsfz: ids.recorder, jbrsfz: ids.supervisor },
    }),
  }),
  getBidOpeningPersonInfo: {
    method: 'GET',
    path: '/api/KB_Local/getBidOpeningPersonInfo',
    auth: 'session',
    action: 'ReadPersonInfo',
    summary:
      'The people of the current envelope, their identity numbers masked; null before they are entered',
    rules: 'PRE-5, SES-15',
    response: z
      .strictObject({
        ...{ kbr: z.string(), kbrsfz: z.string(), cbr: z.string(), cbrsfz: z.string() },
        ...{ jlr: z.string(), jlrsfz: z.string(), jbr: z.string(), jbrsfz: z.string() },
      })
      .nullable(),
  },
  saveReportData: commandCall({
    path: '/api/KB_Local/saveReportData',
    command: 'RecordReportInfo',
    summary:
      'What the opener states for the record: bidderName the tenderer’s representative, recorder, otherItem other matters',
    rules: 'END-18',
    body: z.strictObject({
      bidderName: z.string().trim().max(reportInfoLengths.representative).default(''),
      recorder: z.string().trim().max(reportInfoLengths.recorder).default(''),
      otherItem: z.string().trim().max(reportInfoLengths.otherMatters).default(''),
    }),
    toPayload: ({ bidderName, recorder, otherItem }) => ({
      representative: bidderName,
      recorder,
      otherMatters: otherItem,
    }),
    fromPayload: ({ representative, recorder, otherMatters }) => ({
      bidderName: representative,
      recorder,
      otherItem: otherMatters,
    }),
  }),
  checkKBFinishCondition: {
    method: 'POST',
    path: '/api/KB_Local/checkKBFinishCondition',
    auth: 'session',
    action: 'CheckFinish',
    summary: 'Checks whether the opening may be ended',
    rules: 'END-11',
    response: checkSchema,
  },
  setOpenBidStatus: bareCommandCall({
    path: '/api/KB_Local/setOpenBidStatus',
    command: 'EndOpening',
    summary: 'Ends the opening',
    rules: 'END-11, END-12',
    toPayload: () => ({}),
    fromPayload: () => undefined,
  }),
  GetReportPDF: {
    method: 'GET',
    path: '/api/KB_Local/GetReportPDF',
    auth: 'session',
    action: 'ReadReport',
    refuses: ['other-envelope', 'document-not-offered', 'overview-later'],
    summary: 'The overview report as PDF; the version that was filed, else one made now',
    rules: 'REP-1, REP-3, EVA-2',
    query: z.strictObject({ StageOrd: stage }),
    response: z.unknown().meta({ type: 'string', format: 'binary' }),
    produces: 'application/pdf',
  },
  GetReportExcel: {
    method: 'GET',
    path: '/api/KB_Local/GetReportExcel',
    auth: 'session',
    action: 'ReadReport',
    refuses: ['other-envelope', 'document-not-offered', 'overview-later'],
    summary: 'The overview report as Excel; the version that was filed, else one made now',
    rules: 'REP-1, REP-3, EVA-2',
    query: z.strictObject({ StageOrd: stage }),
    response: z.unknown().meta({ type: 'string', format: 'binary' }),
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  getOpeningRecord: {
    method: 'GET',
    path: '/api/KB_Local/getOpeningRecord',
    auth: 'session',
    action: 'ReadRecord',
    refuses: ['other-envelope', 'overview-later'],
    summary:
      'The opening record to be signed, with its hash and signatures; each envelope has a record of its own',
    rules: 'END-16, EVA-2',
    query: z.strictObject({ StageOrd: stage }),
    response: z.strictObject({
      record: z.unknown(),
      recordHash: z.string().nullable(),
      signatures: z.array(
        z.strictObject({
          entprsCode: z.string(),
          entprsName: z.string(),
          fingerprint: z.string(),
          jws: z.string(),
        }),
      ),
      seq: z.number().int(),
    }),
  },
} as const satisfies Record<string, Call>
