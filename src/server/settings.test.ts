import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('an empty environment gives the defaults of README', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    ok: true,
    value: { port: 3000, host: 'localhost', databaseUrl: null, demo: true, variant: { name: 'standard' } },
  })
})

test('an empty value counts as not given', () => {
  expect(readSettings({ PORT: '', VARIANT: '' })).toMatchObject({ ok: true, value: { port: 3000 } })
})

test.each([
  [{ PORT: 'eighty' }, 'PORT: '],
  [{ PORT: '70000' }, 'PORT: '],
  [{ DEMO: 'yes' }, 'DEMO: must be 0, 1, true or false'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must start with postgres://'],
  [{ VARIANT: 'nowhere' }, 'VARIANT: unknown variant "nowhere"; known are: standard'],
  [{ PLATFORM_PASSWORD: 'short' }, 'PLATFORM_PASSWORD: must have at least 8 characters'],
])('%o is refused with the setting named', (environment, message) => {
  const settings = readSettings(environment)
  expect(settings.ok ? '' : settings.error).toContain(message)
})

test('every wrong setting is named, a line each', () => {
  const settings = readSettings({ PORT: 'x', DEMO: 'y' })
  expect(settings.ok ? [] : settings.error.split('\n')).toHaveLength(2)
})
