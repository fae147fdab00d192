/** The greatest length of a message of the opener in the progress log. */
export const messageLength = 500
