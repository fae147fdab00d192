/** Screens of little height, such as a laptop's 768 pixels. */
export const lowScreen = '@media (max-height: 50rem)'
