import { announcementProblem } from '#domain/announcement/announcement-problem.ts'
import { isNoKeyCause } from '#domain/decryption/outcome.ts'
import { flowStatusOf, openingProblem } from '#domain/preparation/entry-check.ts'
import { ok, type Result } from '#lib/result.ts'
import { bidStatusOf } from '#protocol/bid-status.ts'
import { openingCalls } from '#protocol/calls/opening.ts'
import type { WireCommandOf } from '#protocol/command-call.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'
import { callerOf, check, done, submit } from './command.ts'
import { createBackupReceiver } from './receive-backup.ts'
import { sectionInfoHandler } from './section-info.ts'
import { shownDeadline } from './shown-deadline.ts'
import { setFlowStatus } from './step-status.ts'

/** How long a call waits for a file's outcome after its key was acknowledged. */
const outcomeMilliseconds = 20_000

/** Steps one to three: state, entry checks and decryption. */
export function openingHandlers(services: Services): Handlers<typeof openingCalls> {
  const { clock } = services
  const { variant } = services.settings
  const { extraStatuses } = variant.laterSteps
  const rules = rulesOf(variant)
  const receiveBackup = createBackupReceiver(services)

  return {
    getBidProj: sectionInfoHandler(services),

    async getKBFlowStatus({ session: { unredactedState: state } }) {
      return ok({
        kbFlowStatus: flowStatusOf(state, rules),
        bidStatus: bidStatusOf(state, extraStatuses),
        seq: state.seq,
      })
    },

    setKBFlowStatus: (context) => setFlowStatus(services, context),

    async getDbFlowStatus({ session: { unredactedState: state } }) {
      const status = flowStatusOf(state, rules)
      return ok({
        ...{ dbFlowStatus: state.stage.number, STAGEORD: state.stage.number },
        envelopes: state.tender?.envelopes ?? 1,
        ...{ kbFlowStatus: status, STAGESTAGUS: status },
        bidStatus: bidStatusOf(state, extraStatuses),
        seq: state.seq,
      })
    },

    async checkIntoTBCondition(context) {
      return check(context, openingProblem(context.session.unredactedState, rules, clock()))
    },

    async checkIntoCBCondition(context) {
      return check(context, announcementProblem(context.session.unredactedState))
    },

    async getJieMiJieZhiShiJian({ session: { unredactedState: state } }) {
      return ok({
        LimitJmTime: state.decryption?.limitMinutes ?? null,
        deadline: shownDeadline(state, state.decryption),
        isClosed: state.decryption?.closed ?? false,
        serverTime: new Date(clock()).toISOString(),
        seq: state.seq,
      })
    },

    jyptDecryptFile: async (context) => {
      const type = context.body.TBWJ_CA_Type
      const { certificateProviders } = variant.login
      if (type !== undefined && !certificateProviders.some((provider) => provider.type === type))
        return refuse('unknown-certificate-provider')
      const { toCommand } = openingCalls.jyptDecryptFile.command
      return decrypt(services, context, toCommand(context.body, callerOf(context)))
    },

    async submitBackupFile({ request, session, login, commandId, address, language }) {
      const { actor } = login
      const taken = await receiveBackup({ request, sessionId: session.id, actor, commandId, address })
      return taken.ok ? ok({ Result: true, ResultMessage: done(language), seq: taken.value.seq }) : taken
    },

    jyptDecryptFile_BS(context) {
      const { toCommand } = openingCalls.jyptDecryptFile_BS.command
      return decrypt(services, context, toCommand(context.body, callerOf(context)))
    },
  }
}

/** Hands over the key of the caller's own file; the answer is empty when it opened, else says why not (REST-3). */
async function decrypt(
  { authority, bidFileProcessor }: Pick<Services, 'authority' | 'bidFileProcessor'>,
  context: CallContext<(typeof openingCalls)['jyptDecryptFile' | 'jyptDecryptFile_BS']>,
  wire: Result<WireCommandOf<'DecryptBid'>, Refusal>,
): Promise<Result<string, Refusal>> {
  if (!wire.ok) return wire
  const result = await submit(authority, context, wire.value)
  if (!result.ok) return result
  const { session, body } = context
  const { fileId } = wire.value.payload
  const reference = { sessionId: session.id, bidderCode: body.EntprsCode, fileId }
  const file = await bidFileProcessor.waitForOutcome(reference, outcomeMilliseconds)
  if (!file) return ok(messageFor(context.language, { code: 'still-opening' }))
  const cause = 'cause' in file && !isNoKeyCause(file.cause) ? file.cause : null
  return ok(cause ? messageFor(context.language, { code: cause }) : '')
}
