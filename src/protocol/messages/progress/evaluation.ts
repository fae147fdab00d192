import type { ProgressRows } from './row.ts'

export const evaluationProgress = {
  ContactShown: {
    kind: 'people',
    sentence({ payload: { bidderCode, name: by } }, { nameOf }) {
      const name = nameOf(bidderCode)
      return [`${by}查看了${name}的联系电话`, `${by} looked at the contact phone of ${name}`]
    },
  },
  EvaluationStatusChanged: {
    kind: 'step',
    sentence: ({ payload }) =>
      payload.status === 'evaluating'
        ? ['评标开始', 'The evaluation has begun']
        : ['评标结束', 'The evaluation is done'],
  },
} as const satisfies ProgressRows
