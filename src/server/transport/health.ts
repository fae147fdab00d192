import { z } from 'zod'
import { failedResponse } from './operation.ts'

/** The API description's entry of the health check for load balancers. */
export const healthOperation = {
  operationId: 'getHealth',
  summary: 'Whether this node answers and reaches its database',
  tags: ['node'],
  security: [],
  response: {
    200: z.strictObject({ status: z.literal('ok'), time: z.iso.datetime() }),
    '5XX': failedResponse,
  },
}
