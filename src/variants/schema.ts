import { z } from 'zod'
import { loginSchema, signOnSchema, userTypesSchema } from './access-schema.ts'
import { bilingual } from './common-schema.ts'
import { sectionListSchema } from './section-list-schema.ts'
import { filesSchema, laterStepsSchema, rulesSchema, shellSchema } from './steps-schema.ts'

/**
 * A regional variant: everything in which one region's hall differs from another's. The specifications name three more
 * differences. Some regions swallow or only log errors on entering and in the flow; here they are always shown. A call
 * takes a value under one of two names; here it takes both. Some regions have test accounts; here the server decides
 * about them (ACC-10).
 */
export const variantSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9-]*$/),
    title: bilingual,
    /** Footer of the home page. */
    footer: z.strictObject({
      organiser: bilingual,
      support: bilingual,
      hotline: z.string(),
      browsers: bilingual,
      resolution: z.string(),
    }),
    /** IANA zone in which times are shown. */
    timeZone: z.string().refine(isTimeZone, 'no such time zone'),
    /** The region's own texts for the screens, by `namespace:key` (VAR-3). */
    texts: z.record(z.string().regex(/^[a-z]+:.+$/), bilingual),
    userTypes: userTypesSchema,
    login: loginSchema,
    signOn: signOnSchema,
    rules: rulesSchema,
    hall: sectionListSchema,
    shell: shellSchema,
    files: filesSchema,
    laterSteps: laterStepsSchema,
    /** Interval for asking the server's clock (POL-1). */
    clockPollMilliseconds: z.literal([5000, 60_000]),
  })
  .superRefine((variant, context) => {
    for (const [path, message] of contradictions(variant)) {
      context.addIssue({ code: 'custom', path, message })
    }
  })
export type Variant = z.infer<typeof variantSchema>

type Contradiction = [path: (string | number)[], message: string]

/** Contradictions between fields: the path to the field that has to change, and why. */
function contradictions({ userTypes, login, rules, hall }: Variant): Contradiction[] {
  const found: Contradiction[] = []
  const codes = Object.entries(userTypes.codes)
  for (const [index, [role, code]] of codes.entries()) {
    const other = codes.slice(0, index).find(([, taken]) => taken === code)
    if (other) found.push([['userTypes', 'codes', role], `${code} is the code of ${other[0]} already`])
  }
  const tabRoles = login.tabs.map(({ role }) => role)
  for (const [index, { role, modes }] of login.tabs.entries()) {
    if (tabRoles.indexOf(role) !== index) {
      found.push([['login', 'tabs', index, 'role'], `${role} has a tab already`])
    }
    for (const [position, mode] of modes.entries()) {
      if (mode === 'qr' || userTypes[`${mode}Login`][role] !== undefined) continue
      const path = ['login', 'tabs', index, 'modes', position]
      found.push([path, `userTypes.${mode}Login has no EnumUserType for ${role}`])
    }
  }
  if (!tabRoles.includes(login.defaultRole)) {
    found.push([['login', 'defaultRole'], `${login.defaultRole} has no tab in login.tabs`])
  }
  const isOffered = login.projectTypes.some(({ code }) => code === login.defaultProjectType)
  if (login.projectTypes.length > 0 && !isOffered) {
    found.push([['login', 'defaultProjectType'], `${login.defaultProjectType} is not in login.projectTypes`])
  }
  if (rules.defaultDecryptionMinutes > 0 && rules.defaultDecryptionMinutes < rules.minimumDecryptionMinutes) {
    found.push([['rules', 'defaultDecryptionMinutes'], 'is less than rules.minimumDecryptionMinutes'])
  }
  const kinds = hall.projectKinds.map(({ code }) => code)
  for (const [index, { projectKind }] of hall.specialties.entries()) {
    if (kinds.includes(projectKind)) continue
    found.push([['hall', 'specialties', index, 'projectKind'], `${projectKind} is not in hall.projectKinds`])
  }
  return found
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
