import type { Rules } from '#domain/session/variant-rules.ts'
import type { Variant } from './schema.ts'

/** The values that the rules of an opening take from a variant. */
export function rulesOf({ rules, laterSteps }: Variant): Rules {
  const { basePriceMustBeSaved, personInfoPerEnvelope, flowAfterEnd, objectionInquiry } = laterSteps
  return { ...rules, basePriceMustBeSaved, personInfoPerEnvelope, flowAfterEnd, objectionInquiry }
}
