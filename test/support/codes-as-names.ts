import { lookupsIn } from '#protocol/messages/progress.ts'

/** What a reader without a state takes: bidders are named by their codes. */
export const codesAsNames = lookupsIn(() => ({ tender: null, bidders: {}, draws: {} }))
