import { randomBytes } from 'node:crypto'
import { createMemoryLog, createMemoryStorage } from '#server/log/memory-log.ts'
import { describeSessionLog } from './log-contract.ts'

const storage = createMemoryStorage()

describeSessionLog('the log in memory', { open: async () => createMemoryLog(randomBytes, storage) })
