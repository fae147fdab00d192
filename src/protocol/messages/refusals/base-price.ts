import type { Texts } from '../codes.ts'

/** Refusals about the evaluation base price. */
export const basePriceRefusals = {
  'base-price-no-rule': {
    zh: '本标段当前环节不计算评标基准价！',
    en: 'No evaluation base price is calculated in this part of the section.',
  },
  'base-price-no-bids': {
    zh: '没有参与评标基准价计算的投标！',
    en: 'No bid takes part in the evaluation base price.',
  },
  'base-price-negative': {
    zh: '评标基准价计算结果为负数，请核对评标参数！',
    en: 'The evaluation base price would be negative; please check the evaluation parameters.',
  },
  'base-price-ceiling-missing': {
    zh: '评标基准价按控制价计算，但本标段没有控制价！',
    en: 'The evaluation base price depends on the control price, and this section has none.',
  },
  'base-price-bid-barred': {
    zh: '无效标或没有报价的投标不参与评标基准价计算！',
    en: 'An invalid bid or one without a price takes no part in the evaluation base price.',
  },
  'base-price-reason-missing': {
    zh: '请填写参与或不参与评标基准价计算的原因！',
    en: 'Please give the reason why this bid takes part in the evaluation base price or does not.',
  },
  'base-price-not-calculated': {
    zh: '请先计算评标基准价！',
    en: 'Please calculate the evaluation base price first.',
  },
  'base-price-differs': {
    zh: '保存的评标基准价与计算结果不一致！',
    en: 'Only the calculated evaluation base price can be saved.',
  },
  'base-price-not-saved': {
    zh: '评标基准价未保存，请先保存！',
    en: 'The evaluation base price is not saved, please save it first!',
  },
} as const satisfies Texts
