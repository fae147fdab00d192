/** A Chinese sentence breaks after its marks, so that no unit or word is parted; inside a phrase only where it is too long. */
export const wrapsAtMarks = { wordBreak: 'keep-all', overflowWrap: 'anywhere', textWrap: 'balance' } as const
