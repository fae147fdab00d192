import { expect, test } from 'vitest'
import { loginTarget, sectionOf } from './login-target.ts'

test('login leads back to the original path with its query', () => {
  expect(loginTarget('/bid/3f/bidcall?tab=2#end')).toBe('/bid/3f/bidcall?tab=2#end')
})

test('an address of another site, however disguised, is replaced by the hall', () => {
  const disguises = [null, '', 'hall', 'https://evil.example', '//evil.example', '/\\evil.example']
  const hidden = ['/\t/evil.example', '/\n/evil.example', '/hall\\..', 'javascript:alert(1)']
  for (const to of [...disguises, ...hidden]) expect(loginTarget(to), String(to)).toBe('/hall')
})

test('a section’s path contains the section to enter again', () => {
  expect(sectionOf('/bid/3f-7/bidcall?tab=2')).toBe('3f-7')
  expect(sectionOf('/hall?bid=/bid/3f')).toBeNull()
})
