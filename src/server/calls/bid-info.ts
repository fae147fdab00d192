import { drawnParameter } from '#domain/draw/draw-state.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import type { CallResponse } from '#protocol/call.ts'
import type { tenderFileCalls } from '#protocol/calls/tender-files.ts'

/** Evaluation method, parameters and panels (pbMethod) of a state as its viewer sees it; null before publication. */
export function bidInfo(state: SessionState): CallResponse<(typeof tenderFileCalls)['GetBidInfo']> | null {
  const { tender, controlPrice } = state
  if (!tender) return null
  const isHanded = (kind: BidFileKind) => tender.bidFiles.some((file) => file.kind === kind)
  const price = controlPrice?.price ?? null
  return {
    name: tender.evaluationMethod,
    bidStyle: tender.bidStyle,
    hylb: tender.evaluation?.industryCategory ?? null,
    HangYe: tender.industry,
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
    IsTanPan: tender.evaluation?.negotiated ?? null,
    priceType: tender.evaluation?.priceType ?? null,
    bidBasePriceCalculationMethod: tender.evaluation?.basePriceMethod ?? null,
    projType: tender.projectKind,
    needQingDan: tender.billOfQuantities ?? false,
    isEnableQuotationReviewGroup: (state.basePrice?.reviewGroup ?? null) !== null,
    ...notKnownOfMethod,
    ...drawnValues(state),
    columns: tender.columns,
    projectInfo: tender.projectInfo,
    evaluationRules: tender.evaluationRules,
    seq: state.seq,
  }
}

/** What nothing in the hall has. */
const notKnownOfMethod = {
  ...{ projType1: null, chouQuXiShu: null, zbType: null, jyType: null, heChengFanWei: null },
  ...{ zbkzjqz: null, tbbjqz: null, is87Decree: null, negotiationType: null },
  ...{ sheHuiPingJunYueGongZi: null, zongFuWuRenYueShu: null, jiFeiE: null },
} as const

/** What has been drawn, as it is saved (DRW-8), and by whom; null where it has not been. */
function drawnValues(state: SessionState) {
  const drawn = (parameter: Parameters<typeof drawnParameter>[1]) => drawnParameter(state, parameter)
  const value = (parameter: Parameters<typeof drawnParameter>[1]) => drawn(parameter)?.saved ?? null
  return {
    FValue: value('fValue'),
    aErFa: value('alpha'),
    beiTa: value('beta'),
    aValue: value('a'),
    aChouQuRen: drawn('a')?.drawer ?? null,
    gValue: value('g'),
    gChouQuRen: drawn('g')?.drawer ?? null,
    k1: value('k1'),
    k2: value('k2'),
    K: value('k'),
    J: value('j'),
    xiaFuLv: value('fallRate'),
    basePriceFloatingPercentage: value('floatingPercentage'),
    basePriceEvalFactor: value('basePriceFactor'),
    PBBenchmarkPriceCoefficient: value('benchmarkCoefficient'),
  }
}
