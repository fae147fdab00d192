import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { cleanTexts } from '#lib/text.ts'
import {
  type EvaluationAnswer,
  type EvaluationRequest,
  evaluationAnswer,
} from '#protocol/evaluation-request.ts'
import { type SignedPostParts, signedPost } from './signed-post.ts'

interface EvaluationDeskParts extends SignedPostParts {
  /** The evaluation system; null: none is connected. */
  readonly url: string | null
  readonly logger: Logger
}

/** Asks the platform's evaluation system about one bidder; null where it does not answer. */
export type EvaluationDesk = (asked: EvaluationRequest) => Promise<EvaluationAnswer | null>

export function createEvaluationDesk({ url, logger, ...parts }: EvaluationDeskParts): EvaluationDesk {
  return async (asked) => {
    if (url === null) return null
    try {
      const answer = await signedPost(parts, url, JSON.stringify(asked), randomUUID())
      if (!answer.ok) throw new Error(`answered ${answer.status}`)
      return evaluationAnswer.parse(cleanTexts(await answer.json()))
    } catch (error) {
      logger.warn({ err: error, section: asked.BDGuid }, 'the evaluation system could not be asked')
      return null
    }
  }
}
