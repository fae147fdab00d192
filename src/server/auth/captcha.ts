import { randomUUID } from 'node:crypto'
import type { Clock, Random } from '#lib/ports.ts'
import { ok, type Result } from '#lib/result.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { drawPuzzle, pictureHeight, pictureWidth, pieceSize } from './captcha-picture.ts'
import { isPlausible, type TrackPoint } from './captcha-track.ts'
import { digestOf } from './digest.ts'
import type { SingleUse } from './single-use.ts'

/** Lifetimes of a picture and of the token for its solution, in milliseconds. */
const pictureLifetime = 120_000
const tokenLifetime = 120_000

/** Accepted distance from the right place, in pixels of the picture. */
const tolerance = 5

/** The slide puzzle of the account login (ACC-2): each picture is tried once, each solution counts once. */
export function createCaptcha(singleUse: SingleUse, clock: Clock, random: Random) {
  async function issue() {
    const captchaId = randomUUID()
    const expiresAt = new Date(clock() + pictureLifetime)
    const { x, y, background, piece } = await drawPuzzle(random)
    await singleUse.put(`captcha ${captchaId}`, String(x), expiresAt)
    return {
      captchaId,
      background,
      piece,
      width: pictureWidth,
      height: pictureHeight,
      pieceWidth: pieceSize,
      pieceY: y,
      expiresAt: expiresAt.toISOString(),
    }
  }

  /** A token for `getOauth1` where the piece is in its place and its track is plausible. */
  async function check(
    captchaId: string,
    x: number,
    track: readonly TrackPoint[],
  ): Promise<Result<{ captchaToken: string }, Refusal>> {
    const answer = await singleUse.take(`captcha ${captchaId}`)
    if (answer === null) return refuse('captcha-expired')
    if (Math.abs(x - Number(answer)) > tolerance || !isPlausible(track, x)) return refuse('captcha-wrong')
    const captchaToken = Buffer.from(random(24)).toString('base64url')
    await singleUse.put(solved(captchaToken), '', new Date(clock() + tokenLifetime))
    return ok({ captchaToken })
  }

  /** True once for a token of `check` that has not expired. */
  async function use(captchaToken: string): Promise<boolean> {
    return (await singleUse.take(solved(captchaToken))) !== null
  }

  return { issue, check, use }
}

export type Captcha = ReturnType<typeof createCaptcha>

function solved(captchaToken: string): string {
  return `solved ${digestOf(captchaToken)}`
}
