import type { StaffKind } from '#domain/preparation/site-staff.ts'
import type { Sentence } from '../codes.ts'
import type { ProgressRows } from './row.ts'

const siteStaffKinds: Readonly<Record<StaffKind, Sentence>> = {
  'agency-staff': ['代理机构（采购中心）人员', 'staff of the agency'],
  'owner-staff': ['业主人员', 'staff of the owner'],
  supervisor: ['现场监督人员', 'supervisor on site'],
  owner: ['项目业主', 'the project’s owner'],
}

export const preparationProgress = {
  PersonInfoRecorded: {
    kind: 'people',
    sentence: () => ['开标人员信息已录入', 'The personnel information was recorded'],
  },
  WorkerAdded: {
    kind: 'people',
    sentence({ payload: { name, kind, importedFrom } }) {
      const [zh, en] = siteStaffKinds[kind]
      return importedFrom === null
        ? [`已录入${zh}：${name}`, `${name} was entered as ${en}`]
        : [
            `已从标段${importedFrom}添加${zh}：${name}`,
            `${name} was taken over from section ${importedFrom} as ${en}`,
          ]
    },
  },
  WorkerEdited: {
    kind: 'people',
    sentence({ payload: { name, kind } }) {
      const [zh, en] = siteStaffKinds[kind]
      return [`已修改${zh}：${name}`, `The entry of ${name} as ${en} was changed`]
    },
  },
  WorkerRemoved: {
    kind: 'people',
    sentence({ payload: { name, kind } }) {
      const [zh, en] = siteStaffKinds[kind]
      return [`已删除${zh}：${name}`, `${name} was removed as ${en}`]
    },
  },
  CommitmentLetterCreated: {
    kind: 'bidder',
    sentence({ payload }, { nameOf }) {
      const name = nameOf(payload.bidderCode)
      return [`已生成${name}的承诺函`, `The commitment letter of ${name} was made`]
    },
  },
  CommitmentLetterSigned: {
    kind: 'bidder',
    sentence({ payload }, { nameOf }) {
      const name = nameOf(payload.bidderCode)
      return [`${name}已同意并签署承诺函`, `${name} agreed to the commitment letter and signed it`]
    },
  },
  CommitmentLetterDeclined: {
    kind: 'bidder',
    sentence({ payload }, { nameOf }) {
      const name = nameOf(payload.bidderCode)
      return [`${name}不同意签署承诺函`, `${name} did not agree to the commitment letter`]
    },
  },
} as const satisfies ProgressRows
