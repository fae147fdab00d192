import { expect, test } from 'vitest'
import { initial } from '#domain/session/state.ts'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { restCallOf } from './rest-call.ts'
import { wireCommands } from './wire-command.ts'

const fileId = '6f1d2f0a-5a0e-4a44-9a43-1f4f1f5f7a01'
const caller = { unitCode: 'B0001', state: initial() }

test('every command but that of entering is given by a call of the section or of the platform', () => {
  const given = new Set<string>(
    Object.values<Call>(calls).flatMap(({ command, platformCommand }) => [
      ...(command?.types ?? []),
      ...(platformCommand ? [platformCommand.type] : []),
    ]),
  )
  expect(Object.keys(wireCommands).filter((type) => !given.has(type))).toEqual(['EnterSession'])
})

test.each([
  [
    'certificate',
    { name: 'jyptDecryptFile', body: { TBWJ_Guid: fileId, TBWJ_Key: 'k', EntprsCode: 'B0001' } },
  ],
  ['file-key', { name: 'jyptDecryptFile_BS', body: { TBWJ_Guid: fileId, BS_Key: 'k', EntprsCode: 'B0001' } }],
] as const)('a key by %s has its own call', (method, call) => {
  expect(restCallOf({ type: 'DecryptBid', payload: { fileId, method, key: 'k' } }, caller)).toEqual(call)
})

test('a command that no call can express has none', () => {
  const payload = { workerId: fileId, name: '王', unit: '某单位' }
  expect(restCallOf({ type: 'EditWorker', payload }, caller)).toBeNull()
  expect(restCallOf({ type: 'EnterSession', payload: {} }, caller)).toBeNull()
  expect(restCallOf({ type: 'CallSecondEnvelope', payload: {} }, caller)).toBeNull()
})
