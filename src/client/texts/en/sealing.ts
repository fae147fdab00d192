import type { sealing as source } from '../zh-CN/sealing.ts'

export const sealing: Record<keyof typeof source, string> = {}
