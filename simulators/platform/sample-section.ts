import { createAuthority, issueCertificate } from '../certificates/test-authority.ts'
import { httpClient } from '../client/http-client.ts'
import { sealFor } from '../fixtures/bids.ts'
import { opensIn } from '../fixtures/opening-time.ts'
import { contactOf, creditCode } from '../fixtures/personal-data.ts'
import { randomBytes } from '../fixtures/random-bytes.ts'
import { sampleTender } from '../fixtures/sample-tender.ts'
import type { Arrival, PlatformClient } from './client.ts'

/** A section that the simulated platform has published, and the people it can send there. */
export interface PlatformSection {
  readonly guid: string
  readonly code: string
  readonly name: string
  readonly opensAt: string
  /** Of the bid price; empty where the tender names none. */
  readonly priceUnit: string
  readonly people: readonly Arrival['person'][]
  /** The bidders' certificate files (P12) by unit code, with `certificatePassword`. */
  readonly certificates: ReadonlyMap<string, Uint8Array>
}

export const certificatePassword = '12345678'

const companies = ['长江建设集团有限公司', '华东路桥工程有限公司', '中原市政工程有限公司']

/** Publishes a section with bidders, deposits, a tender file and a sealed bid of each bidder. */
export async function bringSection(
  platform: PlatformClient,
  { seconds, number }: { readonly seconds: number; readonly number: number },
): Promise<PlatformSection> {
  const agencyCode = creditCode(randomBytes)
  const opensAt = await opensIn(httpClient({ url: platform.url }), seconds)
  const sectionCode = `PT-${new Date().getFullYear()}-${String(number).padStart(3, '0')}`
  const sectionName = `河西片区道路提升工程施工（第 ${number} 标段）`
  const tender = sampleTender({ agencyCode, opensAt, sectionCode, sectionName, tenderer: '城市建设局' })
  const guid = await platform.publishTender(tender)
  const bytes = new TextEncoder().encode(`${sectionName}\n开标时间：${opensAt}\n`)
  await platform.addTenderFile(guid, 'tender', { name: '招标公告.txt', bytes })
  const bidders = companies.map((name) => ({ name, unitCode: creditCode(randomBytes) }))
  const authority = await createAuthority({ now: Date.now })
  const certificates = new Map<string, Uint8Array>()
  for (const [index, { name, unitCode }] of bidders.entries()) {
    const options = { name, unitCode, password: certificatePassword, now: Date.now }
    const { certificatePem, helper, p12 } = await issueCertificate(authority, options)
    certificates.set(unitCode, p12)
    await platform.enrolBidder(guid, { name, unitCode, certificatePem })
    const sealed = await sealFor(
      { guid, sectionCode, unitCode, sessionRecipient: await platform.sectionKey(guid) },
      { figures: { price: `${4_200_000 + index * 35_000}.00`, note: '' }, files: [], certificate: helper },
    )
    const file = { name: sealed.fileName, bytes: sealed.ciphertext }
    await platform.deliverBidFile(guid, { unitCode, manifest: sealed.manifest, file })
  }
  await platform.recordDeposits(
    guid,
    bidders.map(({ name, unitCode }, index) => ({
      EntprsCode: unitCode,
      Bzj: '80000.00',
      BzjMode: '银行转账',
      BzjStatus: index < 2 ? '已缴纳' : '未缴纳',
      tbbzjUserName: name,
      tbbzjUserCode: unitCode,
    })),
  )
  await platform.recordContacts(
    guid,
    bidders.map(({ unitCode }) => contactOf(unitCode)),
  )
  const staff = { sub: `PT-opener-${agencyCode.slice(-6)}`, name: '李主持', unitCode: agencyCode }
  return {
    ...{ guid, opensAt, code: sectionCode, name: sectionName, certificates },
    priceUnit: tender.columns.find(({ key }) => key === 'price')?.unit ?? '',
    people: [
      { ...staff, userType: 1 },
      ...bidders.map(({ name, unitCode }) => ({ sub: unitCode, name, unitCode, userType: 2 })),
      { sub: 'PT-supervisor', name: '周监督', unitCode: 'PT-SUPERVISION', userType: 4 },
    ],
  }
}
