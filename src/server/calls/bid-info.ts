import type { BidFileKind } from '#domain/bid-file.ts'
import type { SessionState } from '#domain/state.ts'
import type { CallResponse } from '#protocol/call.ts'
import type { tenderFileCalls } from '#protocol/calls/tender-files.ts'

/** Evaluation method, parameters and panels (S0 §3 pbMethod) of a state as its viewer sees it; null before publication. */
export function bidInfo(state: SessionState): CallResponse<(typeof tenderFileCalls)['GetBidInfo']> | null {
  const { tender, controlPrice } = state
  if (!tender) return null
  const isHanded = (kind: BidFileKind) => tender.bidFiles.some((file) => file.kind === kind)
  const price = controlPrice?.price ?? null
  return {
    name: tender.evaluationMethod,
    bidStyle: tender.bidStyle,
    hylb: tender.evaluation?.industryCategory ?? tender.industry,
    gclx: tender.projectKind,
    pbType: tender.qualification,
    specialty: tender.specialty,
    isDoubleEnvelopes: tender.envelopes === 2,
    IsShuangXinFeng: tender.envelopes === 2,
    IsXuYaoQingDan: tender.billOfQuantities ?? false,
    isHaveTbj: isHanded('technical'),
    isHaveTbs: isHanded('commercial'),
    isHaveTbz: isHanded('qualification'),
    isHaveTbt: isHanded('drawing'),
    isHaveTby: isHanded('video'),
    topPrice: price ?? tender.ceilingPrice ?? null,
    topPriceRemark: (price === null ? tender.ceilingRemark : controlPrice?.remark) ?? '',
    topPriceType: price !== null ? 2 : tender.ceilingPrice === undefined ? 0 : 1,
    chouQuCanShu: tender.drawNote ?? '',
    IsNewModel: tender.evaluation?.newModel ?? null,
    basePriceType: tender.evaluation?.basePriceType ?? null,
    bidBasePriceCalculationMethod: tender.evaluation?.basePriceMethod ?? null,
    columns: tender.columns,
    projectInfo: tender.projectInfo,
    evaluationRules: tender.evaluationRules,
    seq: state.seq,
  }
}
