/** Settings that say that a hall is more than a try on this machine. */
const names = ['DATABASE_URL', 'KEY_FILE', 'KEY_SOCKET', 'PLATFORM_KEY', 'TRUST_ROOTS', 'ORIGINS']

/** Whether the server brings demo data with these settings; as `src/server/settings.ts`, which has not been built yet. */
export function isDemo(environment) {
  if (environment.DEMO) return ['1', 'true'].includes(environment.DEMO)
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(environment.HOST || 'localhost')
  return isLoopback && environment.NODE_ENV !== 'production' && names.every((name) => !environment[name])
}
