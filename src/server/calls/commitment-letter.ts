import { Readable } from 'node:stream'
import { type CommitmentLetter, letterStatus } from '#domain/preparation/commitment-letter.ts'
import { biddersOf } from '#domain/submission/bids.ts'
import { err, ok } from '#lib/result.ts'
import type { letterCalls } from '#protocol/calls/commitment-letter.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'
import { done } from './command.ts'

/** The bidders' commitment letters. */
export function letterHandlers(services: Services): Handlers<typeof letterCalls> {
  const { authority, clock, files, reportRenderer, settings } = services

  /** The letter of the bidder that the query names, else of the caller, as far as the caller may see it. */
  function letterAsked({
    session,
    login,
    query,
  }: CallContext<(typeof letterCalls)['GetCNSUrl' | 'GetCNS']>): [string, CommitmentLetter | undefined] {
    const code = query.EntprsCode ?? login.actor.unitCode ?? ''
    return [code, session.state.letters[code]]
  }

  return {
    async CreateCNS({ session, login: { actor }, commandId, address, language }) {
      const { tender, bidders } = session.state
      const asked = { sessionId: session.id, actor, commandId, address }
      // The letter says when it was made: sent again, it is another one.
      const letter = { type: 'CreateCommitmentLetter', payload: {} } as const
      // The checks of the decision come first, so that no letter is made for a command that will be refused.
      const refused = await authority.precheck(asked, { ...letter, payload: { letterHash: '' } }, letter)
      if (refused) return err(refused)
      const bidder = bidders[actor.unitCode ?? '']
      if (!tender || !bidder) return refuse('unknown-bidder')
      if (session.state.letters[bidder.code])
        return ok({ Result: true, ResultMessage: done(language), seq: session.state.seq })
      const { timeZone } = settings.variant
      const now = clock()
      const { name, code } = bidder
      const pdf = await reportRenderer.render('letter', tender, { name, code }, { language, timeZone, now })
      if (!pdf.ok) return pdf
      const { sha256: letterHash } = await files.put(Readable.from([pdf.value]))
      const made = await authority.decide(asked, { ...letter, payload: { letterHash } }, letter)
      return made.ok ? ok({ Result: true, ResultMessage: done(language), seq: made.value.seq }) : made
    },

    async GetCNSUrl(context) {
      const [code, letter] = letterAsked(context)
      const missing = messageFor(context.language, { code: 'download-missing' })
      return ok({ Result: letter !== undefined, ResultMessage: letter ? addressOf(code) : missing })
    },

    async GetCNS(context) {
      const [code, letter] = letterAsked(context)
      if (!letter) return refuse('not-found')
      const content = await files.read(letter.letterHash)
      if (!content) return refuse('download-missing')
      const { tender } = context.session.state
      const fileName = `${tender?.sectionCode ?? 'section'}-承诺函-${code}.pdf`
      const exported = { kind: 'commitment-letter', format: 'pdf' } as const
      return ok({ fileName, mediaType: 'application/pdf', content, exported })
    },

    async GetTBCnsFileList({ session: { state } }) {
      return ok(biddersOf(state).map(({ code, name }) => rowOf(code, name, state.letters[code])))
    },
  }
}

function rowOf(code: string, name: string, letter: CommitmentLetter | undefined) {
  const signature = letter?.signature
  return {
    EntprsCode: code,
    EntprsName: name,
    IsSaveKbCns: signature ? (1 as const) : (0 as const),
    status: letterStatus(letter),
    url: letter ? addressOf(code) : '',
    letterHash: letter?.letterHash ?? null,
    Signer: signature?.signer ?? '',
    fingerprint: signature?.fingerprint ?? '',
    signTime: signature?.at ?? null,
    jws: signature?.jws ?? '',
  }
}

function addressOf(bidderCode: string): string {
  return `/api/KB_Local/GetCNS?EntprsCode=${encodeURIComponent(bidderCode)}`
}
