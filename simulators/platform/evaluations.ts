import type { IncomingMessage } from 'node:http'
import { type EvaluationAnswer, evaluationRequest } from '#protocol/evaluation-request.ts'
import type { Language } from '#protocol/messages/codes.ts'
import { type SigningPorts, signedBodies } from './results.ts'
import { platformTexts } from './texts.ts'

/** The platform's evaluation system: bidders evaluate the tenderer of a section, once. */
export interface EvaluationSystem {
  /** The hall asks about one bidder; null for a request that it has not signed, or that cannot be read. */
  answer(request: IncomingMessage, pageUrl: string): Promise<EvaluationAnswer | null>
  /** The page of one bidder. */
  page(query: URLSearchParams, language: Language): string
  /** The bidder has sent the page's form. */
  take(query: URLSearchParams): void
}

export function createEvaluationSystem(hallUrl: string, ports: SigningPorts = {}): EvaluationSystem {
  const readSigned = signedBodies(hallUrl, ports)
  const evaluated = new Set<string>()
  return {
    async answer(request, pageUrl) {
      const body = await readSigned(request)
      const asked = evaluationRequest.safeParse(body && JSON.parse(body.toString()))
      if (!asked.success) return null
      const query = new URLSearchParams(asked.data).toString()
      const isDone = evaluated.has(query)
      return { evaluated: isDone, url: isDone ? null : `${pageUrl}?${query}` }
    },
    page(query, language) {
      const texts = platformTexts[language]
      const isDone = evaluated.has(query.toString())
      return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<title>${texts.evaluation}</title>
<h1>${texts.evaluation}</h1>
${isDone ? `<p>${texts.evaluated}</p>` : `<form method="post"><button>${texts.evaluate}</button></form>`}
</html>`
    },
    take: (query) => void evaluated.add(query.toString()),
  }
}
