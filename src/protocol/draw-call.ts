import { z } from 'zod'
import type { DrawKind, DrawRange } from '#domain/draw/kinds.ts'
import { commandCall, type WireCommandOf } from './command-call.ts'
import { outcomeSchema } from './outcome.ts'

/** The names of a call's fields for one part of its draw. */
interface PartFields {
  /** Who draws. */
  readonly drawer: string
  /** Start, end and interval; left out where the candidates are a fixed list. */
  readonly range?: DrawRange
  /** The field of the drawn value that is to be saved. */
  readonly value: string
}

type Draw = WireCommandOf<'DeclareDraw'>['payload']
type Body = Readonly<Record<string, string | undefined>>

const typed = z.string().trim().max(40).default('')
const drawer = z.string().trim().max(50).default('')
const subject = z.string().trim().max(100).default('')
/** The value to be saved, which must be the drawn one (DRW-20). */
const value = z
  .union([z.string().trim().max(40), z.number()])
  .transform(String)
  .optional()

const drawn = outcomeSchema.extend({
  /** The draw; null where none was declared because the value was given. */
  drawId: z.uuid().nullable(),
  /** The values as saved, one for each parameter; empty until the draw is decided. */
  values: z.array(z.string()),
})

const how =
  'Without a value the call declares the draw, to which everybody present contributes, and answers at once; after ' +
  'the draw it answers with the drawn values. A given value must equal the drawn one, which is saved already and ' +
  'cannot be changed.'

/** A call that declares a draw of one kind or saves its values. Its body has the fields of its parts. */
export function drawCall(row: {
  readonly name: string
  readonly what: string
  readonly rules: string
  readonly kind: DrawKind
  readonly parts: readonly PartFields[]
  /** Whether the body has a `subject`. */
  readonly hasSubject?: true
}) {
  const { name, what, rules, kind, parts, hasSubject = false } = row
  return {
    ...commandCall({
      path: `/api/KB_Local/${name}`,
      command: 'DeclareDraw',
      summary: `Draws ${what}. ${how}`,
      rules,
      body: bodySchema(parts, hasSubject),
      toPayload: (body: Body) => ({ kind, subject: body.subject ?? '', parts: partsOf(parts, body) }),
      fromPayload(draw) {
        if (draw.kind !== kind || (!hasSubject && draw.subject !== '')) return null
        const body = bodyOf(parts, draw)
        return body && hasSubject ? { ...body, subject: draw.subject } : body
      },
    }),
    response: drawn,
    /** The values that a body asks to save, one for each part. */
    values: (body: Body) => parts.map((part) => body[part.value]),
  }
}

export type DrawCall = ReturnType<typeof drawCall>

function bodySchema(parts: readonly PartFields[], hasSubject: boolean) {
  const fields: Record<string, typeof typed | typeof value> = hasSubject ? { subject } : {}
  for (const part of parts) {
    for (const field of Object.values(part.range ?? {})) fields[field] = typed
    fields[part.drawer] = drawer
    fields[part.value] = value
  }
  return z.strictObject(fields)
}

function partsOf(parts: readonly PartFields[], body: Body): Draw['parts'] {
  const said = (field: string) => body[field] ?? ''
  return parts.map(({ drawer, range }) => ({
    drawer: said(drawer),
    range: range ? { start: said(range.start), end: said(range.end), interval: said(range.interval) } : null,
  }))
}

/** Null where these fields cannot express the draw's parts. */
function bodyOf(parts: readonly PartFields[], draw: Draw): Record<string, string> | null {
  if (draw.parts.length !== parts.length) return null
  const body: Record<string, string> = {}
  for (const [i, said] of draw.parts.entries()) {
    const fields = parts[i]
    if (!fields || (said.range === null) !== (fields.range === undefined)) return null
    body[fields.drawer] = said.drawer
    if (!fields.range || !said.range) continue
    body[fields.range.start] = said.range.start
    body[fields.range.end] = said.range.end
    body[fields.range.interval] = said.range.interval
  }
  return body
}
