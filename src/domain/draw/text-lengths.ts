/** The greatest length of the subject of a random index. */
export const drawSubjectLength = 100

/** The greatest length of a drawer's name. */
export const drawerLength = 50
