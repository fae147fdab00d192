import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { epochOf, isoTime } from '#lib/time.ts'
import { demoPassword } from '#protocol/demo-password.ts'
import { type HttpClient, httpClient } from '../client/http-client.ts'
import { type Account, enterSession } from '../client/session-client.ts'
import { newAccount } from '../fixtures/accounts.ts'
import { sealAndSubmit } from '../fixtures/bids.ts'
import { opensIn, waitUntilOpen } from '../fixtures/opening-time.ts'
import { contactOf, persons } from '../fixtures/personal-data.ts'
import { randomBytes } from '../fixtures/random-bytes.ts'
import { openOwnBid, takePart } from '../participants/bidder.ts'
import { leadOpening } from '../participants/opener.ts'
import { pauses } from '../participants/pauses.ts'
import type { PlatformClient } from '../platform/client.ts'
import { type Documents, documentsOf } from './documents.ts'
import { noteJoins } from './join-notes.ts'
import { type DemoBidder, type DemoPlan, type DemoTender, demoDeposit, demoPlan } from './plan.ts'

export interface DemoOptions {
  readonly url: string
  readonly platform: PlatformClient
  readonly dataDir: string
}

/** What is needed to create the sections. */
interface SectionMaterials {
  readonly accounts: DemoAccounts
  readonly plan: DemoPlan
  readonly documents: ReadonlyMap<DemoTender, Documents>
}

/** The demo's accounts with their logins. */
interface DemoAccounts {
  readonly platform: PlatformClient
  readonly opener: Account
  readonly supervisor: Account
  readonly bidders: ReadonlyMap<DemoBidder, Account>
}

/** What can be prepared while the hall is starting. */
export interface Prepared {
  readonly plan: DemoPlan
  readonly documents: Promise<ReadonlyMap<DemoTender, Documents>>
}

/** Makes the demo's certificates, then its documents. */
export async function prepareDemo(): Promise<Prepared> {
  const plan = await demoPlan({ now: Date.now, random: randomBytes })
  const documents = makeDocuments(plan)
  // A failure is reported where it is awaited.
  documents.catch(() => {})
  return { plan, documents }
}

async function makeDocuments({ tenders }: DemoPlan): Promise<ReadonlyMap<DemoTender, Documents>> {
  const documents = new Map<DemoTender, Documents>()
  for (const demo of tenders) documents.set(demo, await documentsOf(demo))
  return documents
}

/**
 * Fills an empty hall with the demo: accounts and certificates where the login dialog finds them, sections, sealed
 * bids, and openings led into the decryption, into the announcement and to the end. Changes nothing in a hall that has sections.
 */
export async function seedDemo(
  { url, platform, dataDir }: DemoOptions,
  { plan, documents }: Prepared,
): Promise<'seeded' | 'not empty'> {
  const http = httpClient({ url })
  const accounts = await createAccounts(platform, http, plan)
  if (!(await isEmpty(accounts.supervisor))) return 'not empty'
  const materials = { accounts, plan, documents: await documents }
  const [first, ...others] = plan.tenders.filter(({ led }) => led === 'not')
  if (!first) throw new Error('the demo has no tender')
  const started = performance.now()
  const opened = await publish(materials, first, await opensIn(http, first.opensAfter))
  const seconds = (performance.now() - started) / 1000
  const led = []
  for (const demo of plan.tenders) {
    if (demo.led === 'not') continue
    // Its bids must be submitted before it opens, also on a slow machine; the first section's took `seconds`.
    const opensAt = await opensIn(http, 1 + 4 * seconds)
    led.push({ demo, opensAt, session: await publish(materials, demo, opensAt) })
  }
  await Promise.all([
    ...led.map(async ({ demo, opensAt, session }) => {
      await addDepositsAndFiles(materials, demo, session)
      await waitUntilOpen(http, opensAt)
      await lead(accounts, demo, session)
      noteJoins(dataDir, session, simulatedIn(demo))
    }),
    Promise.all([
      addDepositsAndFiles(materials, first, opened),
      ...others.map(async (demo) =>
        addDepositsAndFiles(
          materials,
          demo,
          await publish(materials, demo, await opensIn(http, demo.opensAfter)),
        ),
      ),
    ]).then(() => writeAccounts(dataDir, plan)),
  ])
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

async function createAccounts(
  platform: PlatformClient,
  http: HttpClient,
  plan: DemoPlan,
): Promise<DemoAccounts> {
  const { agency, tenderer } = plan.staff
  const [[opener, supervisor, ...bidders]] = await Promise.all([
    Promise.all(
      [plan.staff.opener, plan.staff.supervisor, ...plan.bidders].map(({ account }) =>
        newAccount(platform, http, account),
      ),
    ),
    ...[agency, tenderer].map(({ account }) => platform.addAccount(account)),
  ])
  if (!opener || !supervisor) throw new Error('the demo has no opener')
  const accounts = plan.bidders.flatMap((bidder, index) => {
    const account = bidders[index]
    return account ? [[bidder, account] as const] : []
  })
  return { platform, opener, supervisor, bidders: new Map(accounts) }
}

/** Publishes a section, enrols every bidder and submits the planned bids. */
async function publish(
  { accounts: { platform, bidders }, plan, documents }: SectionMaterials,
  demo: DemoTender,
  opensAt: string,
): Promise<string> {
  const session = await platform.publishTender({ ...demo.tender, opensAt })
  for (const { account, certificate } of plan.bidders) {
    const { unitCode, name } = account
    await platform.enrolBidder(session, { unitCode, name, certificatePem: certificate.certificatePem })
  }
  for (const { bidder, figures } of demo.bids) {
    const account = bidders.get(bidder)
    const letter = documents.get(demo)?.letters.get(bidder)
    if (!account || !letter) continue
    await sealAndSubmit(account, session, {
      figures,
      files: [letter],
      certificate: bidder.certificate.helper,
    })
  }
  return session
}

/** Adds the bidders' deposits and the tender's files. */
async function addDepositsAndFiles(
  { accounts: { platform }, plan, documents }: SectionMaterials,
  demo: DemoTender,
  session: string,
): Promise<void> {
  await platform.recordDeposits(session, plan.bidders.map(depositOf(plan)))
  await platform.recordContacts(
    session,
    plan.bidders.map(({ account }) => contactOf(account.unitCode)),
  )
  const made = documents.get(demo)
  if (!made) return
  for (const { kind, file } of made.files) await platform.addTenderFile(session, kind, file)
  await platform.importTenderFile(session, 'technical', made.tenderFile)
}

/** Every bidder's deposit; the last one has not arrived yet. */
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

/** Bids that are open, and read, in the openings that go on. */
const openedSoFar = 3
const readSoFar = 2

/** Simulated people play the opening without pauses, as far as the plan says. */
async function lead(accounts: DemoAccounts, { bids, led }: DemoTender, session: string): Promise<void> {
  const part = { pause: pauses(null), road: 'socket' } as const
  const opener = await enterSession(accounts.opener, session)
  const supervisor = await enterSession(accounts.supervisor, session)
  const acting = led === 'to-decryption' ? bids.slice(0, openedSoFar) : bids
  const playing = acting.map(async ({ bidder, figures }) => {
    const account = accounts.bidders.get(bidder)
    if (!account) return
    const participant = await enterSession(account, session)
    const own = { ...part, certificate: bidder.certificate.helper, fileKeys: null, figures }
    await (led === 'to-end' ? takePart : openOwnBid)(participant, own)
    participant.close()
  })
  const leading = leadOpening(opener, {
    ...{ ...part, ...persons(), remarks: '开标过程无异议。' },
    ...(led === 'to-decryption' && { until: 'decrypting', limitMinutes: 60 }),
    ...(led === 'to-announcement' && { until: 'reading', reading: { most: readSoFar, pause: part.pause } }),
  })
  await Promise.all([leading, ...playing])
  opener.close()
  supervisor.close()
}

/** The units of the bidders who stay in an opening that goes on, played as if they had been invited. */
function simulatedIn({ bids, led }: DemoTender): string[] {
  const staying = {
    not: [],
    'to-end': [],
    'to-decryption': bids.slice(0, openedSoFar),
    'to-announcement': bids,
  }
  return staying[led].map(({ bidder }) => bidder.account.unitCode)
}

const own = { mode: 0o600 }

/** Writes the demo server's files: its trusted authority, the P12 files and, last, the accounts it shows. */
function writeAccounts(dataDir: string, plan: DemoPlan): void {
  const folder = join(dataDir, 'demo')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'authority.pem'), plan.authorityPem, own)
  const everybody = [...Object.values(plan.staff), ...plan.bidders]
  for (const { account, certificate } of everybody) {
    if (certificate) writeFileSync(join(folder, `${account.userCode}.p12`), certificate.p12, own)
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
  const bidders = plan.bidders.map(({ account }) => account.unitCode)
  writeFileSync(join(folder, 'bidders.json'), JSON.stringify(bidders), own)
  const file = accountsFile(dataDir)
  writeFileSync(`${file}.part`, JSON.stringify(shown, null, 2), own)
  renameSync(`${file}.part`, file)
}
