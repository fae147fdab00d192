import type { Command } from '#domain/session/command.ts'
import { by, type Step } from './random-step.ts'
import { opener, platform, says, tenderFile } from './sample-actors.ts'

/** A control price that occurs nowhere else in a log. */
export const secretPrice = '14142135623.73'

/** Tender files by the opener and the platform, a control price typed in and one read, an import that comes too late. */
export function preparations(): Step[] {
  const price = { price: secretPrice, remark: `控制价${secretPrice}` }
  const priceFile = { ...tenderFile(3), fileName: `控制价${secretPrice}.zbs` }
  const technical: Command = {
    type: 'ImportTenderFile',
    payload: { kind: 'technical', file: tenderFile(1), says: says() },
  }
  const control: Command = {
    type: 'ImportTenderFile',
    payload: {
      kind: 'control-price',
      file: priceFile,
      says: says({ kind: 'control-price', content: null, controlPrice: price }),
    },
  }
  const typed: Command = {
    type: 'SetEvaluationParameters',
    payload: { industry: 4, controlPrice: secretPrice, controlPriceRemark: price.remark },
  }
  return [by(platform, technical), by(opener, typed), by(opener, control)]
}
