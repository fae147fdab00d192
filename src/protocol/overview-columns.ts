import type { Column } from '#domain/tender/tender.ts'

/** The column of TOTALPRICE: the first amount. */
export function totalPriceColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ kind }) => kind === 'money')
}

const durations = ['工期', '周期', '交货期', '服务期']

/** The column of GQ: the time for the work, by its title. */
export function durationColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ title }) => durations.some((duration) => title.zh.includes(duration)))
}
