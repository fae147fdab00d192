import type { Texts } from '../codes.ts'

/** Refusals of pausing, stopping and failing a lot. */
export const haltingRefusals = {
  'pause-reason-missing': {
    zh: '请填写暂停开标的原因',
    en: 'Please fill in the reason for pausing the opening',
  },
  'stop-reason-missing': {
    zh: '请填写终止开标的原因',
    en: 'Please fill in the reason for stopping the opening',
  },
  'halt-reason-too-long': {
    zh: '原因不能超过{maximum}个字！',
    en: 'The reason must not be longer than {maximum} characters!',
  },
  'recorder-missing': { zh: '请填写记录人', en: 'Please fill in the recorder' },
  'recorder-too-long': {
    zh: '记录人不能超过{maximum}个字！',
    en: 'The recorder’s name must not be longer than {maximum} characters!',
  },
  'stop-not-allowed': { zh: '本地区不允许终止开标！', en: 'An opening cannot be stopped in this region.' },
  'lot-not-paused': { zh: '标段未暂停！', en: 'The section is not paused.' },
  'paused-by-platform': {
    zh: '标段由交易平台暂停，请等待交易平台恢复！',
    en: 'The trading platform has paused the section; please wait until it lets it go on.',
  },
  'failure-reason-missing': { zh: '请填写流标原因', en: 'Please fill in the reason for failed bid' },
  'failure-reason-too-long': {
    zh: '流标原因不能超过{maximum}个字！',
    en: 'The reason for failed bid must not be longer than {maximum} characters!',
  },
  'failure-agent-missing': {
    zh: '请填写代理机构经办人',
    en: 'Please fill in who signs for the agency',
  },
  'failure-agent-too-long': {
    zh: '代理机构经办人不能超过{maximum}个字！',
    en: 'The name of who signs for the agency must not be longer than {maximum} characters!',
  },
  'failure-signature-missing': {
    zh: '请插入代理机构CA进行签名',
    en: 'Please sign with the agency’s certificate',
  },
  'failure-decision-due': {
    zh: '流标申请待审批，请先批准或驳回！',
    en: 'A declared failure is pending; approve or refuse it first.',
  },
  'failure-not-declared': {
    zh: '标段没有流标！',
    en: 'The section has not failed, and no failure was declared.',
  },
  'failure-not-pending': { zh: '没有待审批的流标申请！', en: 'No declared failure is pending.' },
  'failure-decision-reason-missing': {
    zh: '请填写审批意见！',
    en: 'Please give the reason of the decision.',
  },
} as const satisfies Texts
