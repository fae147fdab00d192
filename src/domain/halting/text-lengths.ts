/** The greatest length of the reason of a pause or stop, and of the platform's reasons; a failure's is the variant's (HLT-4). */
export const haltReasonLength = 500
/** The greatest length of the recorder's name, and of the agent's. */
export const recorderLength = 20
