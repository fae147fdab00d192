import { z } from 'zod'
import { bilingual, distinct, namedList, personRoles } from './common-schema.ts'

/** userType on the wire by role: 3 is an agency, a tenderer or a supervisor, depending on the region. */
export const userTypesSchema = z.strictObject({
  codes: z.record(personRoles, z.number().int().min(1).max(8)),
  /** Roles that act as openers once they are logged in (ACC-9). */
  actAsOpener: distinct(z.enum(['agency', 'tenderer'])),
  /** EnumUserType of a login by account (2, 4, 6, 8, 9), by certificate (3, 5, 7) and by licence (5; ACC-5). */
  accountLogin: z.partialRecord(personRoles, z.number().int()),
  certificateLogin: z.partialRecord(personRoles, z.number().int()),
  licenceLogin: z.partialRecord(personRoles, z.number().int()),
})

export const loginModes = z.enum(['account', 'certificate', 'qr', 'licence'])
export type LoginMode = z.infer<typeof loginModes>

/** The login dialog (ACC-8). */
export const loginSchema = z.strictObject({
  /** The tabs in order, each with its login modes, the first of which is shown first. */
  tabs: z.array(z.strictObject({ role: personRoles, modes: distinct(loginModes).min(1) })).min(1),
  /** The tab shown first. User type 2 is a bidder on the wire but an opener by EnumUserType; regions differ. */
  defaultRole: z.enum(['bidder', 'opener']),
  /** The project types of the switch on the certificate tab; fewer than two show no switch (ACC-11). */
  projectTypes: namedList,
  defaultProjectType: z.number().int(),
  /** TBWJ_CA_Type by certificate provider, the region's first choice first (REST-7). */
  certificateProviders: z.array(z.strictObject({ type: z.literal([1, 2, 3]), name: bilingual })).min(1),
})

/** Arrivals from the trading platform (ACC-13 to ACC-15). */
export const signOnSchema = z.strictObject({
  /** Our roles by the platform's user types (ACC-14). */
  userTypes: z.record(z.string().regex(/^\d$/), personRoles),
  /** The name under which the project type is passed on. */
  projectTypeField: z.enum(['GCLX', 'HangYeLeiBie']),
  /** The name of the stage; where it is BidStage, a missing one is refused. */
  stageField: z.enum(['PBType', 'BidStage']),
})
