import { z } from 'zod'
import type { Call } from '../call.ts'
import { submittedFields } from './bid-files.ts'

/** An address, or why there is none. */
const addressOf = z.strictObject({
  Result: z.boolean(),
  ResultMessage: z.string(),
  url: z.string().nullable(),
})

const attachment = z.strictObject({
  /** For `getTenderFile`. */
  fileId: z.uuid(),
  Url: z.string(),
  /** The name is spelled as in the protocol. */
  file_nale: z.string(),
  size: z.number().int(),
})

/** The header of the step screens and the file view. */
export const shellCalls = {
  GetBZJList: {
    method: 'GET',
    path: '/api/KB_Local/GetBZJList',
    auth: 'session',
    action: 'ReadDeposits',
    refuses: ['forbidden', 'no-deposit'],
    summary:
      'Deposits as last reported by the platform, with the opener’s edits; a bidder gets their own only, and nobody any ' +
      'in a tender without them',
    rules: 'SHL-9',
    query: z.strictObject({ qybh: z.string().trim().max(60).optional() }),
    response: z.array(
      z.strictObject({
        Xh: z.number().int(),
        EntprsCode: z.string(),
        EntprsName: z.string(),
        /** Yuan; null where the platform has reported none for this bidder. */
        Bzj: z.string().nullable(),
        BzjMode: z.string(),
        BzjStatus: z.string(),
        ZhiFu_ZhangHu: z.string(),
        HuiZhi_BianHao: z.string(),
        /** When it arrived: the platform's time in the region's zone, as `2026-03-02 10:30:00`, or as the opener wrote it. */
        DaoZhang_ShiJian: z.string().nullable(),
        EditRemark: z.string(),
        /** Bound to this tender, and the outcome of the application, as the platform says; null where it has not. */
        BzjBind: z.boolean().nullable(),
        bzjApplyResult: z.string().nullable(),
        /** Whether the platform has reported a deposit. */
        isDiJiaoBZJ: z.boolean(),
        /** 1: has entered the section. */
        loginType: z.number().int(),
        ...submittedFields,
        /** Nothing in the hall has these: always null. */
        yaoQingStatus: z.null(),
        huifuTime: z.null(),
        dijiaoInfo: z.null(),
        /** The bidder's contact, and their phone, with stars where the region masks phones; null where none is named. */
        touBiao_DaiBiao: z.string().nullable(),
        touBiao_DaiBiao_DianHua: z.string().nullable(),
      }),
    ),
  },
  getTbrIpList: {
    method: 'GET',
    path: '/api/KB_Local/getTbrIpList',
    auth: 'session',
    action: 'ReadAddresses',
    refuses: ['forbidden'],
    summary:
      'Network addresses and hardware serials of the bidders, for the roles that may compare them in this region',
    rules: 'SHL-8',
    query: z.strictObject({
      guid: z.uuid().optional(),
      PageIndex: z.coerce.number().int().min(1).default(1),
      PageSize: z.coerce.number().int().min(1).max(999).default(999),
    }),
    response: z.strictObject({
      total: z.number().int(),
      rows: z.array(
        z.strictObject({
          entprsCode: z.string(),
          entprsName: z.string(),
          /** Address from which the section was entered. */
          zbj_ip: z.string().nullable(),
          /** Address from which the bid was submitted. */
          tbj_ip: z.string().nullable(),
          /** Hardware serial of the machine the bid was made on. */
          cdsn: z.string().nullable(),
          /** Which of the three another bidder shares, on any page. */
          same: z.array(z.enum(['zbj_ip', 'tbj_ip', 'cdsn'])),
        }),
      ),
    }),
  },
  getTouBiaoRenInfo: {
    method: 'GET',
    path: '/api/KB_Local/getTouBiaoRenInfo',
    auth: 'session',
    action: 'ReadUnitInfo',
    refuses: ['forbidden'],
    summary: 'Bidders with their certificates, as far as the caller may see them',
    rules: 'SHL-10',
    response: z.array(
      z.strictObject({
        EntprsCode: z.string(),
        EntprsName: z.string(),
        loginType: z.number().int(),
        submittedAt: z.iso.datetime().nullable(),
        certificate: z
          .strictObject({
            subject: z.string(),
            issuer: z.string(),
            notAfter: z.iso.datetime(),
            /** SHA-256, hexadecimal. */
            fingerprint: z.string(),
          })
          .nullable(),
      }),
    ),
  },
  getShiPingJianDuDiZhi: {
    method: 'GET',
    path: '/api/KB_Local/getShiPingJianDuDiZhi',
    auth: 'session',
    action: 'ReadVideoLink',
    summary: 'Address of the live video of this opening',
    rules: 'SHL-10',
    response: addressOf,
  },
  getShiPingJianDuDiZhi_YB: {
    method: 'GET',
    path: '/api/KB_Local/getShiPingJianDuDiZhi_YB',
    auth: 'session',
    action: 'ReadVideoLink',
    summary: 'Address of the live video by the platform’s booking of the room',
    rules: 'SHL-10',
    query: z.strictObject({ KaiBiao_ChangDi_AnPai_Guid: z.string().trim().min(1).max(60) }),
    response: addressOf,
  },
  GetVideoLinkUrl: {
    method: 'GET',
    path: '/api/KB_Local/GetVideoLinkUrl',
    auth: 'session',
    action: 'ReadVideoLink',
    summary: 'Address of the video link in the page’s header, by the region’s settings',
    rules: 'SHL-10',
    response: addressOf,
  },
  getChengQingList: {
    method: 'GET',
    path: '/api/KB_Local/getChengQingList',
    auth: 'session',
    action: 'ReadTenderFiles',
    summary: 'Clarifications of the tender, latest first, each with its attachments',
    rules: 'SHL-11',
    response: z.array(
      z.strictObject({
        id: z.uuid(),
        title: z.string(),
        content: z.string(),
        publish_time: z.iso.datetime(),
        fuJianList: z.array(attachment),
      }),
    ),
  },
} as const satisfies Record<string, Call>
