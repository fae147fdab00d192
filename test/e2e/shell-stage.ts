import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import type { TenderInput } from '#domain/tender.ts'
import { isoTime } from '#lib/time.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { takePart } from '#simulators/bots.ts'
import { identityNumber } from '#simulators/people.ts'
import { type Account, enterSession, type Participant } from '#simulators/session-client.ts'
import { randomBytes, sealAndSubmit } from '#simulators/stage.ts'
import { logInAs } from './acts.ts'
import { type Person, password, type Stage, tenderOf } from './stage.ts'

/** A section of one's own on a stage, with a bid in it, open to be entered; led without a browser. */
export interface Section {
  readonly id: string
  readonly name: string
  /** The opener's hand beside the screens. */
  readonly opener: Participant
  /** Records who leads, and enters step 2. */
  enterOpening(): Promise<void>
  startDecryption(): Promise<void>
  /** Every bidder opens the bid; resolves when decryption is closed. */
  decrypt(): Promise<void>
  close(): void
}

const figures = { price: '128345678.90', days: '720', manager: '赵一鸣' }

/** Publishes a section that differs from the stage's by `changes`, and submits a bid of each of its bidders. */
export async function openSection(
  stage: Stage,
  name: string,
  changes: Partial<TenderInput> = {},
  inSeconds = 4,
): Promise<Section> {
  const opensAt = isoTime(Date.now() + inSeconds * 1000)
  const tender = { ...tenderOf(name, stage.opener.unitCode, opensAt), sectionCode: `E2E-${name}`, ...changes }
  const id = await stage.platform.publishTender(tender)
  const bidders: { account: Account; certificate: CertificateHelper }[] = []
  for (const person of stage.bidders) {
    const opened = await softwareCertificate(readFileSync(person.p12), password)
    if (!opened.ok) throw new Error(`${person.p12}: ${opened.error}`)
    const certificate = opened.value
    await stage.platform.enrolBidder(id, { ...person, certificatePem: certificate.certificatePem })
    const account = await stage.account(person)
    await sealAndSubmit(account, id, { figures, files: [], certificate })
    bidders.push({ account, certificate })
  }
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, Date.parse(opensAt) - Date.now()) + 500))
  const opener = await enterSession(await stage.account(stage.opener), id)
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
      for (const { account, certificate } of bidders) {
        const participant = await enterSession(account, id)
        others.push(participant)
        const part = {
          certificate,
          fileKeys: null,
          figures: null,
          pause: async () => {},
          road: 'rest',
        } as const
        // Goes on to confirm and sign whenever that is asked for; the section may be closed long before.
        void takePart(participant, part).catch(() => {})
      }
      await opener.until((state) => state.decryption?.closed === true, 'the end of the decryption')
    },
    close() {
      for (const participant of [opener, ...others]) participant.close()
    },
  }
}

/** A page of somebody's own in the section. */
export async function pageIn(
  browser: Browser,
  stage: Stage,
  role: 'opener' | 'bidder' | 'supervisor',
  section: Pick<Section, 'name'>,
): Promise<Page> {
  const people: Readonly<Record<typeof role, Person | undefined>> = {
    opener: stage.opener,
    supervisor: stage.supervisor,
    bidder: stage.bidders[0],
  }
  const person = people[role]
  if (!person) throw new Error(`nobody is ${role}`)
  const page = await logInAs(browser, stage, role, person)
  await enter(page, stage, section)
  return page
}

/** Enters a section from the hall; the first one asks whether the voice may be heard. */
async function enter(page: Page, stage: Stage, { name }: Pick<Section, 'name'>): Promise<void> {
  await page.goto(`${stage.url}/hall?text=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `进入标段 ${name}` }).click()
  await page.waitForURL(/\/bid\//)
  const captionsOnly = page.getByRole('button', { name: '仅看字幕' })
  await captionsOnly
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor()
  if (await captionsOnly.isVisible()) await captionsOnly.click()
}
