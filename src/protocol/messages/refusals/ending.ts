import type { Texts } from '../codes.ts'

/** Refusals of steps 3 and 4. */
export const endingRefusals = {
  'enter-announcement-first': { zh: '请先进入唱标环节', en: 'Please enter the announcement step first' },
  'announce-first': { zh: '请先进行唱标', en: 'Please announce first' },
  'reading-already-started': { zh: '唱标已开始！', en: 'The reading has already been started.' },
  'reading-ended': { zh: '唱标已结束！', en: 'The reading has ended.' },
  'reading-paused': { zh: '唱标已暂停，请先继续！', en: 'The reading is paused; please resume it first.' },
  'reading-out-of-order': {
    zh: '请按列表顺序唱标！',
    en: 'Please read the bids in the order of the list.',
  },
  'reading-at-end': { zh: '已唱完全部投标单位！', en: 'All bids have been read.' },
  'reading-pace-invalid': {
    zh: '唱标间隔须为{minimum}至{maximum}秒的整数！',
    en: 'The pace must be a whole number from {minimum} to {maximum} seconds.',
  },
  'reading-reason-missing': {
    zh: '请填写提前结束唱标的原因！',
    en: 'Please say why the reading is ended early.',
  },
  'bids-not-read': {
    zh: '还有{count}家投标单位未唱标！',
    en: 'Some bids ({count}) have not been read yet.',
  },
  'row-not-announced': { zh: '本单位尚未唱标！', en: 'Your bid has not been announced yet.' },
  'dispute-missing': { zh: '请填写有异议的内容！', en: 'Please say what you dispute.' },
  'dispute-already-replied': {
    zh: '该唱标异议已回复！',
    en: 'This disputed row has already been replied to.',
  },
  'dispute-changed': {
    zh: '投标人已更改异议，请按新的内容回复！',
    en: 'The bidder has changed what they dispute; please reply to that.',
  },
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
  'confirmation-reason-missing': {
    zh: '请填写提前结束确认的原因！',
    en: 'Please say why the confirmation is ended early.',
  },
  'already-confirmed': { zh: '您已确认开标一览表！', en: 'You have already confirmed the overview.' },
  'signer-unknown': { zh: '当前投标人信息不存在！', en: 'Current bidder information does not exist' },
  'not-asked': {
    zh: '贵单位的投标文件未开启，无需确认一览表和签署开标记录！',
    en: 'The bid of your unit was not opened: it need not confirm the overview or sign the record.',
  },
  'signer-missing': { zh: '请填写签名人姓名！', en: 'Please enter the name of the person who signs.' },
  'signing-way-not-offered': { zh: '未开通此签名方式！', en: 'This way of signing is not offered here.' },
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
  'already-signed': { zh: '开标记录表已签名！', en: 'The opening record has been signed' },
  'some-not-signed': { zh: '还有投标人未确认签名！', en: 'Some bidders have not confirmed the signature' },
  'confirm-signing-first': { zh: '请先确认电子签名！', en: 'Please confirm the electronic signature first' },
  'regeneration-reason-missing': {
    zh: '请填写重新生成的原因！',
    en: 'Please say why it is made again.',
  },
  'withdrawal-reason-missing': { zh: '请填写删除原因！', en: 'Please say why it is taken out of the list.' },
  'overview-too-early': {
    zh: '唱标结束后才能生成开标一览表！',
    en: 'The overview can be made once all bids are announced.',
  },
  'unit-prices-too-early': {
    zh: '唱标结束后才能生成综合单价报价表！',
    en: 'The report of unit prices can be made once all bids are announced.',
  },
  'documents-too-many': {
    zh: '本标段的文件已达{maximum}份，不能再生成！',
    en: 'This section already has {maximum} documents; no more can be made.',
  },
  'unknown-document': { zh: '文件不存在！', en: 'There is no such document.' },
  'record-kept': { zh: '开标记录表不能删除！', en: 'The opening record cannot be taken out of the list.' },
  'report-representative-missing': {
    zh: '请填写招标人代表',
    en: 'Please fill in the tenderer’s representative',
  },
  'report-recorder-missing': { zh: '请填写记录人', en: 'Please fill in the recorder' },
  'report-other-matters-missing': { zh: '请填写其他事项', en: 'Please fill in other matters' },
  'remarks-missing': { zh: '请填写备注', en: 'Please fill in remarks' },
} as const satisfies Texts
