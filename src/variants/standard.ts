import type { Variant } from './schema.ts'

export const standard: Variant = {
  name: 'standard',
  title: { zh: '公共资源交易不见面开标大厅', en: 'Public Procurement Bid-Opening Hall' },
  footer: {
    organiser: { zh: '公共资源交易中心', en: 'Public Resource Trading Centre' },
    support: { zh: '开标系统技术支持', en: 'Bid-opening system support' },
    hotline: '400-000-0000',
  },
  timeZone: 'Asia/Shanghai',
  rules: {
    entryLeadMinutes: 0,
    minimumDecryptionMinutes: 1,
    defaultDecryptionMinutes: 30,
    minimumBidders: 3,
    refuseTooFewBidders: false,
    personInfoRequired: true,
    defaultConfirmationMinutes: 10,
    autoConfirm: true,
    defaultSigningMinutes: 15,
    remarksRequired: false,
    supervisorHiddenFrom: ['agency', 'tenderer'],
  },
  hall: { refreshMilliseconds: 300_000, pageSize: 8, maskBidderCount: false },
  clockPollMilliseconds: 5000,
}
