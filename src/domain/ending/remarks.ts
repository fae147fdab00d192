/** The greatest length of the session's remarks. */
export const remarksLength = 2000

/** The greatest length of a remark on one row of the overview. */
export const bidRemarkLength = 500
