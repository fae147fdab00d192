/** The most characters of a message of the opener's own in the progress log. */
export const messageLength = 500
