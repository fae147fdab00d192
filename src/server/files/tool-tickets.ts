import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '#lib/ports.ts'
import type { Variant } from '#variants/schema.ts'

/** One file, and the login that the ticket was issued to. */
const ticketSchema = z.object({ fileName: z.string(), sha256: z.string(), login: z.uuid() })
export type Ticket = z.infer<typeof ticketSchema>

const issuer = 'kaibiao'
/** Not the audience of the logins' tokens: neither is accepted in place of the other. */
const audience = 'kaibiao-tool'

/** In milliseconds; the tool fetches the file when it starts. */
export const ticketLifetime = 300_000

/**
 * Tickets for the region's tool on a user's machine, which has no login (REST-8). Anybody who has a ticket can use it,
 * also repeatedly and from another address than the browser's. It is limited to one file, five minutes, a number of
 * requests and the login of its user.
 */
export function createToolTickets(secret: Uint8Array, clock: Clock, launcher: Variant['files']['launcher']) {
  /** The address for the tool; null where the region has no tool for such files. */
  async function addressOf({ fileName, sha256, login }: Ticket): Promise<string | null> {
    if (!launcher?.suffixes.some((suffix) => fileName.toLowerCase().endsWith(suffix))) return null
    const ticket = await new SignJWT({ fileName, sha256, login })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime(Math.floor((clock() + ticketLifetime) / 1000))
      .sign(secret)
    return `/api/KB_Local/getToolFile?ticket=${ticket}`
  }

  /** A valid ticket of this server, else null. The caller checks its login. */
  async function read(ticket: string): Promise<Ticket | null> {
    try {
      const currentDate = new Date(clock())
      const { payload } = await jwtVerify(ticket, secret, {
        ...{ issuer, audience, algorithms: ['HS256'], currentDate },
      })
      return ticketSchema.parse(payload)
    } catch {
      return null
    }
  }

  return { addressOf, read }
}

export type ToolTickets = ReturnType<typeof createToolTickets>
