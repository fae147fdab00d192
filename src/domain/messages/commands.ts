import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { commandRow } from '../session/command-row.ts'
import { event } from '../session/event.ts'
import { reject } from '../session/rejection.ts'
import { present, untilEnded } from '../session/roles-and-statuses.ts'
import { conversation, messageProblem, senderProblem } from './message.ts'

export const messageCommands = {
  /**
   * The opener's message to everybody (PRE-16), or with `answers` to a bidder or the supervisors (null) who have written
   * (PST-5); anybody else's message to the opener, where the region takes it (PST-1).
   */
  PostMessage: commandRow({
    payload: z.strictObject({
      // Longer than the rules allow, so that they refuse a long text with their own message.
      message: z.string().max(10_000),
      answers: z.strictObject({ bidderCode: z.string().min(1).max(60).nullable() }).optional(),
    }),
    roles: present,
    statuses: untilEnded,
    whileHalted: true,
    betweenEnvelopes: true,
    decide({ messages }, { message: typed, answers }, { actor, now, rules }) {
      const { name, role, unitCode } = actor
      const message = typed.trim()
      const problem = messageProblem(message)
      if (role === 'opener') {
        const isAsked = !answers || conversation(messages, answers.bidderCode).length > 0
        if (!isAsked) return reject('no-message-to-answer')
        if (problem) return err(problem)
        return ok([
          answers
            ? event('MessageAnswered', { message, name, bidderCode: answers.bidderCode })
            : event('MessagePosted', { message, name }),
        ])
      }
      if (answers) return reject('forbidden')
      if (!rules.messagesFrom.some((sender) => sender === role)) return reject('messages-not-taken')
      const refused = problem ?? senderProblem(messages, actor, now)
      if (refused) return err(refused)
      return ok([event('MessageSent', { message, name, bidderCode: role === 'bidder' ? unitCode : null })])
    },
  }),
} as const
