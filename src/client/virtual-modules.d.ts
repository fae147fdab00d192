/** The theme as the build made it, or as Chakra makes it in development (`ui/theme-plugin.ts`). */
declare module 'virtual:theme' {
  export const createTheme: () => import('@chakra-ui/react').SystemContext
  /** The styles that are the same on every screen; null where they come with the theme. */
  export const globalStyles: string | null
}
