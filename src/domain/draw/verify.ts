import type { DrawState } from './draw-state.ts'
import { drawCommitment, drawIndexes, drawRule, drawSeed } from './fair-draw.ts'

/**
 * Recomputes a decided draw from public data. Returns what is wrong; null when values, seed and results follow from the
 * rule. An unknown rule counts as wrong.
 */
export function drawProblem(draw: DrawState): 'rule' | 'values' | 'seed' | 'results' | null {
  const { id, attempt, parts, rule, outcome } = draw
  if (!outcome) return null
  if (rule !== drawRule) return 'rule'
  const commitments = [draw.serverCommitment, ...draw.contributors]
  const bound = commitments.every((commitment, i) => {
    const value = outcome.values[i]
    return value !== undefined && drawCommitment(id, attempt, value) === commitment
  })
  if (!bound || outcome.values.length !== commitments.length) return 'values'
  if (drawSeed(draw.declaredHash, outcome.values) !== outcome.seed) return 'seed'
  const nextIndex = drawIndexes(outcome.seed)
  const right = parts.every(({ candidates }, part) => {
    const index = nextIndex(candidates.length)
    const result = outcome.results[part]
    return result?.index === index && result.value === candidates[index]
  })
  return right ? null : 'results'
}
