import type { Variant } from './schema.ts'
import { standard } from './standard.ts'

/** Integrated trading: more project types and kinds in one login, including medical purchasing. */
export const integrated: Variant = {
  ...standard,
  name: 'integrated',
  title: { zh: '公共资源综合交易开标大厅', en: 'Integrated Trading Bid-Opening Hall' },
  texts: { 'steps:preparation.projectKinds.2': { zh: '市政工程', en: 'Municipal works' } },
  login: {
    ...standard.login,
    tabs: [
      { role: 'bidder', modes: ['certificate', 'licence'] },
      { role: 'opener', modes: ['certificate', 'account', 'qr'] },
      { role: 'supervisor', modes: ['account'] },
    ],
    projectTypes: [
      ...standard.login.projectTypes,
      { code: 3, name: { zh: '综合交易', en: 'Integrated trading' } },
      { code: 4, name: { zh: '医疗采购', en: 'Medical purchasing' } },
      { code: 5, name: { zh: '国有产权', en: 'State-owned property rights' } },
    ],
    defaultProjectType: 2,
  },
  rules: { ...standard.rules, personInfoRequired: false, messagesFrom: [] },
  hall: {
    ...standard.hall,
    openFilters: ['projectKind', 'procurement', 'openingType', 'dates', 'text'],
    openColumns: ['ribbon', 'index', 'code', 'name', 'opensAt', 'countdown', 'status'],
    endedColumns: ['index', 'code', 'name', 'opensAt', 'status'],
    projectKinds: [
      { code: 0, name: { zh: '全部', en: 'All' } },
      { code: 1, name: { zh: '工程建设', en: 'Construction' } },
      { code: 2, name: { zh: '市政工程', en: 'Municipal works' } },
      { code: 3, name: { zh: '水利', en: 'Water' } },
      { code: 6, name: { zh: '政府采购', en: 'Government purchasing' } },
      { code: 7, name: { zh: '土地', en: 'Land' } },
      { code: 13, name: { zh: '其他', en: 'Other' } },
    ],
    openingTypes: [{ code: 0, name: { zh: '一般项目', en: 'Ordinary' } }, ...standard.hall.openingTypes],
    newProjects: true,
  },
  shell: { ...standard.shell, videoLink: null, deposits: false },
  laterSteps: {
    ...standard.laterSteps,
    extraStatuses: ['evaluating', 'evaluated', 'failed'],
    failureReasonLength: 1000,
    depositTab: false,
    priceColumns: [{ industry: null, category: 3, keys: ['price', 'discount'] }],
  },
}
