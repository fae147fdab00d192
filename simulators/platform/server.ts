import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PlatformClient } from './client.ts'
import { createEvaluationSystem } from './evaluations.ts'
import { actOnLot } from './lot-acts.ts'
import { platformPage } from './page.ts'
import { createResultDesk, type ResultDesk } from './results.ts'
import { bringSection, type PlatformSection } from './sample-section.ts'

export interface PlatformServer {
  readonly url: string
  /** The address to which the hall sends results: its PLATFORM_URL. */
  readonly resultUrl: string
  /** The evaluation system: the hall's EVALUATION_URL. */
  readonly evaluationUrl: string
  readonly desk: ResultDesk
  close(): Promise<void>
}

/** The simulated platform's server on loopback: its page, the entry links and the results. */
export async function servePlatform(
  platform: PlatformClient,
  options: { readonly port: number; readonly seconds: number; readonly desk?: ResultDesk },
): Promise<PlatformServer> {
  const { desk = createResultDesk(platform.url, { hall: platform.hall }) } = options
  const sections: PlatformSection[] = []
  const notices = new Map<string, string>()
  const evaluations = createEvaluationSystem(platform.url, { hall: platform.hall })

  const bring = async () => {
    const { seconds } = options
    sections.unshift(await bringSection(platform, { seconds, number: sections.length + 1 }))
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://platform')
    switch (`${request.method} ${pathname}`) {
      case 'GET /':
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(platformPage(sections, desk.results, notices))
        return
      case 'GET /enter': {
        const section = sections.find(({ guid }) => guid === searchParams.get('guid'))
        const person = section?.people.find(({ sub }) => sub === searchParams.get('sub'))
        if (!section || !person) return end(response, 404)
        const location = await platform.arrivalUrl({ person, guid: section.guid, bdbh: section.code })
        return end(response, 303, location)
      }
      case 'POST /sections':
        await bring()
        return end(response, 303, '/')
      case 'POST /lot': {
        const section = sections.find(({ guid }) => guid === searchParams.get('guid'))
        if (!section) return end(response, 404)
        notices.set(section.guid, await actOnLot(platform, section.guid, searchParams.get('act')))
        return end(response, 303, '/')
      }
      case 'POST /evaluation': {
        const answer = await evaluations.answer(request, `http://${request.headers.host}/evaluate`)
        if (!answer) return end(response, 401)
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(answer))
        return
      }
      case 'POST /evaluate':
        evaluations.take(searchParams)
        return end(response, 303, `/evaluate?${searchParams}`)
      case 'GET /evaluate':
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(evaluations.page(searchParams))
        return
      case 'POST /results':
        return end(response, await desk.take(request))
      default:
        return end(response, 404)
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error))
      end(response, 500)
    })
  })
  await new Promise<void>((done) => server.listen(options.port, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    resultUrl: `${url}/results`,
    evaluationUrl: `${url}/evaluation`,
    desk,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

function end(response: ServerResponse, status: number, location?: string): void {
  response.statusCode = status
  if (location !== undefined && status === 303) response.setHeader('location', location)
  response.end()
}
