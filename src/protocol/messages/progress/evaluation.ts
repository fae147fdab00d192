import type { ProgressRows } from './row.ts'

export const evaluationProgress = {
  EvaluationStatusChanged: {
    kind: 'step',
    sentence: ({ payload }) =>
      payload.status === 'evaluating'
        ? ['评标开始', 'The evaluation has begun']
        : ['评标结束', 'The evaluation is done'],
  },
} as const satisfies ProgressRows
