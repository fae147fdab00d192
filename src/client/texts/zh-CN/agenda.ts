/** The section list as an agenda. */
export const agenda = {
  running: '正在开标',
  today: '今天 · {{day}}',
  later: '以后',
  over: '已终止或流标',
  enterFrom: '{{time}} 起可进入',
  enterFromSection: '{{time}} 起可进入，进入标段 {{name}}',
  left: '距开标',
  'window.decryption': '解密剩余',
  'window.inquiry': '异议询问剩余',
  'window.confirmation': '确认剩余',
  'window.signing': '签名剩余',
  searchWhere: '查找时不限开标日期',
  filterSet_other: '已设 {{count}} 项',
  applyFilters: '应用筛选',
  datesIdle: '按名称或编号查找时不限日期',
} as const
