import { createHash, randomUUID } from 'node:crypto'
import type { Clock, Random } from '#lib/ports.ts'
import { ok, type Result } from '#lib/result.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { drawPuzzle, pictureHeight, pictureWidth, pieceSize } from './captcha-picture.ts'
import { isPlausible, type TrackPoint } from './captcha-track.ts'
import type { SingleUse } from './single-use.ts'

/** How long a picture may be looked at, and how long a solved one counts, in milliseconds. */
const pictureLifetime = 120_000
const tokenLifetime = 120_000

/** How far off the piece may be let go, in pixels of the picture. */
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

  /** A token for `getOauth1` where the piece lies in its place and came there as a hand moves it. */
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

  /** Whether it is a token of `check`, used for the first time. */
  async function use(captchaToken: string): Promise<boolean> {
    return (await singleUse.take(solved(captchaToken))) !== null
  }

  return { issue, check, use }
}

export type Captcha = ReturnType<typeof createCaptcha>

function solved(captchaToken: string): string {
  return `solved ${createHash('sha256').update(captchaToken).digest('base64url')}`
}
