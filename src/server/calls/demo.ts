import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { submitters } from '#domain/submission/bids.ts'
import { ok } from '#lib/result.ts'
import { accessCalls } from '#protocol/calls/access.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { isOpenTo } from '../settings.ts'
import type { Handlers, OpenSession } from '../transport/handler.ts'
import { done } from './command.ts'

const unitCodes = z.array(z.string())
const accountsSchema = accessCalls.getDemoAccounts.response

type DemoCalls = Pick<typeof accessCalls, 'getDemoAccounts' | 'getDemoCertificate' | 'joinDemoBidders'>

/** The demo's accounts with their certificates, and its simulated bidders. */
export function demoHandlers({ settings }: Pick<Services, 'settings'>): Handlers<DemoCalls> {
  const folder = join(settings.dataDir, 'demo')

  async function accountsFor({ raw }: FastifyRequest): Promise<z.infer<typeof accountsSchema>> {
    if (!isOpenTo(raw, 'testAccounts', settings)) return []
    const text = await readFile(join(folder, 'accounts.json'), 'utf8').catch(() => '[]')
    return accountsSchema.parse(JSON.parse(text))
  }

  return {
    async getDemoAccounts({ request }) {
      return ok(await accountsFor(request))
    },

    async getDemoCertificate({ query: { userCode }, request }) {
      const isKnown = (await accountsFor(request)).some(
        (account) => account.userCode === userCode && account.certificate,
      )
      const content = isKnown ? await readFile(join(folder, `${userCode}.p12`)).catch(() => null) : null
      if (!content) return refuse('not-found')
      return ok({ fileName: `${userCode}.p12`, mediaType: 'application/x-pkcs12', content, exported: null })
    },

    async joinDemoBidders({ login, session, language, request }) {
      if (!isOpenTo(request.raw, 'demo', settings) || login.actor.role !== 'opener')
        return refuse('forbidden')
      const count = await askToJoin(folder, session)
      if (count === 0) return refuse('no-demo-bidders')
      return ok({ Result: true, ResultMessage: done(language), count })
    },
  }
}

/**
 * Asks the demo's simulated bidders to take part in a section, by a file in a folder that they watch. It has the units of
 * those who come, besides those who come already. Answers how many will: the submitters who have not entered yet and who
 * are the demo's, not a platform's.
 */
export async function askToJoin(
  demoFolder: string,
  session: Pick<OpenSession, 'id' | 'state'>,
): Promise<number> {
  const folder = join(demoFolder, 'join')
  await mkdir(folder, { recursive: true })
  const note = join(folder, session.id)
  const coming = (await readFile(note, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  // A demo of an earlier version has no list.
  const list = await readFile(join(demoFolder, 'bidders.json'), 'utf8').catch(() => null)
  const own = list === null ? null : unitCodes.parse(JSON.parse(list))
  const absent = submitters(session.state).filter(
    ({ code, entered }) => !entered && own?.includes(code) !== false,
  )
  const codes = new Set([...coming, ...absent.map(({ code }) => code)])
  await writeFile(note, [...codes].join('\n'))
  return absent.length
}
