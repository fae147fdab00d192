/** The most characters of what a random index is drawn for. */
export const drawSubjectLength = 100

/** The most characters of the name of who draws. */
export const drawerLength = 50
