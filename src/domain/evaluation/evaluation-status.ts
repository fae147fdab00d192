/** The evaluation of the opened bids: under way (评标中), done (评标完). */
export const evaluationStatuses = ['evaluating', 'evaluated'] as const
export type EvaluationStatus = (typeof evaluationStatuses)[number]
