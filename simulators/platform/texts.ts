import type { Language } from '#protocol/messages/codes.ts'
import { certificatePassword } from './sample-section.ts'

/** The acts on a lot: the platform's own pause, and the decision about a failure that was declared in the hall. */
export type LotAct = 'pause' | 'open' | 'approve' | 'refuse'

/** The texts of the simulated platform's pages. */
interface PlatformTexts {
  readonly title: string
  readonly intro: string
  readonly user: Readonly<Record<number, string>>
  readonly certificate: string
  readonly opensAt: string
  readonly publish: string
  readonly act: Readonly<Record<LotAct, string>>
  /** What the hall is told of the acts; it shows the reason to everybody. */
  readonly reason: Readonly<Record<Exclude<LotAct, 'open'>, string>>
  readonly done: string
  readonly unknownAct: string
  readonly results: string
  readonly noResults: string
  readonly bidder: string
  /** The head of the prices, with their unit; empty where it is not known. */
  price(unit: string): string
  readonly outcome: string
  entry(seq: number): string
  failure(reason: string, recorder: string): string
  readonly evaluation: string
  readonly evaluated: string
  readonly evaluate: string
}

const zhCN: PlatformTexts = {
  title: '交易平台（模拟）',
  intro: `点击姓名，以其身份进入开标大厅：链接在点击时签发，只能使用一次。投标人解密、签名时选择其证书文件，密码 ${certificatePassword}。`,
  user: { 1: '开标人', 2: '投标人', 4: '监督人' },
  certificate: '证书文件',
  opensAt: '开标时间',
  publish: '再发布一个标段',
  act: { pause: '暂停', open: '恢复', approve: '批准流标', refuse: '驳回流标' },
  reason: {
    pause: '交易平台暂停（模拟）',
    approve: '同意流标（模拟）',
    refuse: '理由不充分，继续开标（模拟）',
  },
  done: '成功',
  unknownAct: '没有此操作',
  results: '收到的开标结果',
  noResults: '还没有。',
  bidder: '投标人',
  price: (unit) => `投标报价${unit && `（${unit}）`}`,
  outcome: '开标情况',
  entry: (seq) => `日志第 ${seq} 条`,
  failure: (reason, recorder) => `流标原因：${reason}（记录人：${recorder}）`,
  evaluation: '招标人评价（模拟）',
  evaluated: '该项目已参与评价！',
  evaluate: '提交评价',
}

const en: PlatformTexts = {
  title: 'Trading platform (simulated)',
  intro: `Click a name to enter the hall as that person: the link is issued at the click and works once. To decrypt and sign, a bidder chooses their certificate file; its password is ${certificatePassword}.`,
  user: { 1: 'Opener', 2: 'Bidder', 4: 'Supervisor' },
  certificate: 'certificate file',
  opensAt: 'opens at',
  publish: 'Publish another section',
  act: { pause: 'Pause', open: 'Resume', approve: 'Approve the failure', refuse: 'Refuse the failure' },
  reason: {
    pause: 'Paused by the trading platform (simulated)',
    approve: 'The failure is approved (simulated)',
    refuse: 'The reason does not suffice, the opening goes on (simulated)',
  },
  done: 'done',
  unknownAct: 'There is no such act',
  results: 'Results received',
  noResults: 'None yet.',
  bidder: 'Bidder',
  price: (unit) => `Bid price${unit && ` (${unit})`}`,
  outcome: 'Result of opening',
  entry: (seq) => `entry ${seq} of the log`,
  failure: (reason, recorder) => `Reason of the failure: ${reason} (recorded by ${recorder})`,
  evaluation: 'Evaluation of the tenderer (simulated)',
  evaluated: 'This project has been evaluated already!',
  evaluate: 'Submit the evaluation',
}

export const platformTexts: Readonly<Record<Language, PlatformTexts>> = { 'zh-CN': zhCN, en }
