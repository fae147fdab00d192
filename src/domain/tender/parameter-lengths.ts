/** The greatest length of the note about draws. */
export const drawNoteLength = 200

/** The greatest length of the remark beside the control price. */
export const controlPriceRemarkLength = 500
