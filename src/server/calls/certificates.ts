import { ok } from '#lib/result.ts'
import type { certificateCalls } from '#protocol/calls/certificates.ts'
import { licenceLogin } from '../auth/certificate-login.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'

/** The challenge of a login by certificate, and the login by business licence (ACC-4, ACC-5). */
export function certificateHandlers(services: Services): Handlers<typeof certificateCalls> {
  const { certificateChallenge, logins } = services
  return {
    async CAGetCaToken() {
      return ok(await certificateChallenge.issue())
    },

    async licenseLogin({ body, address }) {
      const proven = await licenceLogin(services, body)
      if (!proven.ok) return proven
      const { account, certificate } = proven.value
      return logins.answer(account, { via: 'licence', address, certificate })
    },
  }
}
