import { describe, expect, it } from 'vitest'
import { ok } from '#lib/result.ts'
import { signOnQuery } from '#test/support/sign-on-query.ts'
import { cd } from '#variants/cd.ts'
import { standard } from '#variants/standard.ts'
import { readSignOnParameters } from './read-sign-on-parameters.ts'

const search = (changes: Record<string, string | undefined> = {}) =>
  new URLSearchParams(
    Object.entries({ ...signOnQuery, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )

describe('readSignOnParameters', () => {
  it('sends the project type as GCLX and the stage as PBType', () => {
    const read = readSignOnParameters(search(), standard)
    expect(read.ok && read.value.query).toEqual({
      BDGuid: signOnQuery.guid,
      token: 'a.b.c',
      GCLX: 1,
      PBType: 16,
      UserType: 4,
      jyUserType: 2,
    })
  })

  it('sends them as HangYeLeiBie and BidStage where the region has it so', () => {
    const read = readSignOnParameters(search({ PBType: undefined, BidStage: '2' }), cd)
    expect(read.ok && read.value.query).toMatchObject({ HangYeLeiBie: 1, BidStage: 2 })
  })

  it.each([
    ['1', 2],
    ['2', 4],
    ['3', 6],
  ])('[ACC-14] maps the platform’s user type %s to EnumUserType %i', (userType, enumUserType) => {
    const read = readSignOnParameters(search({ userType }), standard)
    expect(read.ok && read.value.query.UserType).toBe(enumUserType)
  })

  it.each([
    ['token', 'missingToken'],
    ['guid', 'missingGuid'],
    ['type', 'missingType'],
    ['userType', 'missingUserType'],
  ])('[ACC-13] reports a missing %s', (field, missing) => {
    expect(readSignOnParameters(search({ [field]: undefined }), standard)).toEqual({
      ok: false,
      error: missing,
    })
    expect(readSignOnParameters(search({ [field]: ' ' }), standard)).toEqual({ ok: false, error: missing })
  })

  it('[ACC-13] misses the stage only where it is asked for as BidStage', () => {
    const without = search({ PBType: undefined })
    expect(readSignOnParameters(without, cd)).toEqual({ ok: false, error: 'missingBidStage' })
    expect(readSignOnParameters(without, standard).ok).toBe(true)
  })

  it.each(['123', 'not-a-guid', `${signOnQuery.guid}0`])('takes %s for no section', (guid) => {
    expect(readSignOnParameters(search({ guid }), standard)).toEqual({ ok: false, error: 'malformedGuid' })
  })

  it('[ACC-13] tells what is missing in the order of the address', () => {
    expect(readSignOnParameters(new URLSearchParams(), cd)).toEqual({ ok: false, error: 'missingToken' })
  })

  it('takes the course as it is', () => {
    const read = readSignOnParameters(search({ mode: '2', kbStatusCode: '3', bdbh: 'NJ-01' }), standard)
    expect(read).toEqual(
      ok(
        expect.objectContaining({
          course: { mode: '2', kbStatusCode: '3', bdbh: 'NJ-01', autoOpenBidInfo: null },
        }),
      ),
    )
  })
})
