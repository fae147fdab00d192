import pino from 'pino'
import { calls } from '#protocol/calls.ts'
import { createApp } from './app.ts'
import { routesOf } from './call-routes.ts'
import { healthOperation } from './health.ts'
import { operationOf } from './operation.ts'

/** The API description as a server serves it, made without a server or database. */
export async function describeApi(): Promise<object> {
  const app = await createApp(pino({ level: 'silent' }))
  for (const [name, row] of Object.entries(calls)) {
    for (const { name: operation, call } of routesOf(name, row)) {
      const schema = operationOf(operation, call)
      app.route({ method: call.method, url: call.path, schema, handler: unanswered })
    }
  }
  app.get('/healthz', { schema: healthOperation }, unanswered)
  await app.ready()
  const description = app.swagger()
  await app.close()
  return description
}

async function unanswered(): Promise<never> {
  throw new Error('calls are described here, not answered')
}
