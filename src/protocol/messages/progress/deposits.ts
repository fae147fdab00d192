import type { ProgressRows } from './row.ts'

export const depositProgress = {
  DepositEdited: {
    kind: 'bidder',
    sentence({ payload }, { nameOf }) {
      const name = nameOf(payload.bidderCode)
      return [`开标人编辑了${name}的保证金信息`, `The opener edited the deposit of ${name}`]
    },
  },
  OpeningFileAdded: {
    kind: 'step',
    sentence: ({ payload: { purpose, file } }) =>
      purpose === 'problem'
        ? [
            `开标人上传开标问题附件：${file.name}`,
            `The opener added a file on a problem of the opening: ${file.name}`,
          ]
        : [
            `开标人上传保证金核对文件：${file.name}`,
            `The opener added a file to check deposits with: ${file.name}`,
          ],
  },
  OpeningFileRemoved: {
    kind: 'step',
    sentence: ({ payload: { purpose, name } }) =>
      purpose === 'problem'
        ? [
            `开标人删除开标问题附件：${name}`,
            `The opener deleted a file on a problem of the opening: ${name}`,
          ]
        : [`开标人删除保证金核对文件：${name}`, `The opener deleted a file to check deposits with: ${name}`],
  },
} as const satisfies ProgressRows
