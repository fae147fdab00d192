import { z } from 'zod'
import type { Call } from '../call.ts'
import { commandCall } from '../command-call.ts'
import { yesOrNo } from '../yes-or-no.ts'

/** Longer than the rules allow, so that they refuse a long text with their own message. */
const text = z.string().max(10_000)

/** Messages, and the progress log in which they stand. */
export const messageCalls = {
  getKBProgressMessage: {
    method: 'GET',
    path: '/api/KB_Local/getKBProgressMessage',
    bothMethods: true,
    auth: 'session',
    action: 'ReadMessages',
    summary: 'The progress log as sentences in the caller’s language',
    rules: 'SHL-14',
    response: z.array(
      z.strictObject({ seq: z.number().int(), CreateTime: z.iso.datetime(), Message: z.string() }),
    ),
  },
  addKBProgressMessage: {
    ...commandCall({
      path: '/api/KB_Local/addKBProgressMessage',
      command: 'PostMessage',
      summary: 'As addKBMessage, without an answer; the time is the server’s',
      rules: 'PRE-16, PST-1 to PST-3',
      body: z.strictObject({ Message: text.default(''), CreateTime: z.string().max(40).optional() }),
      toPayload: ({ Message }) => ({ message: Message }),
      fromPayload: ({ message, answers }) => (answers ? null : { Message: message }),
    }),
    bothMethods: true,
  },
  addKBMessage: commandCall({
    path: '/api/KB_Local/addKBMessage',
    command: 'PostMessage',
    summary:
      'The opener’s message to everybody, or with ToUserCode to a bidder, with ToSupervisor to the supervisors who have ' +
      'written; anybody else’s to the opener. The sender is the caller, whatever UserCode and UserType say',
    rules: 'PRE-16, PST-1 to PST-5',
    body: z.strictObject({
      UserCode: z.string().max(60).optional(),
      UserType: z.union([z.string().max(10), z.number().int()]).optional(),
      Message: text.default(''),
      ToUserCode: z.string().max(60).optional(),
      ToSupervisor: yesOrNo.optional(),
    }),
    toPayload: ({ Message, ToUserCode, ToSupervisor }) => ({
      message: Message,
      ...(ToUserCode || ToSupervisor ? { answers: { bidderCode: ToUserCode || null } } : {}),
    }),
    fromPayload: ({ message, answers }) => ({
      Message: message,
      ...(answers?.bidderCode ? { ToUserCode: answers.bidderCode } : {}),
      ...(answers?.bidderCode === null ? { ToSupervisor: true } : {}),
    }),
  }),
} as const satisfies Record<string, Call>
