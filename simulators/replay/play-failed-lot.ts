import { performance } from 'node:perf_hooks'
import type { Variant } from '#variants/schema.ts'
import { issueCertificate } from '../certificates/test-authority.ts'
import { enterSession, type Participant } from '../client/session-client.ts'
import { declareFailure, expectRefusal } from '../participants/halting.ts'
import { pdfText, withoutSpace } from './pdf-text.ts'
import type { PlayedOpening } from './played-opening.ts'
import type { SourceOpening } from './recorded-openings.ts'
import {
  bidOf,
  createSimulation,
  newLeader,
  type SimulationOptions,
  secondsSince,
  submitBids,
} from './replay-openings.ts'

interface FailedLotOptions
  extends Pick<SimulationOptions, 'http' | 'platform' | 'authority' | 'leadSeconds'> {
  readonly opening: SourceOpening
  readonly variant: Variant
  opened(opensAt: string): Promise<void>
}

const reason = '递交投标文件的投标人不足3家，不得开标。'
const recorder = '周记录'
const decision = '同意流标，请重新招标。'
/** As the simulated platform publishes it. */
const projectKind = 1

/**
 * Plays a lot that fails: two bids come, the opener declares the failure, which the agency signs where the region says
 * so, and the trading platform approves it; one line for each thing that is not as it must be.
 */
export async function playFailedLot(
  options: FailedLotOptions,
): Promise<{ readonly played: PlayedOpening; readonly problems: string[] }> {
  const began = performance.now()
  const { http, platform, variant, opened, leadSeconds = 4 } = options
  const simulation = await createSimulation(options)
  const agency = await newLeader(simulation, variant.userTypes.actAsOpener[0])
  const opening = { ...options.opening, bids: options.opening.bids.slice(0, 2) }
  const bids = await Promise.all(opening.bids.map((source) => bidOf(simulation, source)))
  const place = { http, leadSeconds, agencyCode: agency.unitCode, index: 0, envelopes: 1 } as const
  const { session, opensAt } = await submitBids(simulation, opening, bids, place)
  await opened(opensAt)
  const people: Participant[] = []
  try {
    const all = [agency, simulation.supervisor, ...bids.map(({ account }) => account)]
    for (const account of all) people.push(await enterSession(account, session))
    const [opener] = people
    if (!opener) throw new Error('nobody entered')
    const isSigned = variant.laterSteps.failureSignedFor.includes(projectKind)
    const issuing = { unitCode: agency.unitCode, name: '招标代理机构', password: 'x', now: Date.now }
    const certificate = isSigned ? await issueCertificate(simulation.authority, issuing) : null
    const form = { reason, recorder, agent: isSigned ? '李代理' : '' }
    await declareFailure(opener, form, certificate?.helper ?? null)
    await expectRefusal('failure-pending', opener.send({ type: 'EnterBidOpening', payload: {} }))
    const { ShenPiZhuangTai: pending } = await opener.call('getLiuBiaoShenPiZhuangTai')
    await platform.decideFailure(session, true, decision)
    await Promise.all(people.map((person) => person.until(({ lot }) => lot === 'failed', 'the failure')))
    await expectRefusal('flow-terminated', opener.send({ type: 'EnterBidOpening', payload: {} }))
    const { ShenPiZhuangTai: approved } = await opener.call('getLiuBiaoShenPiZhuangTai')
    const problems = [
      ...(pending === 1 && approved === 2
        ? []
        : [`failed lot: the approval went from ${pending} to ${approved}`]),
      ...(await compareReport(opener, [reason, recorder, form.agent, decision])),
    ]
    const steps = {
      bids: bids.length,
      signed: isSigned ? 1 : 0,
      decision: 'approved',
      documents: ['failure.pdf'],
    }
    return { played: { what: 'failed lot', steps, seconds: secondsSince(began) }, problems }
  } finally {
    for (const person of people) person.close()
  }
}

/** Has the report filed, and compares its text; two downloads are the same bytes. */
async function compareReport(opener: Participant, words: readonly string[]): Promise<string[]> {
  const one = Buffer.from(await opener.call('CreateLiuBiaoReport'))
  const two = Buffer.from(await opener.call('CreateLiuBiaoReport'))
  const filed = (await opener.call('GetReportFileInfo')).filter(({ kind }) => kind === 'failure')
  const text = await pdfText(one)
  return [
    ...(one.equals(two) ? [] : ['failed lot: two downloads of the report differ']),
    ...(filed.length === 1 ? [] : [`failed lot: ${filed.length} reports are filed`]),
    ...words
      .filter((said) => !text.includes(withoutSpace(said)))
      .map((said) => `failed lot: the report lacks ${said}`),
  ]
}
