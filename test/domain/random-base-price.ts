import type { Command } from '#domain/session/command.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { bidderCode } from './sample-actors.ts'

/** The base price of the random sessions: high enough for the quotation review group, and without a drawn parameter. */
export const basePriceEvaluation: TenderInput['evaluation'] = {
  basePriceMethod: 3,
  basePrice: {
    trimmed: true,
    lowerRate: 'housing',
    steps: [{ kind: 'lower', by: { fixed: '3', unit: 'percent' } }],
  },
}

const calculate: Command = { type: 'CalculateBasePrice', payload: {} }

/** The base price is calculated, the second bid is left out of it, and it is calculated again and saved. */
export const basePriceCommands: readonly ((state: SessionState) => Command)[] = [
  () => calculate,
  () => ({
    type: 'SetBasePriceParticipation',
    payload: { bidderCode: bidderCode(2), takesPart: false, reason: '报价存疑' },
  }),
  () => calculate,
  ({ basePrice }) => ({
    type: 'SaveBasePrice',
    payload: { price: basePrice?.calculated?.price ?? '1' },
  }),
]
