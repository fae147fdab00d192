import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import type { TenderInput } from '#domain/tender/tender.ts'
import { isoTime } from '#lib/time.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { type Account, enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { identityNumber } from '#simulators/fixtures/personal-data.ts'
import { randomBytes } from '#simulators/fixtures/random-bytes.ts'
import { takePart } from '#simulators/participants/bidder.ts'
import { enterAs } from './logged-in.ts'
import { type Person, password, type SectionFixture, tenderOf } from './section-fixture.ts'

/** Another section of a fixture, open and with bids in it, and its opener without a browser. */
export interface Section {
  readonly id: string
  readonly name: string
  /** The opener's connection without a browser. */
  readonly opener: Participant
  /** Records the persons in charge and enters step 2. */
  enterOpening(): Promise<void>
  startDecryption(): Promise<void>
  /**
   * Every bidder decrypts; resolves when the decryption is closed. The first leaves all later acts to their page; the
   * others answer, confirm and sign as soon as they are asked.
   */
  decrypt(): Promise<void>
  /** The first bidder raises an objection. */
  raiseObjection(content: string): Promise<void>
  close(): void
}

const usual = { price: '128345678.90', days: '720', manager: '赵一鸣' }

interface Bidding {
  readonly account: Account
  readonly certificate: CertificateHelper
}

/**
 * Publishes a section that differs from the fixture's by `changes`, and submits a bid of each of its bidders with the
 * usual figures and `more`.
 */
export async function openSection(
  fixture: SectionFixture,
  name: string,
  changes: Partial<TenderInput> = {},
  more: Readonly<Record<string, string>> = {},
): Promise<Section> {
  const bidders = await Promise.all(fixture.bidders.map((person) => biddingOf(fixture, person)))
  const id = await publishWithBids(fixture, bidders, { ...usual, ...more }, { sectionName: name, ...changes })
  const opener = await enterSession(await fixture.account(fixture.opener), id)
  const others: Participant[] = []
  return {
    id,
    name,
    opener,
    async enterOpening() {
      const names = { opener: '王主持', announcer: '李唱标', recorder: '赵记录', supervisor: '' }
      const ids = {
        opener: '',
        announcer: identityNumber(randomBytes),
        recorder: identityNumber(randomBytes),
        supervisor: '',
      }
      await opener.send({ type: 'RecordPersonInfo', payload: { names, ids } })
      await opener.send({ type: 'EnterBidOpening', payload: {} })
    },
    startDecryption: () => opener.send({ type: 'StartDecryption', payload: { limitMinutes: 30 } }),
    async decrypt() {
      for (const [index, { account, certificate }] of bidders.entries()) {
        const participant = await enterSession(account, id)
        others.push(participant)
        const hasPage = index === 0
        const pause = async () => {
          if (hasPage && participant.state().confirmation) await new Promise(() => {})
        }
        const part = {
          ...{ certificate, fileKeys: null, figures: null, pause },
          road: 'rest',
          leavesInquiry: hasPage,
        } as const
        // The section may be closed before.
        void takePart(participant, part).catch(() => {})
      }
      await opener.until((state) => state.decryption?.closed === true, 'the end of the decryption')
    },
    raiseObjection: async (content) => others[0]?.send({ type: 'RaiseObjection', payload: { content } }),
    close() {
      for (const participant of [opener, ...others]) participant.close()
    },
  }
}

async function biddingOf(fixture: SectionFixture, person: Person): Promise<Bidding> {
  const opened = await softwareCertificate(readFileSync(person.p12), password)
  if (!opened.ok) throw new Error(`${person.p12}: ${opened.error}`)
  return { account: await fixture.account(person), certificate: opened.value }
}

/** A section whose opening time has come, with a bid of each; its id. */
async function publishWithBids(
  fixture: SectionFixture,
  bidders: readonly Bidding[],
  figures: Readonly<Record<string, string>>,
  { sectionName, ...changes }: Partial<TenderInput> & Pick<TenderInput, 'sectionName'>,
): Promise<string> {
  const opensAt = isoTime(fixture.clock.now() + 60_000)
  const tender = tenderOf(sectionName, fixture.opener.unitCode, opensAt)
  const sectionCode = `E2E-${sectionName}`
  const id = await fixture.platform.publishTender({ ...tender, sectionCode, ...changes })
  for (const [index, { certificate }] of bidders.entries()) {
    const { certificatePem } = certificate
    const person = fixture.bidders[index]
    if (person) await fixture.platform.enrolBidder(id, { ...person, certificatePem })
  }
  for (const { account, certificate } of bidders)
    await sealAndSubmit(account, id, { figures, files: [], certificate })
  await fixture.clock.leapTo(opensAt)
  return id
}

/** A page of that role's user in the section. */
export function pageIn(
  browser: Browser,
  fixture: SectionFixture,
  role: 'opener' | 'bidder' | 'supervisor',
  section: Pick<Section, 'id'>,
): Promise<Page> {
  const people: Readonly<Record<typeof role, Person | undefined>> = {
    opener: fixture.opener,
    supervisor: fixture.supervisor,
    bidder: fixture.bidders[0],
  }
  const person = people[role]
  if (!person) throw new Error(`nobody is ${role}`)
  return enterAs(browser, fixture, person, section.id)
}
