/** The most characters of the session's remarks. */
export const remarksLength = 2000

/** The most characters of a remark beside one row of the overview. */
export const bidRemarkLength = 500
