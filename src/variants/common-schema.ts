import { z } from 'zod'

export const bilingual = z.strictObject({ zh: z.string().min(1), en: z.string().min(1) })
export const minutes = z.number().int().min(1).max(1440)

/** The roles of people who log in. */
export const personRoles = z.enum(['bidder', 'opener', 'supervisor', 'agency', 'tenderer'])
export type PersonRole = z.infer<typeof personRoles>

/** Roles that may see data of all bidders. */
export const watcherRoles = personRoles.exclude(['bidder'])

/** A code with its name. */
const named = z.strictObject({ code: z.number().int().min(0), name: bilingual })

/** A list of codes in the variant's order (VAR-4). */
export const namedList = z.array(named).superRefine((list, context) => {
  for (const [index, { code }] of list.entries()) {
    if (list.findIndex((other) => other.code === code) === index) continue
    context.addIssue({ code: 'custom', path: [index, 'code'], message: `code ${code} is there twice` })
  }
})

/** A list without repeated items. */
export function distinct<T extends z.ZodType>(item: T) {
  return z.array(item).superRefine((list, context) => {
    for (const [index, value] of list.entries()) {
      if (list.indexOf(value) === index) continue
      context.addIssue({ code: 'custom', path: [index], message: `"${value}" is there twice` })
    }
  })
}
