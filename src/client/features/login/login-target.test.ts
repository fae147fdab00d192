import { expect, test } from 'vitest'
import { loginTarget, sectionOf } from './login-target.ts'

test('after login one goes on to the path one came from, with its search', () => {
  expect(loginTarget('/bid/3f/bidcall?tab=2#end')).toBe('/bid/3f/bidcall?tab=2#end')
})

test('another site, whatever its disguise, leads to the hall', () => {
  const disguises = [null, '', 'hall', 'https://evil.example', '//evil.example', '/\\evil.example']
  const hidden = ['/\t/evil.example', '/\n/evil.example', '/hall\\..', 'javascript:alert(1)']
  for (const to of [...disguises, ...hidden]) expect(loginTarget(to), String(to)).toBe('/hall')
})

test('a section’s screens name the section that has to be entered again', () => {
  expect(sectionOf('/bid/3f-7/bidcall?tab=2')).toBe('3f-7')
  expect(sectionOf('/hall?bid=/bid/3f')).toBeNull()
})
