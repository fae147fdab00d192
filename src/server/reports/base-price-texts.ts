import type { ReportLanguage } from './texts.ts'

/** The texts of the base-price report. */
export interface BasePriceReportTexts {
  readonly title: string
  readonly facts: {
    readonly sectionCode: string
    readonly projectCode: string
    readonly tenderer: string
    readonly agency: string
    readonly opensAt: string
    readonly evaluationMethod: string
    readonly calculatedAt: string
    readonly savedAt: string
    readonly reviewGroup: string
    readonly logHead: string
  }
  readonly basePrice: string
  readonly notCurrent: string
  readonly notSaved: string
  readonly started: string
  readonly bids: string
  readonly working: string
  readonly columns: {
    readonly index: string
    readonly bidder: string
    readonly price: string
    readonly place: string
    readonly cause: string
    readonly lowerRate: string
    readonly theory: string
    readonly step: string
    readonly formula: string
    readonly drawn: string
  }
  readonly rounding: string
  readonly absent: string
  generated(at: string, timeZone: string): string
  page(current: number, count: number): string
}

const zhCN: BasePriceReportTexts = {
  title: '评标基准价计算表',
  facts: {
    sectionCode: '标段编号',
    projectCode: '项目编号',
    tenderer: '招标人',
    agency: '招标代理机构',
    opensAt: '开标时间',
    evaluationMethod: '评标办法',
    calculatedAt: '计算时间',
    savedAt: '保存时间',
    reviewGroup: '报价评审组',
    logHead: '开标日志末条序号',
  },
  basePrice: '评标基准价',
  notCurrent: '计算之后参与情况已变化，须重新计算。',
  notSaved: '未保存',
  started: '已启动',
  bids: '参与计算的投标',
  working: '计算过程',
  columns: {
    index: '序号',
    bidder: '投标人',
    price: '报价',
    place: '是否计入',
    cause: '原因',
    lowerRate: '下浮率',
    theory: '理论成本占比',
    step: '步骤',
    formula: '算式',
    drawn: '抽取的参数',
  },
  rounding: '平均值及每一步结果四舍五入至小数点后六位，评标基准价四舍五入至规定位数。',
  absent: '—',
  generated: (at, timeZone) => `生成时间 ${at}（${timeZone}）`,
  page: (current, count) => `第 ${current} 页 / 共 ${count} 页`,
}

const en: BasePriceReportTexts = {
  title: 'Calculation of the Evaluation Base Price',
  facts: {
    sectionCode: 'Section code',
    projectCode: 'Project code',
    tenderer: 'Tenderer',
    agency: 'Agency',
    opensAt: 'Opening time',
    evaluationMethod: 'Evaluation method',
    calculatedAt: 'Calculated at',
    savedAt: 'Saved at',
    reviewGroup: 'Quotation review group',
    logHead: 'Last entry of the session log',
  },
  basePrice: 'Evaluation base price',
  notCurrent: 'What takes part has changed since; it has to be calculated again.',
  notSaved: 'Not saved',
  started: 'Started',
  bids: 'Bids',
  working: 'Working',
  columns: {
    index: 'No.',
    bidder: 'Bidder',
    price: 'Price',
    place: 'Counted',
    cause: 'Why',
    lowerRate: 'Reduction rate',
    theory: 'Share of theoretical cost',
    step: 'Step',
    formula: 'Formula',
    drawn: 'Drawn parameters',
  },
  rounding:
    'The mean and each step are rounded half up to six decimals, the base price to the decimals of the rule.',
  absent: '—',
  generated: (at, timeZone) => `Generated ${at} (${timeZone})`,
  page: (current, count) => `Page ${current} of ${count}`,
}

export const basePriceReportTexts: Readonly<Record<ReportLanguage, BasePriceReportTexts>> = {
  'zh-CN': zhCN,
  en,
}
