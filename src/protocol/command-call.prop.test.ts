import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandTable } from '#domain/session/command-table.ts'
import { viewState } from '#domain/session/view-state.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, fileId, objectionId, opener } from '#test/domain/sample-actors.ts'
import { valuesOf } from '#test/protocol/values-of-schema.ts'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import type { Caller, CommandMapping } from './command-call.ts'
import { type WireCommand, type WireCommandType, wireCommands } from './wire-command.ts'

const options = { seed: 1, numRuns: 300 }

const whole = stateAfter(histories.signing())

const callers = [opener, bidder(1)].map(({ role, unitCode }): Caller => {
  return { unitCode, state: viewState({ role, unitCode, seesSupervisor: true }, whole) }
})

const known = {
  uuids: [fileId(1), fileId(2), objectionId(1)],
  texts: [
    '',
    `${fileId(1)},${fileId(2)}`,
    ...callers.flatMap(({ unitCode }) => unitCode ?? []),
    bidderCode(2),
    '投标人1',
  ],
}

const mapped = Object.entries<Call>(calls).flatMap(([name, { command, body }]) =>
  command ? [{ name, command, body }] : [],
)

const ofPlatform = Object.entries<Call>(calls).flatMap(([name, { platformCommand, body }]) =>
  platformCommand && body ? [{ name, mapping: platformCommand, body }] : [],
)

function commandsOf(type: WireCommandType): fc.Arbitrary<WireCommand> {
  return valuesOf(wireCommands[type], known).map(
    (payload) => ({ type, payload: wireCommands[type].parse(payload) }) as WireCommand,
  )
}

/** The command of a body, after a round trip through JSON. */
function asked({ body: schema, command }: Pick<Call, 'body'> & { command: CommandMapping }, body: unknown) {
  const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
  return (caller: Caller) => command.toCommand(schema ? schema.parse(sent) : sent, caller)
}

/** A null field means the same as a missing one wherever the wire takes both. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, field) => field ?? undefined))
}

describe.each(mapped)('$name', (row) => {
  test('the body made for a command maps back to that command', () => {
    const commands = fc.oneof(...row.command.types.map(commandsOf))
    const property = fc.property(commands, fc.constantFrom(...callers), (command, caller) => {
      const body = row.command.fromCommand(command, caller)
      if (body === null) return
      const result = asked(row, body)(caller)
      expect(result.ok && plain(result.value)).toEqual(plain(command))
    })
    fc.assert(property, options)
  })

  test('every body that maps to a command can be made from it', () => {
    let seen = 0
    const bodies = row.body ? valuesOf(row.body, known) : fc.constant(undefined)
    const property = fc.property(bodies, fc.constantFrom(...callers), (body, caller) => {
      const first = asked(row, body)(caller)
      if (!first.ok || !wireCommands[first.value.type].safeParse(first.value.payload).success) return
      seen += 1
      const again = asked(row, row.command.fromCommand(first.value, caller))(caller)
      expect(again).toEqual(first)
    })
    fc.assert(property, options)
    expect(seen).toBeGreaterThan(10)
  })
})

describe.each(ofPlatform)('$name of the platform', ({ mapping, body: schema }) => {
  test('a body maps to a command of its section, and that command back to the body', () => {
    const property = fc.property(valuesOf(schema, known), (value) => {
      const body = schema.parse(value) as { readonly BDGuid: string }
      const { sessionId, command } = mapping.toCommand(body)
      expect(sessionId).toBe(body.BDGuid)
      expect(command.type).toBe(mapping.type)
      expect(commandTable[mapping.type].payload.parse(command.payload)).toEqual(command.payload)
      expect(mapping.fromCommand(sessionId, command)).toEqual(body)
    })
    fc.assert(property, options)
  })

  test('the body made for a command maps back to that command', () => {
    const { payload: payloadSchema } = commandTable[mapping.type]
    const property = fc.property(valuesOf(payloadSchema, known), fc.uuid(), (value, section) => {
      const command = { type: mapping.type, payload: payloadSchema.parse(value) } as Parameters<
        typeof mapping.fromCommand
      >[1]
      const body = schema.parse(mapping.fromCommand(section, command))
      expect(mapping.toCommand(body)).toEqual({ sessionId: section, command })
    })
    fc.assert(property, options)
  })
})
