import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '#lib/ports.ts'
import type { Variant } from '#variants/schema.ts'

/** One file, by what it holds, and the login that the ticket was issued to. */
const ticketSchema = z.object({ fileName: z.string(), sha256: z.string(), login: z.uuid() })
export type Ticket = z.infer<typeof ticketSchema>

const issuer = 'kaibiao'
/** Another audience than the logins' tokens have: a ticket opens no other call, and a token no file here. */
const audience = 'kaibiao-tool'

/** How long a ticket is good for, in milliseconds: the tool fetches the file as it starts. */
export const ticketLifetime = 300_000

/**
 * Tickets with which the region's tool on a user's own machine, which has no login here, fetches one file that the
 * user might fetch when it was issued (REST-8). A ticket is good for whoever has it: the tool
 * may ask again, and by another road than the browser. What bounds it is the one file, its time, how often it may be
 * asked with, and that it ends with its login.
 */
export function createToolTickets(secret: Uint8Array, clock: Clock, launcher: Variant['files']['launcher']) {
  /** The address for the tool; null where the region has none, or no use for such a file. */
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

  /** What a ticket of ours is for; null for anything else, and once it has expired. Whether its login stands is not said. */
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
