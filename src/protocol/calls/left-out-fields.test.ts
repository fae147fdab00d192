import { describe, test } from 'vitest'
import type { Command } from '#domain/session/command.ts'
import type { RejectionCode } from '#domain/session/rejection.ts'
import { given, type History, past, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { fileId, objectionId } from '#test/domain/sample-actors.ts'
import type { Call } from '../call.ts'
import { type CallName, calls } from '../calls.ts'

interface Case {
  readonly call: CallName
  /** What the call is sent. */
  readonly body: object
  readonly history: History
  readonly code: RejectionCode
}

const objected = [...histories.enrolled(), histories.objection(1)]
const cases: readonly Case[] = [
  { call: 'StopKB', body: {}, history: histories.decrypting(), code: 'pause-reason-missing' },
  {
    call: 'StopKB',
    body: { BDZHUANGTAI: 3, jlr: '周记录' },
    history: histories.decrypting(),
    code: 'stop-reason-missing',
  },
  { call: 'StopKB', body: { reason: '停电' }, history: histories.decrypting(), code: 'recorder-missing' },
  { call: 'stopShowTBPrice', body: {}, history: histories.reading(), code: 'reading-reason-missing' },
  { call: 'EndConfirmKBYLB', body: {}, history: histories.confirming(), code: 'confirmation-reason-missing' },
  { call: 'startJieMi', body: {}, history: histories.entered(), code: 'decryption-limit-missing' },
  {
    call: 'StartConfirmKBYLBTime',
    body: {},
    history: histories.atEnd(),
    code: 'limit-not-positive-integer',
  },
  {
    call: 'StartConfirmKBYLBTime',
    body: { LimitJmTime: '十' },
    history: histories.atEnd(),
    code: 'limit-not-positive-integer',
  },
  { call: 'saveReportData', body: {}, history: histories.atEnd(), code: 'report-representative-missing' },
  { call: 'createYiYi', body: {}, history: histories.enrolled(), code: 'objection-missing' },
  { call: 'replyYiYi', body: { ObjectionGuid: objectionId(1) }, history: objected, code: 'reply-missing' },
  { call: 'addKBProgressMessage', body: {}, history: histories.entered(), code: 'message-missing' },
  {
    call: 'AddProjectWorker',
    body: { userType: 1 },
    history: histories.published(),
    code: 'worker-incomplete',
  },
  {
    call: 'huiFuTBPriceYiYi',
    body: { BidFileId: fileId(1), QueRenTime: past },
    history: [...histories.announced(), histories.dispute(1)],
    code: 'inquiry-reply-missing',
  },
  {
    call: 'huiFuYiYiXunWen',
    body: { BidFileId: fileId(1) },
    history: histories.inquired(),
    code: 'inquiry-reply-missing',
  },
]

/** The command that the call gives. */
function commandOf({ call: name, body, history }: Case): Command {
  const call: Call = calls[name]
  const mapped = call.command?.toCommand(call.body?.parse(body), {
    unitCode: null,
    state: stateAfter(history),
  })
  if (!mapped?.ok) throw new Error(`${name} gives no command: ${JSON.stringify(mapped)}`)
  return mapped.value as Command
}

describe('[REST-16] a field that is left out is refused as an empty one', () => {
  test.each(cases)('$call with $body: $code', (row) => {
    const check = given(...row.history).when(commandOf(row))
    check.thenRejected(row.code as 'recorder-missing')
  })

  test('the form of a failure', () => {
    const code = 'failure-reason-missing'
    const history = histories.decrypting()
    const { payload } = commandOf({ call: 'xiaDaLiuBiaoZhiLing', history, code, body: {} })
    const form = payload as { reason: string; recorder: string; agent: string }
    given(...history)
      .when({ type: 'DeclareFailure', payload: { ...form, signed: null } })
      .thenRejected(code)
  })
})
