import { expect, test } from 'vitest'
import type { Entry } from '#domain/log/entry.ts'
import { logCalls } from '#protocol/calls/log.ts'
import { figuresOf, supervisor } from '#test/domain/sample-actors.ts'
import { openingOf, sessionId } from '#test/domain/session.ts'
import type { Services } from '../services.ts'
import { logHandlers } from './log.ts'

test('[LIM-10] an answer has a thousand entries at most, whatever is asked for, and says where the log ends', async () => {
  const [entry] = openingOf([{ name: '投标人1', figures: figuresOf(1) }]).entries
  const numbered = (seq: number) => ({ ...(entry as Entry), seq })
  const services = {
    viewerOf: () => ({ role: 'supervisor', unitCode: null, seesSupervisor: true }),
    log: {
      read: async (_: string, after: number, limit: number) => ({
        ...{ epoch: 'e', head: 5000 },
        entries: Array.from({ length: Math.min(limit, 5000 - after) }, (_, i) => numbered(after + 1 + i)),
      }),
    },
  } as unknown as Services
  const asked = async (input: object) => {
    const query = logCalls.getSessionLog.query.parse(input)
    const context = { session: { id: sessionId, preview: null }, login: { actor: supervisor }, query }
    const answer = await logHandlers(services).getSessionLog(context as never)
    return answer.ok ? { to: answer.value.to, head: answer.value.head } : answer.error
  }
  expect(await asked({ after: 500, limit: 5000 })).toEqual({ to: 1500, head: 5000 })
  expect(await asked({ after: 500 })).toEqual({ to: 1500, head: 5000 })
  expect(await asked({ after: 500, limit: 10 })).toEqual({ to: 510, head: 5000 })
})
