import { expect, test } from 'vitest'
import { candidatesFor, type Listed } from './tour-place.ts'

const row = (bdGuid: string, step?: NonNullable<Listed['running']>['step'], BDZHUANGTAI = 0): Listed => ({
  ...{ bdGuid, BDZHUANGTAI },
  running: step ? { step, bidStyle: 1, preReview: false, window: null } : null,
})

const demo = {
  open: [
    ...[row('reading', 'announcement'), row('decrypting', 'opening'), row('prepared', 'preparation')],
    ...[row('tomorrow'), row('halted', 'opening', 3)],
  ],
  ended: [row('over'), row('failed', undefined, 2)],
}

test('each place is shown by the section that stands there, and by later ones once none does', () => {
  expect(candidatesFor('waiting', demo)).toEqual(['prepared', 'decrypting', 'reading', 'over'])
  expect(candidatesFor('decryption', demo)).toEqual(['decrypting', 'reading', 'over'])
  expect(candidatesFor('announcement', demo)).toEqual(['reading', 'over'])
  expect(candidatesFor('ended', demo)).toEqual(['over'])
})

test('a section whose time has not come cannot be entered, and is none', () => {
  expect(candidatesFor('waiting', { open: [row('tomorrow')], ended: [] })).toEqual([])
})
