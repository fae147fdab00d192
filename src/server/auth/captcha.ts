import { randomUUID } from 'node:crypto'
import type { Clock, Random } from '#lib/ports.ts'
import { ok, type Result } from '#lib/result.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { createTurns } from '../turns.ts'
import { createWaitingRoom } from '../waiting-room.ts'
import { drawPuzzle, pictureHeight, pictureWidth, pieceSize } from './captcha-picture.ts'
import { isPlausible, type TrackPoint } from './captcha-track.ts'
import { digestOf } from './digest.ts'
import { networkOf } from './network.ts'
import type { SingleUse } from './single-use.ts'

/** Lifetimes of a picture and of the token for its solution, in milliseconds. */
const pictureLifetime = 120_000
const tokenLifetime = 120_000

/** Accepted distance from the right place, in pixels of the picture. */
const tolerance = 5

/** How pictures are drawn (LIM-12): all of a thousand behind one address who log in at the same time get one. */
const drawing = {
  atOnce: 2,
  answerMilliseconds: 30_000,
  mostWaiting: 4000,
  // The class of the call limits those of a network (LIM-1).
  mostWaitingOf: () => Number.POSITIVE_INFINITY,
  busy: refuse('too-many-requests', { seconds: 10 }),
}

/** The slide puzzle of the account login (ACC-2): each picture is tried once, each solution counts once. */
export function createCaptcha(singleUse: SingleUse, clock: Clock, random: Random, draw = drawPuzzle) {
  const { wait } = createWaitingRoom(drawing)
  const turn = createTurns()

  /** A puzzle for whoever asks from this address, when it is their network's turn. */
  const issue = (address: string) => wait(networkOf(address), make)

  async function make() {
    await turn()
    const captchaId = randomUUID()
    const { x, y, background, piece } = await draw(random)
    const expiresAt = new Date(clock() + pictureLifetime)
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
