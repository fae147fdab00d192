import { z } from 'zod'
import { bilingual, distinct, namedList, personRoles } from './common-schema.ts'

/** userType on the wire, per role: 3 is an agency, a tenderer or a supervisor, by region. */
export const userTypesSchema = z.strictObject({
  codes: z.record(personRoles, z.number().int().min(1).max(8)),
  /** Roles that act as openers once they are logged in (ACC-9). */
  actAsOpener: distinct(z.enum(['agency', 'tenderer'])),
  /** EnumUserType of a login by account, by certificate and by licence: 2, 4, 6, 8, 9; 3, 5, 7; 5 (ACC-5). */
  accountLogin: z.partialRecord(personRoles, z.number().int()),
  certificateLogin: z.partialRecord(personRoles, z.number().int()),
  licenceLogin: z.partialRecord(personRoles, z.number().int()),
})

export const loginModes = z.enum(['account', 'certificate', 'qr', 'licence'])
export type LoginMode = z.infer<typeof loginModes>

/** The login dialog (ACC-8). */
export const loginSchema = z.strictObject({
  /** In their order, each with its ways in, the first shown first. */
  tabs: z.array(z.strictObject({ role: personRoles, modes: distinct(loginModes).min(1) })).min(1),
  /** The tab that stands open. User type 2 is a bidder on the wire, an opener by EnumUserType; regions differ. */
  defaultRole: z.enum(['bidder', 'opener']),
  /** The switch on the certificate tab: project types to choose from; one or none shows no switch (ACC-11). */
  projectTypes: namedList,
  defaultProjectType: z.number().int(),
  /** TBWJ_CA_Type by certificate provider, the region's first choice first (REST-7). */
  certificateProviders: z.array(z.strictObject({ type: z.literal([1, 2, 3]), name: bilingual })).min(1),
})

/** Arriving from the trading platform (ACC-13 to ACC-15). */
export const signOnSchema = z.strictObject({
  /** The platform's user types to ours, by role (ACC-14). */
  userTypes: z.record(z.string().regex(/^\d$/), personRoles),
  /** Under which name the project type is sent on: GCLX or HangYeLeiBie. */
  projectTypeField: z.enum(['GCLX', 'HangYeLeiBie']),
  /** Which of the two names the stage has; a missing BidStage is refused where it is the one. */
  stageField: z.enum(['PBType', 'BidStage']),
})
