import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { figureText } from '#domain/submission/figures.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { leadOpening, pauses, takePart } from '../bots.ts'
import { type HttpClient, httpClient } from '../http-client.ts'
import { persons } from '../openings.ts'
import type { PlatformClient } from '../platform/client.ts'
import { type Account, enterSession } from '../session-client.ts'
import { clockOffset, newAccount, opensIn, randomBytes, sealAndSubmit } from '../stage.ts'
import { tenderFileOf } from '../tender-files/convert.ts'
import {
  type DemoBidder,
  type DemoPlan,
  type DemoTender,
  demoData,
  demoDeposit,
  demoPassword,
} from './data.ts'
import { pdfFile, planFile } from './files.ts'

export interface DemoOptions {
  readonly url: string
  readonly platform: PlatformClient
  readonly dataDir: string
}

/** The demo's accounts with their logins. */
interface Cast {
  readonly platform: PlatformClient
  readonly opener: Account
  readonly supervisor: Account
  readonly bidders: ReadonlyMap<DemoBidder, Account>
}

/**
 * Brings the demo into an empty hall: accounts and certificates where the login dialog finds them, sections,
 * sealed bids, and one opening led to its end. A hall in which something stands already is left as it is.
 */
export async function seedDemo({ url, platform, dataDir }: DemoOptions): Promise<'seeded' | 'not empty'> {
  const http = httpClient({ url })
  if (existsSync(accountsFile(dataDir))) return 'not empty'
  const offset = await clockOffset(http)
  const plan = await demoData({ now: () => Date.now() + offset, random: randomBytes })
  const cast = await castOf(platform, http, plan)
  if (!(await isEmpty(cast.supervisor))) return 'not empty'
  const began = performance.now()
  for (const tender of plan.tenders.filter(({ ended }) => !ended)) await bringTender(cast, plan, tender)
  const seconds = (performance.now() - began) / 1000
  writeAccounts(dataDir, plan)
  for (const demo of plan.tenders.filter(({ ended }) => ended)) {
    // Its bids have to be in before it opens, on a slow machine too: the others took `seconds` together.
    const opening = { ...demo, tender: { ...demo.tender, opensAt: await opensIn(http, 4 + 2 * seconds) } }
    await leadToEnd(http, cast, opening, await bringTender(cast, plan, opening))
  }
  return 'seeded'
}

/** Where the server looks for the accounts that the login dialog shows. */
export function accountsFile(dataDir: string): string {
  return join(dataDir, 'demo/accounts.json')
}

/** Supervisors see every section. */
async function isEmpty(supervisor: Account): Promise<boolean> {
  const { total } = await supervisor.call('getJYPTGongChengLieBiao', { body: {} })
  const ended = await supervisor.call('getBidProjKBEnd', { query: {} })
  return total + ended.total === 0
}

async function castOf(platform: PlatformClient, http: HttpClient, plan: DemoPlan): Promise<Cast> {
  const [opener, supervisor, ...bidders] = await Promise.all(
    [plan.staff.opener, plan.staff.supervisor, ...plan.bidders].map(({ account }) =>
      newAccount(platform, http, account),
    ),
  )
  for (const { account } of [plan.staff.agency, plan.staff.tenderer]) await platform.addAccount(account)
  if (!opener || !supervisor) throw new Error('the demo has no opener')
  const accounts = plan.bidders.flatMap((bidder, index) => {
    const account = bidders[index]
    return account ? [[bidder, account] as const] : []
  })
  return { platform, opener, supervisor, bidders: new Map(accounts) }
}

/** Publishes a section with its files, enrols every bidder and submits the bids that are in already. */
async function bringTender({ platform, bidders }: Cast, plan: DemoPlan, demo: DemoTender): Promise<string> {
  const { tender, bids } = demo
  const session = await platform.publishTender(tender)
  for (const { account, certificate } of plan.bidders) {
    const { unitCode, name } = account
    await platform.enrolBidder(session, { unitCode, name, certificatePem: certificate.certificatePem })
  }
  for (const { bidder, figures } of bids) {
    const account = bidders.get(bidder)
    const file = await bidLetter(bidder.account.name, tender.sectionName, figures)
    const bid = { figures, files: [file], certificate: bidder.certificate.helper }
    if (account) await sealAndSubmit(account, session, bid)
  }
  await platform.recordDeposits(session, plan.bidders.map(depositOf(plan)))
  await addFiles(platform, session, demo)
  return session
}

/** The last one's has not come yet. */
function depositOf({ beganAt, bidders }: DemoPlan) {
  return ({ account }: DemoBidder, index: number) => {
    const paid = index < bidders.length - 1
    const arrivedAt = epochOf(beganAt) - (26 + 7 * index) * 3_600_000
    return {
      EntprsCode: account.unitCode,
      Bzj: demoDeposit,
      BzjMode: index % 2 === 0 ? '银行转账' : '电子保函',
      BzjStatus: paid ? '已缴纳' : '未缴纳',
      BzjBind: paid,
      tbbzjUserName: account.name,
      tbbzjUserCode: account.unitCode,
      ZhiFu_ZhangHu: paid ? `62220200${String(10_000_000 + index)}` : '',
      HuiZhi_BianHao: paid ? `HZ2026${String(318_001 + index)}` : '',
      DaoZhang_ShiJian: paid ? isoTime(arrivedAt) : null,
    }
  }
}

function bidLetter(bidder: string, section: string, figures: Readonly<Record<string, string>>) {
  return pdfFile('投标函.pdf', '投标函', [
    `致：${section} 招标人`,
    `我方愿以人民币 ${figureText('money', figures.price ?? '')} 元的投标报价，按招标文件的要求承担本工程的施工，`,
    `工期 ${figures.duration} 日历天，质量标准：${figures.quality}，项目经理：${figures.manager}。`,
    `投标人：${bidder}`,
  ])
}

async function addFiles(platform: PlatformClient, session: string, { tender }: DemoTender): Promise<void> {
  const facts = (tender.projectInfo ?? []).map(({ title, value }) => `${title.zh}：${value}`)
  const files = [
    {
      kind: 'tender',
      file: await pdfFile('招标文件.pdf', tender.sectionName, [`编号：${tender.sectionCode}`, ...facts]),
    },
    { kind: 'tender', file: planFile('总平面图.png') },
    {
      kind: 'clarification',
      file: await pdfFile('澄清文件1.pdf', '澄清文件（一）', [
        '工程量清单第 3.2 项计量单位更正为“平方米”，其余不变。',
      ]),
    },
  ] as const
  for (const { kind, file } of files) await platform.addTenderFile(session, kind, file)
  const announcement = await pdfFile('招标公告.pdf', '招标公告', [tender.sectionName, tender.tenderer])
  await platform.importTenderFile(session, 'technical', tenderFileOf(tender, [announcement]))
}

/** Simulated people lead the section through, as fast as the server goes. */
async function leadToEnd(
  http: HttpClient,
  cast: Cast,
  { tender, bids }: DemoTender,
  session: string,
): Promise<void> {
  await sleep(Math.max(0, epochOf(tender.opensAt) - Date.now() - (await clockOffset(http))) + 50)
  const pause = pauses(null)
  const opener = await enterSession(cast.opener, session)
  const supervisor = await enterSession(cast.supervisor, session)
  const playing = bids.map(async ({ bidder, figures }) => {
    const account = cast.bidders.get(bidder)
    if (!account) return
    const participant = await enterSession(account, session)
    const certificate = bidder.certificate.helper
    await takePart(participant, { certificate, fileKeys: null, figures, pause, road: 'socket' })
    participant.close()
  })
  const remarks = '开标过程无异议。'
  await Promise.all([leadOpening(opener, { ...persons(), remarks, pause, road: 'socket' }), ...playing])
  opener.close()
  supervisor.close()
}

/** Files of the demo's server: the authority it trusts, everybody's P12 and, last, the accounts it shows. */
function writeAccounts(dataDir: string, plan: DemoPlan): void {
  const folder = join(dataDir, 'demo')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'authority.pem'), plan.authorityPem)
  const everybody = [...Object.values(plan.staff), ...plan.bidders]
  for (const { account, certificate } of everybody) {
    if (certificate) writeFileSync(join(folder, `${account.userCode}.p12`), certificate.p12)
  }
  const shown = everybody.map(({ account: { role, userCode, password, name }, certificate }) => ({
    role,
    userCode,
    password,
    ShowName: name,
    certificate: certificate && {
      url: `/api/Oauth/getDemoCertificate?userCode=${userCode}`,
      password: demoPassword,
    },
  }))
  const file = accountsFile(dataDir)
  writeFileSync(`${file}.part`, JSON.stringify(shown, null, 2))
  renameSync(`${file}.part`, file)
}
