import type { EventShapes } from '#domain/session/event.ts'
import { amountText } from '#domain/submission/figures.ts'
import type { TenderFileKind, TenderPart } from '#domain/tender/tender-file.ts'
import { unitIn } from '#domain/tender/units.ts'
import { totalPriceColumn } from '../../overview-columns.ts'
import type { Sentence } from '../codes.ts'
import type { ProgressRows } from './row.ts'

export const tenderProgress = {
  TenderPublished: {
    kind: 'step',
    sentence: ({ payload: { tender } }) => [
      `标段“${tender.sectionName}”已发布`,
      `Section “${tender.sectionName}” was published`,
    ],
  },
  TenderFileImported: {
    kind: 'step',
    sentence: ({ payload }) => importSentence(payload),
  },
  EvaluationParametersSet: {
    kind: 'step',
    sentence: ({ payload }) =>
      payload.controlPriceSet
        ? ['开标人设置了评标参数和控制价', 'The opener set evaluation parameters and the control price']
        : ['开标人设置了评标参数', 'The opener set evaluation parameters'],
  },
  ControlPriceDisclosed: {
    kind: 'step',
    sentence({ payload: { price } }, { tender }) {
      if (price === null) return ['控制价文件已公开', 'The control-price file was disclosed']
      const unit = totalPriceColumn(tender()?.columns ?? [])?.unit || '元'
      return [
        `控制价已公开：${amountText(price, unit)}`,
        `The control price was disclosed: ${amountText(price, unitIn('en', unit))}`,
      ]
    },
  },
} as const satisfies ProgressRows

const tenderFileNames: Readonly<Record<TenderFileKind, Sentence>> = {
  technical: ['招标文件', 'tender file'],
  commercial: ['商务标招标文件', 'commercial tender file'],
  'control-price': ['控制价文件', 'control-price file'],
}

const tenderPartNames: Readonly<Record<TenderPart, Sentence>> = {
  'project-info': ['项目信息', 'project information'],
  'evaluation-rules': ['评标办法', 'evaluation rules'],
  parameters: ['评标参数', 'evaluation parameters'],
  columns: ['报价项和投标函', 'price columns and bid form'],
}

/** Names the file, whether it replaces an earlier one, and the parts of the tender that it changed. */
function importSentence({
  kind,
  file: { fileName },
  replaces,
  changed,
}: EventShapes['TenderFileImported']['payload']): Sentence {
  const [zh, en] = tenderFileNames[kind]
  const parts = changed.map((part) => tenderPartNames[part])
  const effect: Sentence =
    parts.length === 0
      ? ['', '']
      : [
          `，更新了${parts.map(([name]) => name).join('、')}`,
          `; changed: ${parts.map(([, name]) => name).join(', ')}`,
        ]
  return replaces === null
    ? [`已导入${zh}“${fileName}”${effect[0]}`, `The ${en} “${fileName}” was imported${effect[1]}`]
    : [
        `已重新导入${zh}“${fileName}”，替换原文件${effect[0]}`,
        `The ${en} “${fileName}” was imported in the place of the earlier one${effect[1]}`,
      ]
}
