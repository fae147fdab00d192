import { describe, expect, it, test } from 'vitest'
import { unusedChoices } from '#test/variants/unused-choices.ts'
import { checkVariant, loadVariant, shipped } from './load.ts'
import { type Variant, variantSchema } from './schema.ts'
import { standard } from './standard.ts'

describe('the shipped variants', () => {
  test.each(shipped)('[VAR-1] include $name, which the schema accepts', (variant) => {
    expect(checkVariant(variant)).toEqual({ ok: true, value: variant })
  })

  it('have the names of the settings', () => {
    const names = ['standard', 'cd', 'lead-30', 'lead-60', 'integrated', 'full']
    expect(shipped.map(({ name }) => name)).toEqual(names)
  })

  it('[VAR-2] together use every value that the schema allows', () => {
    expect(unusedChoices(variantSchema, shipped)).toEqual([])
  })

  // All others start from the standard, so that they use its values too.
  test.each(shipped.slice(1))('need $name: without it some value would be unused', ({ name }) => {
    const others = shipped.filter((variant) => variant.name !== name)
    expect(unusedChoices(variantSchema, others)).not.toEqual([])
  })
})

const { login, hall, rules, userTypes } = standard
const wrong: [why: string, data: Record<string, unknown>, line: RegExp][] = [
  ['a wrong nested value', { rules: { ...rules, entryLeadMinutes: 45 } }, /^rules\.entryLeadMinutes: /],
  [
    'a wrong item of a list',
    { login: { ...login, tabs: [login.tabs[0], { role: 'opener', modes: ['telepathy'] }] } },
    /^login\.tabs\[1\]\.modes\[0\]: /,
  ],
  ['a missing field', { rules: { ...rules, autoConfirm: undefined } }, /^rules\.autoConfirm: /],
  ['an unknown field', { hall: { ...hall, colour: 'red' } }, /^hall\.colour: no such field$/],
  [
    'a repeated code',
    { hall: { ...hall, industries: [...hall.industries, { code: 4, name: { zh: '公路', en: 'Road' } }] } },
    /^hall\.industries\[7\]\.code: code 4 is there twice$/,
  ],
  [
    'a repeated column',
    { hall: { ...hall, openColumns: ['name', 'code', 'name'] } },
    /^hall\.openColumns\[2\]: "name" is there twice$/,
  ],
  [
    'one user type for two roles',
    { userTypes: { ...userTypes, codes: { ...userTypes.codes, tenderer: 2 } } },
    /^userTypes\.codes\.tenderer: 2 is the code of bidder already$/,
  ],
  [
    'a default tab that is missing',
    { login: { ...login, tabs: login.tabs.filter(({ role }) => role !== 'bidder') } },
    /^login\.defaultRole: bidder has no tab in login\.tabs$/,
  ],
  [
    'two tabs of one role',
    { login: { ...login, tabs: [...login.tabs, { role: 'opener', modes: ['qr'] }] } },
    /^login\.tabs\[3\]\.role: opener has a tab already$/,
  ],
  [
    'a login mode without its EnumUserType',
    { login: { ...login, tabs: [...login.tabs, { role: 'tenderer', modes: ['qr', 'account'] }] } },
    /^login\.tabs\[3\]\.modes\[1\]: userTypes\.accountLogin has no EnumUserType for tenderer$/,
  ],
  [
    'a default project type that is not offered',
    { login: { ...login, defaultProjectType: 9 } },
    /^login\.defaultProjectType: 9 is not in login\.projectTypes$/,
  ],
  [
    'a default below its minimum',
    { rules: { ...rules, minimumDecryptionMinutes: 31 } },
    /^rules\.defaultDecryptionMinutes: is less than rules\.minimumDecryptionMinutes$/,
  ],
  [
    'specialties of a project kind that is not offered',
    { hall: { ...hall, specialties: [{ projectKind: 7, list: hall.procurements }] } },
    /^hall\.specialties\[0\]\.projectKind: 7 is not in hall\.projectKinds$/,
  ],
  ['an unknown time zone', { timeZone: 'Asia/Atlantis' }, /^timeZone: no such time zone$/],
]

describe('a variant that is wrong', () => {
  it('is answered with the known names when its name is unknown', () => {
    const known = 'standard, cd, lead-30, lead-60, integrated, full'
    expect(loadVariant('mars')).toEqual({ ok: false, error: `unknown variant "mars"; known are: ${known}` })
  })

  test.each(wrong)('[VAR-1] is refused for %s, with the path to it', (_, changes, line) => {
    const checked = checkVariant({ ...standard, ...changes })
    const start = 'variant "standard": '
    expect(checked.ok ? '' : checked.error.slice(0, start.length)).toBe(start)
    expect(checked.ok ? '' : checked.error.slice(start.length)).toMatch(line)
  })

  it('[VAR-1] is refused with one line for each wrong field', () => {
    const twice: Variant = { ...standard, timeZone: '', clockPollMilliseconds: 1 as 5000 }
    const checked = checkVariant(twice)
    expect(checked.ok ? [] : checked.error.split('\n')).toHaveLength(2)
  })
})
