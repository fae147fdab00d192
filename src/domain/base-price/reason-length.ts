/** The greatest length of the reason why a bid takes part in the base price or does not. */
export const participationReasonLength = 200
