import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { openingRecord } from '#domain/ending/record.ts'
import { calls } from '#protocol/calls.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { opener } from '#test/domain/sample-actors.ts'
import type { Happened } from '../trail/trail.ts'
import { createTrailHooks } from './trail-hooks.ts'

const request = { ip: '10.1.2.3', headers: {}, query: {}, body: {} } as unknown as FastifyRequest

/** What an answered call leaves: its lines' kinds with their details. */
async function linesOf(name: 'getReportFile' | 'getOpeningRecord' | 'getSessionLog', answer: unknown) {
  const lines: Happened[] = []
  const trail = {
    note() {},
    async write(...some: Happened[]) {
      lines.push(...some)
    },
    async stop() {},
  }
  const login = { loginId: 'a', actor: opener }
  const sender = { login, session: { id: 's' } }
  await createTrailHooks(trail, null as never).done(
    { name, call: calls[name], request },
    { ...sender, answer },
  )
  return lines.map(({ kind, detail }) => [kind, detail])
}

test('[TRL-2] an export’s line says which document was taken', async () => {
  const exported = { kind: 'overview', version: 2, language: 'en', format: 'xlsx' } as const
  expect(await linesOf('getReportFile', { exported })).toEqual([['export', 'overview v2 en xlsx']])
})

test('[TRL-2] the record’s data is an export', async () => {
  const record = openingRecord(stateAfter(histories.signing()))
  expect(await linesOf('getOpeningRecord', { record })).toEqual([['export', 'opening-record json']])
})

test('[TRL-2] what was read to be signed, or is not exported, leaves no line', async () => {
  expect(await linesOf('getReportFile', { exported: null })).toEqual([])
  expect(await linesOf('getSessionLog', {})).toEqual([])
})
