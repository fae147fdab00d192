/** The most characters of what the opener notes about the draws. */
export const drawNoteLength = 200

/** The most characters of the remark beside the control price. */
export const controlPriceRemarkLength = 500
