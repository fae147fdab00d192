import { err, ok, type Result } from '#lib/result.ts'
import type { Variant } from '#variants/schema.ts'
import type { DestinationParameters } from './destination.ts'

/** The required parameters of a sign-on address, in the order in which they are reported missing (ACC-13). */
export type Missing =
  | 'missingToken'
  | 'missingGuid'
  | 'missingType'
  | 'missingUserType'
  | 'missingBidStage'
  /** The section's id is present, but malformed. */
  | 'malformedGuid'

/** The fields of `getOauth2ByJyxtToken`. */
export interface SignOnQuery {
  readonly BDGuid: string
  readonly token: string
  readonly GCLX?: number
  readonly HangYeLeiBie?: number
  readonly PBType?: number
  readonly BidStage?: number
  readonly UserType?: number
  readonly jyUserType: number
}

export interface SignOnParameters {
  readonly query: SignOnQuery
  readonly course: DestinationParameters
}

/** Reads the sign-on parameters (ACC-13, ACC-14) by the region's names; reports the first missing one. */
export function readSignOnParameters(
  search: URLSearchParams,
  { signOn, userTypes }: Pick<Variant, 'signOn' | 'userTypes'>,
): Result<SignOnParameters, Missing> {
  const token = search.get('token')?.trim()
  const guid = search.get('guid')?.trim()
  const type = wholeNumber(search.get('type'))
  const jyUserType = wholeNumber(search.get('userType'))
  // A platform may use either name for the stage.
  const stage = wholeNumber(search.get('BidStage') ?? search.get('PBType'))
  if (!token) return err('missingToken')
  if (!guid) return err('missingGuid')
  if (type === null) return err('missingType')
  if (jyUserType === null) return err('missingUserType')
  if (stage === null && signOn.stageField === 'BidStage') return err('missingBidStage')
  if (!isGuid.test(guid)) return err('malformedGuid')
  const role = signOn.userTypes[String(jyUserType)]
  const UserType = role && userTypes.accountLogin[role]
  const query: SignOnQuery = {
    BDGuid: guid,
    token,
    jyUserType,
    [signOn.projectTypeField]: type,
    // Only BidStage is required; a missing PBType means every kind.
    [signOn.stageField]: stage ?? 0,
    ...(UserType === undefined ? {} : { UserType }),
  }
  return ok({
    query,
    course: {
      mode: search.get('mode'),
      kbStatusCode: search.get('kbStatusCode'),
      bdbh: search.get('bdbh'),
      autoOpenBidInfo: search.get('autoOpenBidInfo'),
    },
  })
}

const isGuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,2}$/.test(text.trim()) ? Number(text) : null
}
