export const sealing = {} as const
