import { type Figures, figureText } from '#domain/submission/figures.ts'
import type { Tender, TenderInput } from '#domain/tender/tender.ts'
import type { Clock, Random } from '#lib/ports.ts'
import { isoTime } from '#lib/time.ts'
import { demoPassword } from '#protocol/demo-password.ts'
import {
  type Authority,
  createAuthority,
  type IssuedCertificate,
  issueCertificate,
} from '../certificates/test-authority.ts'
import type { NewAccount } from '../fixtures/accounts.ts'
import { creditCode } from '../fixtures/personal-data.ts'

/** Every bidder's bid security, in yuan. */
export const demoDeposit = '800000.00'

export interface DemoBidder {
  readonly account: NewAccount
  readonly certificate: IssuedCertificate
}

/** Staff; only those who can log in by certificate have one. */
export interface DemoStaff {
  readonly account: NewAccount
  readonly certificate: IssuedCertificate | null
}

/** A tender without its opening time. */
export type UndatedTender = Omit<TenderInput, 'opensAt'>

export interface DemoTender {
  readonly tender: UndatedTender
  /** Seconds from the start of seeding to the opening; ignored for a tender that is led, which opens as soon as possible. */
  readonly opensAfter: number
  /** Bids submitted by the demo; the other bidders are enrolled and can still submit. */
  readonly bids: readonly { readonly bidder: DemoBidder; readonly figures: Figures }[]
  readonly led: Led
}

/** How far simulated people lead an opening: not at all, into the decryption or the announcement, or to the end. */
export type Led = 'not' | 'to-decryption' | 'to-announcement' | 'to-end'

/** All that a demo starts with. */
export interface DemoPlan {
  readonly staff: Readonly<Record<'opener' | 'supervisor' | 'agency' | 'tenderer', DemoStaff>>
  readonly bidders: readonly DemoBidder[]
  readonly tenders: readonly DemoTender[]
  /** The authority that issued the certificates, in PEM; the demo's server trusts it. */
  readonly authorityPem: string
  /** When the demo began. */
  readonly beganAt: string
}

const agencyCode = '91320100MA1XKBDL01'
const agency = '华信工程咨询有限公司'

const companies = [
  '江苏宏基建设集团有限公司',
  '中城建工第三建筑有限公司',
  '南京恒远市政工程有限公司',
  '浙江长兴建设工程有限公司',
  '安徽中科路桥工程有限公司',
] as const

const managers = ['陈志强', '刘建国', '周晓明', '吴俊杰', '郑海燕'] as const

/** Builds the plan, with newly issued certificates and their P12 files. */
export async function demoPlan({ now, random }: { now: Clock; random: Random }): Promise<DemoPlan> {
  const authority = await createAuthority({ name: '开标演示证书机构', now })
  const bidders = await Promise.all(
    companies.map((name, index) => bidderOf(authority, name, index, random, now)),
  )
  const certified = async (account: NewAccount): Promise<DemoStaff> => ({
    account,
    certificate: await certificateOf(authority, account, now),
  })
  const bidsAt = (budget: number, days: number, count: number) =>
    bidders
      .slice(0, count)
      .map((bidder, index) => ({ bidder, figures: figuresOf(budget, days, index, random) }))
  const tenders = sections.map(({ opensAfter, budget, days, count, led, ...section }) => ({
    tender: tenderOf(section, budget, days),
    opensAfter,
    bids: bidsAt(budget, days, count),
    led: led ?? 'not',
  }))
  return {
    staff: {
      opener: await certified(person('opener', '王建国', agencyCode)),
      supervisor: { account: person('supervisor', '赵文华', '11320100MB1JDBZ05K'), certificate: null },
      // In some regions they lead openings, so they belong to the sections' agency.
      agency: await certified(person('agency', '孙丽华', agencyCode)),
      tenderer: await certified(person('tenderer', '何卫东', agencyCode)),
    },
    beganAt: isoTime(now()),
    bidders,
    tenders,
    authorityPem: authority.certificatePem,
  }
}

const minute = 60
const day = 24 * 60 * minute

interface Section {
  readonly code: string
  readonly name: string
  readonly tenderer: string
  readonly scope: string
}

/** `opensAfter` in seconds, `budget` in yuan, `days` of construction, `count` of bids already in. */
const sections: readonly (Section & {
  readonly opensAfter: number
  readonly budget: number
  readonly days: number
  readonly count: number
  readonly led?: Led
})[] = [
  {
    code: 'NJSZ2026-0318-01',
    name: '滨江新区市民服务中心装饰装修工程施工',
    tenderer: '滨江新区建设发展有限公司',
    scope: '主楼及裙楼室内装饰、幕墙、消防及智能化，建筑面积 28600 平方米。',
    opensAfter: 2 * minute,
    budget: 48_600_000,
    days: 240,
    count: 5,
  },
  {
    code: 'NJSZ2026-0322-02',
    name: '城西路（纬三路至纬七路）道路改造工程施工',
    tenderer: '城西区市政公用事业管理处',
    scope: '道路全长 2.4 公里，含路基路面、雨污水管网、照明及绿化。',
    opensAfter: 20 * minute,
    budget: 76_350_000,
    days: 300,
    count: 5,
  },
  {
    code: 'NJSZ2026-0325-01',
    name: '城北污水处理厂二期管网工程施工',
    tenderer: '城北水务集团有限公司',
    scope: '新建污水管道 11.8 公里、提升泵站 2 座及配套自控系统。',
    opensAfter: day,
    budget: 123_800_000,
    days: 420,
    count: 3,
  },
  {
    code: 'NJSZ2026-0401-03',
    name: '高新区人才公寓一期工程施工总承包',
    tenderer: '高新区人才安居有限公司',
    scope: '住宅 6 栋及地下车库，总建筑面积 96400 平方米。',
    opensAfter: 6 * day,
    budget: 352_000_000,
    days: 730,
    count: 0,
  },
  {
    code: 'NJSZ2026-0311-02',
    name: '实验学校教学楼新建工程施工',
    tenderer: '区教育局',
    scope: '教学楼 2 栋、风雨操场 1 座，总建筑面积 18200 平方米。',
    opensAfter: 0,
    budget: 61_270_000,
    days: 365,
    count: 5,
    led: 'to-end',
  },
  {
    code: 'NJSZ2026-0315-01',
    name: '江北快速路绿化提升工程施工',
    tenderer: '江北新区园林绿化中心',
    scope: '快速路沿线绿化 9.6 公里，含土方、灌溉及景观照明。',
    opensAfter: 0,
    budget: 18_940_000,
    days: 150,
    count: 5,
    led: 'to-decryption',
  },
  {
    code: 'NJSZ2026-0316-03',
    name: '区人民医院急诊楼改扩建工程施工',
    tenderer: '区卫生健康委员会',
    scope: '急诊楼改建 6200 平方米、扩建 4800 平方米，含医用气体及净化工程。',
    opensAfter: 0,
    budget: 88_150_000,
    days: 330,
    count: 5,
    led: 'to-announcement',
  },
]

function tenderOf(section: Section, budget: number, days: number): UndatedTender {
  const ceiling = `${budget}.00`
  const shownCeiling = figureText('money', ceiling)
  return {
    sectionCode: section.code,
    sectionName: section.name,
    projectCode: section.code.slice(0, -3),
    tenderer: section.tenderer,
    agency,
    agencyCode,
    projectKind: 1,
    qualification: 16,
    bidStyle: 1,
    industry: 2,
    specialty: 3,
    evaluationMethod: '综合评估法',
    ceilingPrice: ceiling,
    evaluation: {
      basePrice: {
        takesPart: 'within-ceiling',
        trimmed: true,
        steps: [{ kind: 'lower', by: { fixed: '3', unit: 'percent' } }],
        lowerRate: 'municipal',
        theoryCost: [{ item: 'total', column: 'price' }],
      },
    },
    place: '公共资源交易中心 3 号不见面开标厅',
    columns,
    projectInfo: [
      { title: { zh: '招标方式', en: 'Procurement method' }, value: '公开招标' },
      { title: { zh: '资金来源', en: 'Funding' }, value: '财政资金，已落实' },
      { title: { zh: '招标范围', en: 'Scope' }, value: section.scope },
      { title: { zh: '最高投标限价', en: 'Ceiling price' }, value: `${shownCeiling} 元` },
      { title: { zh: '计划工期', en: 'Planned duration' }, value: `${days} 日历天` },
      { title: { zh: '质量要求', en: 'Quality required' }, value: '符合国家现行验收规范，合格' },
      { title: { zh: '投标有效期', en: 'Bid validity' }, value: '90 日历天' },
      {
        title: { zh: '投标保证金', en: 'Bid security' },
        value: `${figureText('money', demoDeposit)} 元，银行转账或电子保函`,
      },
    ],
    evaluationRules: [
      { title: { zh: '评标办法', en: 'Evaluation method' }, value: '综合评估法，满分 100 分' },
      {
        title: { zh: '投标报价', en: 'Bid price' },
        value:
          '60 分：与评标基准价相比，每高 1% 扣 0.6 分，每低 1% 扣 0.3 分；基准价为有效报价的平均值下浮 3%，五家及以上时去掉最高、最低各 20%',
      },
      {
        title: { zh: '施工组织设计', en: 'Method statement' },
        value: '20 分：施工方案、进度计划、质量与安全措施',
      },
      { title: { zh: '项目管理机构', en: 'Project team' }, value: '10 分：项目经理业绩与现场人员配备' },
      {
        title: { zh: '企业信用与业绩', en: 'Record of the company' },
        value: '10 分：近三年类似工程业绩与信用评价',
      },
      {
        title: { zh: '否决条款', en: 'Grounds for rejection' },
        value: '报价高于最高投标限价，或投标文件未按要求签章的，否决其投标',
      },
    ],
  }
}

const columns: Tender['columns'] = [
  {
    key: 'price',
    title: { zh: '投标报价', en: 'Bid price' },
    kind: 'money',
    unit: '元',
    decimals: 2,
    required: true,
  },
  {
    key: 'duration',
    title: { zh: '工期', en: 'Duration' },
    kind: 'integer',
    unit: '日历天',
    decimals: 0,
    required: true,
  },
  {
    key: 'quality',
    title: { zh: '质量标准', en: 'Quality' },
    kind: 'text',
    unit: '',
    decimals: 0,
    required: true,
  },
  {
    key: 'manager',
    title: { zh: '项目经理', en: 'Project manager' },
    kind: 'text',
    unit: '',
    decimals: 0,
    required: true,
  },
]

/** Prices lie between 89 and 99 per cent of the ceiling, to the cent. */
function figuresOf(budget: number, days: number, index: number, random: Random): Figures {
  const [high = 0, low = 0, cents = 0] = random(3)
  const share = 890_000 + ((high * 256 + low) % 100_000)
  const price = (BigInt(budget) * BigInt(share)) / 1_000_000n
  return {
    price: `${price}.${String(cents % 100).padStart(2, '0')}`,
    duration: String(days - (index % 3) * 5),
    quality: '合格',
    manager: managers[index] ?? managers[0],
  }
}

function person(role: keyof DemoPlan['staff'], name: string, unitCode: string): NewAccount {
  return { userCode: role, password: demoPassword, role, name, unitCode }
}

async function bidderOf(
  authority: Authority,
  name: string,
  index: number,
  random: Random,
  now: Clock,
): Promise<DemoBidder> {
  const unitCode = creditCode(random)
  const account = {
    userCode: `bidder${index + 1}`,
    password: demoPassword,
    role: 'bidder',
    name,
    unitCode,
  } as const
  return { account, certificate: await certificateOf(authority, account, now) }
}

function certificateOf(
  authority: Authority,
  { unitCode, name }: Pick<NewAccount, 'unitCode' | 'name'>,
  now: Clock,
): Promise<IssuedCertificate> {
  return issueCertificate(authority, { unitCode, name, password: demoPassword, now })
}
