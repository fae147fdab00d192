/** The styles that are the same on every screen, made with the build (`vite.config.ts`); null in development. */
declare module 'virtual:global-styles' {
  const text: string | null
  export default text
}
