import type { captchaCalls } from '#protocol/calls/captcha.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'

/** The slide puzzle of the login by account (ACC-2). */
export function captchaHandlers({ captcha }: Services): Handlers<typeof captchaCalls> {
  return {
    getCaptcha: ({ address }) => captcha.issue(address),
    checkCaptcha: ({ body }) => captcha.check(body.captchaId, body.x, body.track),
  }
}
