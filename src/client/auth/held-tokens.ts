/*
 * What a tab holds of a login, as it stands in its storage and passes between tabs. Read without a schema library, which
 * would be a tenth of the first page.
 */

/** What renews a login: can be used once, and is repeated under one key when the answer is lost. */
export interface Renewal {
  readonly refreshToken: string
  readonly key: string
  /** By the local clock, in epoch milliseconds. */
  readonly dueAt: number
  /** How often the login was renewed; 0 from a page of an older version. */
  readonly renewals: number
}

/** All tokens of a tab's login, as another tab of the same browser takes them over. */
export interface HeldTokens {
  readonly login: string
  readonly token: string
  readonly renewal: Renewal
  /** The authorizations of sections, by their ids. */
  readonly sections: Readonly<Record<string, string>>
  /** The section entered last. */
  readonly section: string | null
}

/** The renewal that a value is; null for anything else, as from a page of another version. */
export function renewalIn(value: unknown): Renewal | null {
  const fields = objectIn(value)
  const [refreshToken, key] = [textIn(fields.refreshToken), textIn(fields.key)]
  const [dueAt, renewals] = [numberIn(fields.dueAt), numberIn(fields.renewals ?? 0)]
  if (refreshToken === null || key === null || dueAt === null || renewals === null) return null
  return { refreshToken, key, dueAt, renewals }
}

/** The tokens that a value is; null for anything else. */
export function heldTokensIn(value: unknown): HeldTokens | null {
  const fields = objectIn(value)
  const [login, token, renewal] = [textIn(fields.login), textIn(fields.token), renewalIn(fields.renewal)]
  const sections = objectIn(fields.sections)
  const section = fields.section === null ? null : textIn(fields.section)
  const isComplete = fields.section === null || section !== null
  if (login === null || token === null || renewal === null || !isComplete) return null
  if (!Object.values(sections).every((authorization) => typeof authorization === 'string')) return null
  return { login, token, renewal, sections: sections as Record<string, string>, section }
}

/** The fields of an object; none for anything else. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

export function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function numberIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
