import { setTimeout as sleep } from 'node:timers/promises'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import type { VisibleEntry } from '#domain/log/entry.ts'
import { failureOf } from '../../client/http-client.ts'
import { readLog } from '../../client/read-log.ts'
import type { Submission } from '../../fixtures/bids.ts'
import { persons } from '../../fixtures/personal-data.ts'
import { takePart } from '../../participants/bidder.ts'
import { leadOpening } from '../../participants/opener.ts'
import { pauses } from '../../participants/pauses.ts'
import { type Act, actIn } from './acts.ts'
import type { Moments } from './moments.ts'
import { type Cast, during, enterWitnessed, type Watching, type Witnessed } from './people.ts'
import { figuresOf, prepareOpening, type Surroundings } from './prepare.ts'

export interface LaneOptions extends Surroundings, Watching {
  /** Told of everything that is wrong, in one sentence. */
  readonly onProblem: (sentence: string) => void
}

/** Plays openings, one after the other. */
export interface Lane {
  act(): Act
  /** Plays openings until `over`; the last one is played to its end. */
  play(over: () => boolean): Promise<void>
  /**
   * Compares the running opening with what was told of it: its log, the files of bids, its documents. Everybody's last
   * command is sent again. Resolves with the log, null while nobody may read it.
   */
  compare(): Promise<{ readonly session: string; readonly log: readonly VisibleEntry[] } | null>
  /** Compares every opening that was played to its end once more: its log and its documents. Resolves with their number. */
  compareEnded(): Promise<number>
}

/** A file that the hall has acknowledged. */
interface KnownFile {
  readonly what: string
  readonly sha256: string
  read(): Promise<Uint8Array>
}

interface MadeDocument {
  readonly fileId: string
  readonly what: string
  readonly sha256: string
}

interface Ended {
  readonly session: string
  readonly documents: readonly MadeDocument[]
}

/** Between two openings that are compared: an account may enter six a second. */
const compareEndedMs = 200
/** Before a file that the hall refused for now is asked for again. */
const refusedMs = 2000

interface Running {
  readonly session: string
  readonly supervisor: Witnessed
  readonly leader: Witnessed
  readonly bidders: readonly Witnessed[]
  readonly files: KnownFile[]
}

export function createLane(cast: Cast, options: LaneOptions): Lane {
  const ended: Ended[] = []
  let running: Running | null = null

  async function playOne(isEven: boolean): Promise<void> {
    const { session, submissions } = await prepareOpening(cast, options)
    const supervisor = await enterWitnessed(cast.supervisor, 'staff', session, options)
    const leader = await enterWitnessed(cast.opener, 'staff', session, options)
    const bidders = await Promise.all(
      cast.companies.map(({ account }) => enterWitnessed(account, 'bidder', session, options)),
    )
    const files = bidders.map((bidder, i) => sealedFile(bidder, submissions[i]))
    running = { session, supervisor, leader, bidders, files }
    try {
      const part = {
        ...persons(),
        remarks: '无',
        pause: pauses(null),
        road: isEven ? 'socket' : 'rest',
      } as const
      await Promise.all([
        leadOpening(leader, part),
        ...bidders.map((bidder, i) => takePart(bidder, partOf(cast, submissions, i))),
      ])
      const documents = await makeDocuments(leader, files, options.moments)
      await compareRunning(running, options)
      ended.push({ session, documents })
    } finally {
      running = null
      for (const person of [supervisor, leader, ...bidders]) person.close()
    }
  }

  return {
    act: () => (running ? actIn(running.leader.state()) : 'submission'),
    async play(over) {
      for (let isEven = true; !over(); isEven = !isEven) {
        await playOne(isEven).catch((error: Error) =>
          options.onProblem(`an opening failed: ${error.message}`),
        )
      }
    },
    async compare() {
      return running && (await compareRunning(running, options))
    },
    async compareEnded() {
      for (const one of ended) {
        await compareOne(cast, one, options)
        await sleep(compareEndedMs)
      }
      return ended.length
    },
  }
}

async function compareRunning(
  { session, supervisor, leader, bidders, files }: Running,
  { witness, onProblem }: LaneOptions,
) {
  await Promise.all([leader, ...bidders].map((person) => person.repeatLast()))
  const differences = witness.expectation(session)
  const known = [...files]
  const log = await readLog(supervisor)
  for (const difference of differences(log)) onProblem(difference)
  for (const file of known) await compareFile(session, file, onProblem)
  return { session, log }
}

async function compareOne(
  { supervisor }: Cast,
  { session, documents }: Ended,
  options: LaneOptions,
): Promise<void> {
  const { witness, onProblem } = options
  const differences = witness.expectation(session)
  const viewer = await enterWitnessed(supervisor, 'staff', session, options)
  for (const difference of differences(await readLog(viewer))) onProblem(difference)
  for (const made of documents) await compareFile(session, documentFor(viewer, made), onProblem)
  viewer.close()
}

async function compareFile(
  session: string,
  { what, sha256, read }: KnownFile,
  onProblem: LaneOptions['onProblem'],
): Promise<void> {
  if (sha256Hex(await patiently(read)) !== sha256)
    onProblem(`${what} of ${session} is not what was acknowledged`)
}

/** All files of a long run are read by one account, faster than the hall lets anybody. */
async function patiently(read: KnownFile['read']): Promise<Uint8Array> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (failureOf(error)?.code !== 'too-many-requests') throw error
    }
    await sleep(refusedMs)
  }
}

/** What the bidder at this position does: every second one has the printed file key, the first one objects. */
function partOf({ companies }: Cast, submissions: readonly Submission[], position: number) {
  const certificate = companies[position]?.certificate.helper
  if (!certificate) throw new Error(`no company at position ${position}`)
  return {
    certificate,
    fileKeys: position % 2 === 0 ? null : (submissions[position]?.fileKeys ?? null),
    figures: figuresOf(position),
    pause: pauses(null),
    road: 'socket',
    ...(position === 0 ? { objection: '对唱标顺序有异议。' } : {}),
  } as const
}

function sealedFile(bidder: Witnessed, submission: Submission | undefined): KnownFile {
  if (!submission) throw new Error(`${bidder.unitCode} has submitted nothing`)
  const { fileId: BidFileId, ciphertextHash } = submission
  return {
    what: `the sealed bid of ${bidder.unitCode}`,
    sha256: ciphertextHash,
    read: async () => (await bidder.call('getBidFile', { query: { BidFileId } })) as Uint8Array,
  }
}

function documentFor(reader: Witnessed, { fileId, what, sha256 }: MadeDocument): KnownFile {
  const read = async () => (await reader.call('getReportFile', { query: { fileId } })) as Uint8Array
  return { what, sha256, read }
}

/** Has the documents of an ended opening made; each is among the `files` as soon as it was acknowledged. */
async function makeDocuments(
  leader: Witnessed,
  files: KnownFile[],
  moments: Moments,
): Promise<MadeDocument[]> {
  const documents: MadeDocument[] = []
  for (const format of ['pdf', 'xlsx'] as const) {
    const body = { StageOrd: 1, format } as const
    const { fileId, sha256 } = await during(moments, 'document', () => leader.call('makeReport', { body }))
    const made = { fileId, sha256, what: `the overview as ${format}` }
    documents.push(made)
    files.push(documentFor(leader, made))
  }
  return documents
}
