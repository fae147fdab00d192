import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { viewState } from '#domain/session/view-state.ts'
import { err, ok } from '#lib/result.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, opener, supervisor } from '#test/domain/sample-actors.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import { full } from '#variants/full.ts'
import { standard } from '#variants/standard.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { createReported, type Reported } from '../platform/reported.ts'
import type { Sheet } from '../reports/sheet-pdf.ts'
import type { Services } from '../services.ts'
import { contactHandlers, recordContacts, shownContacts } from './contacts.ts'

let drop: () => Promise<void>
let database: Database
let reported: Reported

beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = await openDatabase(fresh.url)
  reported = createReported(database, (await testSecrets(database)).marks)
})
afterAll(async () => {
  await database.close()
  await drop()
})

const state = stateAfter(histories.ended())
const viewerOf = ({ role, unitCode }: Actor) => ({ role, unitCode, seesSupervisor: true })
const contactOf = (n: number, phone: string) => ({
  ...{ EntprsCode: bidderCode(n), touBiao_DaiBiao: `联系人${n}`, touBiao_DaiBiao_DianHua: phone },
})

/** A section with contacts in a region; `refuses`: the log takes no entry. */
function section(variant = full, refuses = false) {
  const id = randomUUID()
  const given: unknown[] = []
  const services = {
    ...{ reported, viewerOf, settings: { variant }, clock: () => 0 },
    log: { state: async () => ({ unredactedState: state }) },
    // The sheet itself in place of its PDF.
    reportRenderer: { render: async (_name: string, sheet: Sheet) => ok(sheet) },
    authority: {
      submit: async (_asked: unknown, wire: unknown) => {
        given.push(wire)
        return refuses ? err({ code: 'forbidden', params: {} }) : ok({ seq: 9 })
      },
    },
  } as unknown as Services
  const handlers = contactHandlers(services)
  const contextOf = (actor: Actor, body = {}) => ({
    session: { id, state: viewState(viewerOf(actor), state) },
    ...{ login: { actor }, body, language: 'zh-CN' },
  })
  return {
    given,
    record: (contacts: ReturnType<typeof contactOf>[]) =>
      recordContacts(services, { BDGuid: id, contacts }, 'zh-CN'),
    async phones(actor: Actor) {
      const context = contextOf(actor) as unknown as Parameters<typeof handlers.getTouBiaoRenLianXi>[0]
      const answer = await handlers.getTouBiaoRenLianXi(context)
      return answer.ok ? answer.value.map((row) => [row.touBiao_DaiBiao_DianHua, row.IsMasked]) : null
    },
    contactsFor: (actor: Actor) => shownContacts(services, id, actor),
    async sheetFor(actor: Actor) {
      const { CreateTouBiaoRenLianXiReport: ask } = handlers
      const answer = await ask(contextOf(actor) as unknown as Parameters<typeof ask>[0])
      if (!answer.ok) throw new Error(answer.error.code)
      return answer.value.content as unknown as Sheet
    },
    async show(actor: Actor, n: number) {
      const context = contextOf(actor, { EntprsCode: bidderCode(n) })
      const { showTouBiaoRenDianHua: ask } = handlers
      const answer = await ask(context as unknown as Parameters<typeof ask>[0])
      return answer.ok ? answer.value.touBiao_DaiBiao_DianHua : answer.error.code
    },
  }
}

const both = [contactOf(2, '13800002222'), contactOf(1, '13800001111')]

test('[EVA-4] phones have stars where the region masks them, but a bidder reads their own and no other', async () => {
  const { record, phones } = section()
  await record(both)
  const masked = ['138****1111', '138****2222'].map((phone) => [phone, true])
  expect(await phones(opener)).toEqual(masked)
  expect(await phones(supervisor)).toEqual(masked)
  expect(await phones(bidder(1))).toEqual([['13800001111', false]])
  const open = section(standard)
  await open.record(both)
  expect(await open.phones(opener)).toEqual(['13800001111', '13800002222'].map((phone) => [phone, false]))
})

test('[SHL-9] [EVA-4] a deposit row has the contact that its reader may see', async () => {
  const { record, contactsFor } = section()
  await record(both)
  const asOpener = await contactsFor(opener)
  expect(asOpener(bidderCode(2))).toEqual({ contact: '联系人2', phone: '138****2222', isMasked: true })
  expect(asOpener(bidderCode(3))).toEqual({ contact: '', phone: '', isMasked: false })
  const asBidder = await contactsFor(bidder(1))
  expect(asBidder(bidderCode(1))?.phone).toBe('13800001111')
  expect(asBidder(bidderCode(2))).toBeNull()
})

test('[EVA-4] the PDF has the contacts as its reader sees them', async () => {
  const { record, sheetFor } = section()
  await record(both)
  const phones = async (actor: Actor) => (await sheetFor(actor)).rows.map((cells) => cells.at(-1))
  expect(await phones(supervisor)).toEqual(['138****1111', '138****2222'])
  expect(await phones(bidder(1))).toEqual(['13800001111'])
})

test('[EVA-4] a phone is answered after its entry in the log, and not without', async () => {
  const { record, show, given } = section()
  await record(both)
  expect(await show(opener, 2)).toBe('13800002222')
  expect(given).toEqual([{ type: 'ShowContact', payload: { bidderCode: bidderCode(2) } }])
  const refused = section(full, true)
  await refused.record(both)
  expect(await refused.show(bidder(1), 2)).toBe('forbidden')
})

test('[PLF-5] a later report of contacts replaces an earlier one; a stranger is refused', async () => {
  const { record, phones } = section(standard)
  await record(both)
  await record([contactOf(1, '13900001111')])
  expect(await phones(opener)).toEqual(['13900001111', '13800002222'].map((phone) => [phone, false]))
  expect(await record([contactOf(99, '1')])).toMatchObject({ error: { code: 'unknown-bidder' } })
})
