import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Role, systemActor } from '#domain/session/actor.ts'
import type { BidStatus } from '#domain/session/flow.ts'
import { type Action, permissions, refusal } from '#domain/session/permissions.ts'
import { initial } from '#domain/session/state.ts'
import type { Call } from '#protocol/call.ts'
import { platformCalls as platformCallTable } from '#protocol/calls/platform.ts'
import { type CallName, calls } from '#protocol/calls.ts'
import { outcomeSchema } from '#protocol/outcome.ts'
import { type WireCommand, type WireCommandType, wireCommands } from '#protocol/wire-command.ts'
import { type CallInput, fileForm } from '#simulators/client/http-client.ts'
import { type Account, enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { contactOf, persons } from '#simulators/fixtures/personal-data.ts'
import { sampleTender } from '#simulators/fixtures/sample-tender.ts'
import { takePart } from '#simulators/participants/bidder.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { accountOf, agencyCode, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'
import { openDecryptionWindow } from './opening-steps.ts'
import { collectRefusals, expectWhatWasDone, missingLines } from './refusal-trail.ts'
import { codeOf, neverAllowed, unhurried } from './refusals.ts'
import { haltingCommands, haltingInputs, readingCommands, restOnly } from './sample-commands.ts'

/*
 * The permission table against a real server: every row, every role that can log in, every status of a section. Each
 * request is one that the rules refuse or that changes nothing, so that the next role finds the same state.
 */

const roles = ['opener', 'bidder', 'supervisor', 'agency', 'tenderer'] as const
const statuses = ['not-opened', 'opening', 'opened'] as const satisfies readonly BidStatus[]
type Status = (typeof statuses)[number]

const commandTypes = Object.keys(wireCommands) as WireCommandType[]
const clockCommands: Action[] = [
  'CloseDecryption',
  'CloseInquiry',
  'ProlongWindow',
  'SettleFile',
  'CloseConfirmation',
  'CloseSigning',
  'SealRecord',
  'CloseDraw',
  'ReadOnTime',
]
/** Their REST calls are a user's or the platform's, outside a session. */
const ofAnotherKind: WireCommandType[] = ['EnrolBidder', 'EnterSession', 'CallSecondEnvelope']
const platformCalls = Object.keys(platformCallTable) as (keyof typeof platformCallTable)[]

let hall: Hall
const accounts = {} as Record<(typeof roles)[number], Account>
const places = {} as Record<Status, Record<(typeof roles)[number], Participant>>
const codes = {} as Record<(typeof roles)[number], string>
const refusedBefore = new Set<string>()
const refusals = collectRefusals()

beforeAll(async () => {
  // A region in which every role has its own account and sees all that it may.
  hall = await openHall({ environment: { VARIANT: 'cd' }, tap: refusals.tap })
  const authority = await testAuthority()
  const bidder = await bidderOf(hall, authority)
  accounts.bidder = bidder.account
  for (const role of ['opener', 'supervisor', 'agency', 'tenderer'] as const)
    accounts[role] = await accountOf(hall, role)
  for (const role of roles) codes[role] = (await accounts[role].call('getSelf')).userName
  for (const status of statuses) {
    const { session, opensAt } = await publishFor(hall, [bidder], 60)
    const bid = { figures: { price: '1.00' }, files: [], certificate: bidder.certificate.helper }
    const { fileKeys } = await sealAndSubmit(bidder.account, session, bid)
    await hall.clock.leapTo(opensAt)
    const entered = await Promise.all(
      roles.map(async (role) => [role, await enterSession(accounts[role], session)] as const),
    )
    const people = Object.fromEntries(entered) as (typeof places)[Status]
    places[status] = people
    if (status === 'not-opened') continue
    const names = { ...persons(), remarks: '', pause: pauses(null), road: 'socket' as const }
    if (status === 'opened') {
      const part = {
        certificate: bidder.certificate.helper,
        fileKeys,
        figures: null,
        pause: names.pause,
        road: names.road,
      }
      await Promise.all([leadOpening(people.opener, names), takePart(people.bidder, part)])
    } else {
      await openDecryptionWindow(people.opener, 30)
    }
    for (const role of roles) await people[role].until((state) => state.status === status, status)
  }
}, 120_000)

afterAll(async () => {
  for (const people of Object.values(places)) for (const person of Object.values(people)) person.close()
  await hall.close()
})

describe('over the socket', () => {
  it.each(commandTypes)('[SES-4] %s is allowed to the roles and in the statuses of its row', async (type) => {
    const ask = (person: Participant) => unhurried(() => person.send(commandOf(type)))
    const wrong = await askAll(type, ask, statuses, (code) => refusals.overSocket(type, code))
    expect(wrong).toEqual([])
  })

  it.each([...clockCommands, ...restOnly])('%s is allowed to nobody', async (type) => {
    for (const role of roles) {
      const command = { type, payload: {} } as unknown as WireCommand
      const asked = unhurried(() => places.opening[role].send(command))
      expect(await codeOf(asked)).toBe('unknown-command')
    }
  })
})

describe('over REST', () => {
  const byCommand = commandTypes.filter((type) => !ofAnotherKind.includes(type))
  const otherCalls = (Object.keys(calls) as CallName[]).filter((name) => {
    const { action, auth, command, response }: Call = calls[name]
    return action && auth !== 'platform' && !(command && response === outcomeSchema)
  })

  it.each(byCommand)('[REST-1] %s is allowed to the roles of its row', async (type) => {
    // By the call that sets the flow, a step that is reached anyway is no command (SES-18).
    const isStep = calls.setKBFlowStatus.command.types.some((step) => step === type)
    const actionIn = (status: Status) => (isStep && status === 'opened' ? 'SetFlow' : type)
    const wrong = await askAll(actionIn, (person) => person.send(commandOf(type), 'rest'), oneStatus(type))
    expect(wrong).toEqual([])
  })

  it.each(commandTypes)(
    '%s as a message without a socket is allowed to the roles of its row',
    async (type) => {
      const body = () => ({ id: crypto.randomUUID(), ...commandOf(type) })
      const ask = (person: Participant, role: (typeof roles)[number]) => {
        refusals.by({ account: codes[role], section: person.session, command: type })
        return person.call('submitCommand', { body: body() })
      }
      expect(await askAll(type, ask, oneStatus(type))).toEqual([])
    },
  )

  it.each(otherCalls)('%s is allowed to the roles and in the statuses of its row', async (name) => {
    const call = calls[name]
    const action = 'action' in call ? call.action : 'ReadTender'
    const wrong = await askAll(action, (person, role) => askOther(name, person, role))
    expect(wrong).toEqual([])
  })
})

describe('strangers over REST', () => {
  it('refuses every call that needs a token without one', async () => {
    const { session } = places.opening.opener
    const answers: Record<string, number> = {}
    refusals.by({ account: 'unknown', section: null, command: null })
    for (const name of Object.keys(calls) as CallName[]) {
      if (calls[name].auth === 'none') continue
      const result = await hall.http.attempt(name, inputFor(name, session) as CallInput<typeof name>)
      answers[name] = result.ok ? 200 : result.error.status
    }
    refusals.by(null)
    expect(Object.entries(answers).filter(([, status]) => status !== 401)).toEqual([])
  })

  it.each(platformCalls.filter((name) => calls[name].auth === 'platform'))(
    '%s is the platform’s, whoever is logged in',
    async (name) => {
      const input = () => inputFor(name, places['not-opened'].opener.session) as CallInput<typeof name>
      for (const role of roles) {
        expect(await codeOf(accounts[role].call(name, input())), role).toBe('call-not-signed')
      }
    },
  )

  it('refuses users who have no part in the section', async () => {
    const stranger = await bidderOf(hall, await testAuthority())
    for (const [account, code] of [
      [await accountOf(hall, 'opener', 'another-agency'), 'forbidden'],
      [await accountOf(hall, 'agency', 'another-agency'), 'forbidden'],
      [stranger.account, 'not-enrolled'],
    ] as const) {
      const { session } = places.opening.opener
      const entering = account.call('getProjectAuthorization', {
        body: { bidProjGuid: session, dbGuid: session },
      })
      expect(await codeOf(entering)).toBe(code)
      expect(await codeOf(account.call('getSealingInfo', { query: { BDGuid: session } }))).toMatch(
        /forbidden|not-enrolled/,
      )
    }
  })
})

describe('the trail', () => {
  it('[TRL-2] has a line for every refusal above, with who asked, in which section, for what and why', async () => {
    await hall.clock.leap(61_000)
    expect(refusals.provoked().size).toBeGreaterThan(500)
    expect(await missingLines(refusals.provoked(), accounts.supervisor)).toEqual([])
  })

  it('[TRL-2] has what was done, and nobody’s name, token or password', async () => {
    await expectWhatWasDone(accounts.supervisor, codes, places['not-opened'].bidder.session)
  })
})

describe('the table', () => {
  it('[SES-4] every row was requested by socket or REST', () => {
    const asked = new Set<Action>([...commandTypes, ...clockCommands, 'PrepareSection'])
    for (const name of Object.keys(calls) as CallName[]) {
      const call = calls[name]
      if ('action' in call) asked.add(call.action)
    }
    expect(Object.keys(permissions).filter((action) => !asked.has(action as Action))).toEqual([])
  })

  it('allows the system only the clock’s commands', () => {
    const state = { ...initial(), status: 'opening' as const }
    for (const action of clockCommands) expect(refusal(state, systemActor, action)).toBeNull()
    expect(refusal(state, systemActor, 'EndOpening')).toEqual({ code: 'forbidden', params: {} })
  })

  it('refused every role that a row does not name', () => {
    const rows = commandTypes.flatMap((action) =>
      roles.filter((role) => !permissions[action].roles.includes(role)).map((role) => `${action} ${role}`),
    )
    expect(rows.filter((row) => !refusedBefore.has(row))).toEqual([])
  })
})

/** By a call with a row of its own: of the section, or of the user. */
function askOther(name: CallName, person: Participant, role: (typeof roles)[number]) {
  const input = inputFor(name, person.session) as CallInput<typeof name>
  if (calls[name].auth === 'session') return person.call(name, input)
  const isNamed = JSON.stringify(input).includes(person.session)
  refusals.by({ account: codes[role], section: isNamed ? person.session : null, command: null })
  return accounts[role].call(name, input)
}

/** The statuses take turns where a request of each kind reaches the check that the socket's requests try in all. */
function oneStatus(type: WireCommandType): readonly Status[] {
  return statuses.filter((_, i) => i === commandTypes.indexOf(type) % statuses.length)
}

/** Asks as every role in every status, or in those given; returns a line for each answer that differs from the table. */
async function askAll(
  asked: Action | ((status: Status) => Action),
  ask: (person: Participant, role: (typeof roles)[number]) => Promise<unknown>,
  within: readonly Status[] = statuses,
  refused: (code: string) => void = () => {},
): Promise<string[]> {
  const wrong: string[] = []
  for (const status of within) {
    const action = typeof asked === 'function' ? asked(status) : asked
    for (const role of roles) {
      refusals.by({ account: codes[role], section: places[status][role].session, command: null })
      const code = await codeOf(ask(places[status][role], role))
      if (code !== 'done') refused(code)
      refusals.by(null)
      const expected = verdict(action, role, status)
      if (code === 'forbidden') refusedBefore.add(`${action} ${role}`)
      const right = expected === 'allowed' ? !neverAllowed.includes(code) : code === expected
      if (!right) wrong.push(`${role}, ${status}: ${code} instead of ${expected}`)
    }
  }
  return wrong
}

function verdict(action: Action, role: Role, status: BidStatus): string {
  const row = permissions[action]
  if (!row.roles.includes(role)) return 'forbidden'
  if (row.statuses.includes(status)) return 'allowed'
  return row.otherwise ?? (status === 'opened' ? (row.afterEnd ?? 'opening-ended') : 'wrong-status')
}

/** A well-formed command that changes nothing important where it is allowed. */
function commandOf(type: WireCommandType): WireCommand {
  const nobody = { opener: '', announcer: '', recorder: '', supervisor: '' }
  const bidderCode = accounts.bidder?.unitCode ?? ''
  const payloads: { [T in WireCommandType]: Extract<WireCommand, { type: T }>['payload'] } = {
    EnrolBidder: { bidderCode: 'X', name: 'X', certificate: 'X' },
    SetEvaluationParameters: {},
    EnterSession: {},
    RecordPersonInfo: { names: nobody, ids: nobody },
    ShowContact: { bidderCode },
    AddWorker: { kind: 'agency-staff', name: '', unit: '', contact: '' },
    EditDeposits: { rows: [] },
    RemoveOpeningFile: { purpose: 'problem', fileId: crypto.randomUUID() },
    EditWorker: { workerId: crypto.randomUUID(), name: 'X' },
    RemoveWorker: { workerId: crypto.randomUUID() },
    ImportWorkers: { source: crypto.randomUUID() },
    SignCommitmentLetter: { jws: 'X' },
    DeclineCommitmentLetter: {},
    DeclareDraw: { kind: 'f-value', subject: '', parts: [] },
    JoinDraw: { drawId: crypto.randomUUID(), attempt: 1, commitment: '0'.repeat(64) },
    StopDraw: { drawId: crypto.randomUUID() },
    RevealDraw: { drawId: crypto.randomUUID(), attempt: 1, value: '0'.repeat(64) },
    EnterBidOpening: {},
    StartDecryption: { limitMinutes: null },
    DecryptBid: { fileId: crypto.randomUUID(), method: 'file-key', key: 'X' },
    ExtendDecryption: { minutes: 0 },
    ReopenDecryption: { limitMinutes: null, reason: '' },
    MarkBid: { bidderCode, invalid: true, note: '' },
    EnterAnnouncement: {},
    SetBasePriceParticipation: { bidderCode, takesPart: true, reason: '' },
    CalculateBasePrice: {},
    SaveBasePrice: { price: '' },
    ...readingCommands,
    CheckRow: { answer: 'disputed', text: '' },
    ReplyDispute: { bidderCode, at: new Date(0).toISOString(), content: '' },
    ...{ StartInquiry: {}, AnswerInquiry: { objects: true, text: '' } },
    ReplyInquiry: { bidderCode, content: '' },
    EnterEnd: {},
    StartConfirmation: { limitMinutes: 0 },
    ConfirmOverview: { jws: 'X' },
    EndConfirmation: { reason: '' },
    ConfirmExpired: { bidderCodes: [bidderCode] },
    RemarkBid: { bidderCode, remark: '' },
    RecordRemarks: { remarks: '' },
    RecordReportInfo: { representative: '', recorder: '', otherMatters: '' },
    StartSigning: { limitMinutes: 0 },
    ExtendSigning: { minutes: 0 },
    SignRecord: { jws: 'X' },
    ConfirmSigning: {},
    RaiseObjection: { content: '' },
    ReplyObjection: { objectionId: crypto.randomUUID(), content: '' },
    MarkObjectionRead: { objectionId: crypto.randomUUID() },
    CallSecondEnvelope: {},
    PostMessage: { message: 'X' },
    EndOpening: {},
    ...haltingCommands,
    WithdrawDocument: { documentId: crypto.randomUUID(), reason: '' },
  }
  return { type, payload: payloads[type] } as WireCommand
}

function inputFor(name: CallName, session: string): object {
  const file = { name: 'x.txt', bytes: new Uint8Array(1) }
  const ownFile = { TBWJ_Guid: crypto.randomUUID(), EntprsCode: accounts.bidder?.unitCode ?? '' }
  const inputs: Partial<Record<CallName, object>> = {
    getProjectAuthorization: { body: { bidProjGuid: session, dbGuid: session } },
    getSealingInfo: { query: { BDGuid: session } },
    submitBidFile: { body: fileForm({ BDGuid: session, manifest: 'X' }, file) },
    publishTender: { body: { tender: sampleTender({ agencyCode, opensAt: '2030-01-01T00:00:00.000Z' }) } },
    recordDeposits: { body: { BDGuid: session, deposits: [{ EntprsCode: 'X', Bzj: '1', BzjStatus: 'X' }] } },
    recordContacts: { body: { BDGuid: session, contacts: [contactOf('X')] } },
    deliverBidFile: { body: fileForm({ BDGuid: session, EntprsCode: 'X', manifest: 'X' }, file) },
    getSectionKey: { query: { BDGuid: session } },
    changeEvaluationStatus: { body: { BDGuid: session, status: 'evaluating' } },
    ...haltingInputs(session),
    addTenderFile: { body: fileForm({ BDGuid: session, FUJIANLEIXING: 'other' }, file) },
    UploadZhaoBiaoWenJian: { body: fileForm({ fileKind: 'technical' }, file) },
    importTenderFile: { body: fileForm({ BDGuid: session, fileKind: 'technical' }, file) },
    submitCommand: { body: { id: crypto.randomUUID(), type: 'EndOpening', payload: {} } },
    addClarification: {
      body: { BDGuid: session, title: 'X', publish_time: '2030-01-01T00:00:00.000Z' },
    },
    getShiPingJianDuDiZhi_YB: { query: { KaiBiao_ChangDi_AnPai_Guid: 'X' } },
    callSecondEnvelope: { body: { BDGuid: session } },
    enrolBidder: { body: { BDGuid: session, EntprsCode: 'X', EntprsName: 'X', CertPem: 'X' } },
    addAccount: {
      body: { userCode: crypto.randomUUID(), password: 'password', role: 'opener', name: 'X', unitCode: 'X' },
    },
    getTenderFile: { query: { fileId: crypto.randomUUID() } },
    GetKaiBiaoQianMingByEntprsCode: { query: { EntprsCode: 'X' } },
    getTbwjFileSignInfo: { query: { EntprsCode: accounts.bidder?.unitCode ?? '' } },
    getSignQrStatus: { query: { QRID: 'X'.repeat(22) } },
    DownFile: { query: { FileFullName: crypto.randomUUID() } },
    getJyptTBStatus: { query: { EntprsCode: 'X' } },
    showTouBiaoRenDianHua: { body: { EntprsCode: 'X' } },
    GetZongHeDanJiaBaoJia_Json: { query: { SheetID: 1 } },
    GetBidFileUrl: { query: { bidFileType: 'TBJ' } },
    getBidFile: { query: { BidFileId: crypto.randomUUID() } },
    submitBackupFile: { body: fileForm({ TBWJ_Guid: crypto.randomUUID() }, file) },
    makeReport: { body: { format: 'xlsx' } },
    getReportFile: { query: { fileId: crypto.randomUUID() } },
    UploadBidOpenFuJian: { body: fileForm({}, file) },
    UploadBaoZhengJinHeDuiWenJian: { body: fileForm({}, file) },
    getBidOpenFuJian: { query: { id: crypto.randomUUID() } },
    GetBaoZhengJinHeDuiWenJian: { query: { fileID: crypto.randomUUID() } },
    uploadYiYiFuJian: { body: fileForm({}, file) },
    deleteYiYiFuJian: { body: { objectionFileGuid: crypto.randomUUID() } },
    getYiYiFuJian: { query: { objectionFileGuid: crypto.randomUUID() } },
    getJYPTGongCheng: { body: { BDGuid: session } },
    jyptDecryptFile: { body: { ...ownFile, TBWJ_Key: 'X' } },
    jyptDecryptFile_BS: { body: { ...ownFile, BS_Key: 'X' } },
  }
  const { command, response, method, body }: Call = calls[name]
  const [type] = command?.types ?? []
  if (type && response === outcomeSchema) {
    const caller = { unitCode: 'X', state: places.opening.opener.state() }
    return { body: command?.fromCommand(commandOf(type), caller) }
  }
  return inputs[name] ?? (method === 'POST' && body ? { body: {} } : {})
}
