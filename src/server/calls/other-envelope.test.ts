import { expect, test } from 'vitest'
import { ok } from '#lib/result.ts'
import { announcementCalls } from '#protocol/calls/announcement.ts'
import { depositCalls } from '#protocol/calls/deposits.ts'
import { endingCalls } from '#protocol/calls/ending.ts'
import { inquiryCalls } from '#protocol/calls/inquiry.ts'
import { openingCalls } from '#protocol/calls/opening.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId, opener } from '#test/domain/sample-actors.ts'
import { standard } from '#variants/standard.ts'
import type { Services } from '../services.ts'
import { announcementHandlers } from './announcement.ts'
import { depositHandlers } from './deposit-table.ts'
import { setFlowStatus } from './step-status.ts'

const state = stateAfter(histories.inquiring())
const caller = { unitCode: bidderCode(1), state }
/** A command that gets here was not refused. */
const authority = { submit: async () => ok({ seq: 9 }) }
const services = { authority, settings: { variant: standard } } as unknown as Services
const asked = (body: object) =>
  ({
    ...{ body, login: { actor: opener }, language: 'zh-CN', address: '' },
    session: { id: 's', state, unredactedState: state },
  }) as never

const { huiFuTBPriceYiYi } = announcementCalls
const QueRenTime = '2026-03-02T00:30:00.000Z'
const { startJieMi } = openingCalls
const { queRenYiYiJieGuo, huiFuYiYiXunWen } = inquiryCalls
const { writeBidOpeningPersonInfo } = endingCalls
const { CreateReport_Edit } = depositCalls

test.each<[string, (stage: 1 | 2) => unknown]>([
  ['setKBFlowStatus', (BidStage) => setFlowStatus(services, asked({ KBFlowStatus: 5, BidStage }))],
  [
    'startJieMi',
    (BidStage) => startJieMi.command.toCommand(startJieMi.body.parse({ LimitJmTime: 30, BidStage }), caller),
  ],
  [
    'CreateReport_Edit',
    (StageOrd) =>
      depositHandlers(services).CreateReport_Edit(
        asked(CreateReport_Edit.body.parse({ StageOrd, EditValueJson: [] })),
      ),
  ],
  [
    'queRenYiYiJieGuo',
    (StageOrd) =>
      queRenYiYiJieGuo.command.toCommand(
        queRenYiYiJieGuo.body.parse({ BidFileId: fileId(1), ShiFouYouYiYi: 0, StageOrd }),
        caller,
      ),
  ],
  [
    'huiFuYiYiXunWen',
    (StageOrd) =>
      huiFuYiYiXunWen.command.toCommand(
        huiFuYiYiXunWen.body.parse({ BidFileId: fileId(1), respondContent: '无', StageOrd }),
        caller,
      ),
  ],
  [
    'huiFuTBPriceYiYi',
    (StageOrd) =>
      huiFuTBPriceYiYi.command.toCommand(
        huiFuTBPriceYiYi.body.parse({ BidFileId: fileId(1), QueRenTime, respondContent: '无', StageOrd }),
        caller,
      ),
  ],
  [
    'getTBPriceQueRenJieGuo',
    (StageOrd) =>
      announcementHandlers.getTBPriceQueRenJieGuo(Object.assign(asked({}), { query: { StageOrd } })),
  ],
  [
    'writeBidOpeningPersonInfo',
    (activeStageOrd) =>
      writeBidOpeningPersonInfo.command.toCommand(
        writeBidOpeningPersonInfo.body.parse({ activeStageOrd }),
        caller,
      ),
  ],
])('[REST-1] %s for another envelope than the current one is refused as such', async (_name, ask) => {
  expect(await ask(1)).toMatchObject({ ok: true })
  expect(await ask(2)).toMatchObject({ ok: false, error: { code: 'other-envelope' } })
})

test('[REST-1] replies to what nobody said name a file that is unknown', async () => {
  const respond = { respondContent: '无', StageOrd: 1, BidFileId: fileId(9) } as const
  const body = huiFuTBPriceYiYi.body.parse({ ...respond, QueRenTime })
  for (const answer of [
    huiFuTBPriceYiYi.command.toCommand(body, caller),
    huiFuYiYiXunWen.command.toCommand(huiFuYiYiXunWen.body.parse(respond), caller),
  ])
    expect(answer).toMatchObject({ ok: false, error: { code: 'unknown-file' } })
})
