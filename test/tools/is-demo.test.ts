import { expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { isDemo } from '../../src/tools/is-demo.mjs'

test('[ACC-10] `npm start` brings demo data exactly where the server is a demo', () => {
  const one: Record<string, string>[] = [
    {},
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { HOST: '127.0.0.1', VARIANT: 'full', PORT: '0' },
    { DATABASE_URL: 'postgres://db.example/hall', KEY_FILE: 'key' },
    { KEY_FILE: 'key' },
    { KEY_SOCKET: '/run/keys' },
    { PLATFORM_KEY: 'public.pem' },
    { TRUST_ROOTS: 'roots' },
    { ORIGINS: 'https://hall.example' },
    { ORIGINS: '', KEY_FILE: '' },
  ]
  const asked = one.flatMap((settings) =>
    [{}, { DEMO: '1' }, { DEMO: '0' }, { DEMO: '' }].map((demo) => ({ ...settings, ...demo })),
  )
  for (const environment of asked) {
    const settings = readSettings(environment)
    if (!settings.ok) throw new Error(settings.error)
    expect([environment, isDemo(environment)]).toEqual([environment, settings.value.demo])
  }
})
