import type { IncomingMessage } from 'node:http'
import { type EvaluationAnswer, evaluationRequest } from '#protocol/evaluation-request.ts'
import { type SigningPorts, signedBodies } from './results.ts'

/** The platform's evaluation system: bidders evaluate the tenderer of a section, once. */
export interface EvaluationSystem {
  /** The hall asks about one bidder; null for a request that it has not signed, or that cannot be read. */
  answer(request: IncomingMessage, pageUrl: string): Promise<EvaluationAnswer | null>
  /** The page of one bidder. */
  page(query: URLSearchParams): string
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
    page: (query) => `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<title>招标人评价（模拟）</title>
<h1>招标人评价（模拟）</h1>
${
  evaluated.has(query.toString())
    ? '<p>该项目已参与评价！</p>'
    : '<form method="post"><button>提交评价</button></form>'
}
</html>`,
    take: (query) => void evaluated.add(query.toString()),
  }
}
