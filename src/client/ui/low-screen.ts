/** Screens on which room is short from top to bottom, a laptop's of 768 pixels among them. */
export const lowScreen = '@media (max-height: 50rem)'
