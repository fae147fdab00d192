const english: Readonly<Record<string, string>> = {
  元: 'yuan',
  万元: 'ten thousand yuan',
  '%': 'percent',
  天: 'days',
  日: 'days',
  日历天: 'calendar days',
  月: 'months',
  个月: 'months',
  年: 'years',
}

/** A column's unit in the reader's language: as the tender writes it, where it has no English name here. */
export function unitIn(language: 'zh' | 'zh-CN' | 'en', unit: string): string {
  return language === 'en' ? (english[unit] ?? unit) : unit
}
