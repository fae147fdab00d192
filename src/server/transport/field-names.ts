import { z } from 'zod'

/** Names of one thing in the specifications: the envelope (REST-4). */
const synonyms = [['bidstage', 'stageord']] as const

/**
 * The input with its fields named as the schema names them (REST-13): callers write `bidFileId` and `BidFileId`, BidStage
 * and StageOrd. A name that the schema has keeps its value; what it does not know stays, to be refused.
 */
export function namedAs(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof input !== 'object' || input === null) return input
  const known = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
  const own = (name: string) => {
    const small = name.toLowerCase()
    const others = synonyms.find((names) => names.some((one) => one === small)) ?? [small]
    return [small, ...others].flatMap((one) => known.get(one) ?? [])[0] ?? name
  }
  const fields = Object.entries(input)
  if (fields.every(([name]) => name in schema.shape || own(name) === name)) return input
  const renamed = fields
    .filter(([name]) => !(name in schema.shape))
    .map(([name, value]) => [own(name), value] as const)
  return {
    ...Object.fromEntries(renamed),
    ...Object.fromEntries(fields.filter(([name]) => name in schema.shape)),
  }
}
