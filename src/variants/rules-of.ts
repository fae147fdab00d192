import type { Rules } from '#domain/session/variant-rules.ts'
import type { Variant } from './schema.ts'

/** The values that the rules of an opening take from a variant. */
export function rulesOf({ rules, laterSteps }: Variant): Rules {
  return {
    ...rules,
    basePriceMustBeSaved: laterSteps.basePriceMustBeSaved,
    personInfoPerEnvelope: laterSteps.personInfoPerEnvelope,
    flowAfterEnd: laterSteps.flowAfterEnd,
    objectionInquiry: laterSteps.objectionInquiry,
    stopAllowed: laterSteps.stopAllowed,
    failureReasonLength: laterSteps.failureReasonLength,
    failureSignedFor: laterSteps.failureSignedFor,
    signingWays: laterSteps.signing.modes,
  }
}
