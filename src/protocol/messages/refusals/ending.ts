import type { Texts } from '../codes.ts'

/** Refusals of steps 3 and 4. */
export const endingRefusals = {
  'enter-announcement-first': { zh: '请先进入唱标环节', en: 'Please enter the announcement step first' },
  'announce-first': { zh: '请先进行唱标', en: 'Please announce first' },
  'enter-end-first': { zh: '请先进入开标结束环节', en: 'Please enter the end step first' },
  'confirmation-not-issued': {
    zh: '请先下达一览表确认！',
    en: 'Please ask for the confirmation of the overview first.',
  },
  'confirmation-already-issued': {
    zh: '一览表确认已下达！',
    en: 'The confirmation of the overview has already been asked for.',
  },
  'confirmation-closed': {
    zh: '一览表确认时间已结束！',
    en: 'The time for confirming the overview is over.',
  },
  'confirmation-still-open': {
    zh: '一览表确认尚未结束，请稍候...',
    en: 'The confirmation of the overview is still running, please wait...',
  },
  'already-confirmed': { zh: '您已确认开标一览表！', en: 'You have already confirmed the overview.' },
  'signing-not-issued': {
    zh: '电子签名尚未下达，请稍候...',
    en: 'The electronic signature has not been issued, please wait',
  },
  'signing-already-issued': {
    zh: '电子签名指令已下达！',
    en: 'The electronic signature has already been issued.',
  },
  'signing-time-over': { zh: '签名时间已结束！', en: 'The signing time is over.' },
  'signing-time-not-ended': { zh: '签名时间尚未结束！', en: 'The signature time has not ended' },
  'signing-already-confirmed': { zh: '电子签名已确认！', en: 'The signing has already been confirmed.' },
  'already-signed': { zh: '开标记录表已签名！', en: 'Bid-opening record already signed' },
  'some-not-signed': { zh: '还有投标人未确认签名！', en: 'Some bidders have not confirmed the signature' },
  'confirm-signing-first': { zh: '请先确认电子签名！', en: 'Please confirm the electronic signature first' },
  'remarks-missing': { zh: '请填写备注', en: 'Please fill in remarks' },
} as const satisfies Texts
