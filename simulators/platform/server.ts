import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { languageOf } from '#protocol/messages/catalogue.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { PlatformClient } from './client.ts'
import { createEvaluationSystem } from './evaluations.ts'
import { actOnLot, type Notice } from './lot-acts.ts'
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
  const notices = new Map<string, Notice>()
  const evaluations = createEvaluationSystem(platform.url, { hall: platform.hall })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://platform')
    switch (`${request.method} ${pathname}`) {
      case 'GET /':
        return send(response, html, platformPage(chosenLanguage(request), sections, desk.results, notices))
      case 'GET /language':
        return keepLanguage(response, searchParams.get('lang'))
      case 'GET /enter': {
        const section = sectionIn(sections, searchParams)
        const person = section?.people.find(({ sub }) => sub === searchParams.get('sub'))
        if (!section || !person) return end(response, 404)
        const location = await platform.arrivalUrl({ person, guid: section.guid, bdbh: section.code })
        return end(response, 303, location)
      }
      case 'GET /certificate': {
        const unitCode = searchParams.get('unit') ?? ''
        const p12 = sectionIn(sections, searchParams)?.certificates.get(unitCode)
        if (!p12) return end(response, 404)
        response.setHeader('content-disposition', `attachment; filename="${unitCode}.p12"`)
        return send(response, 'application/x-pkcs12', p12)
      }
      case 'POST /sections':
        sections.unshift(await bringSection(platform, { ...options, number: sections.length + 1 }))
        return end(response, 303, '/')
      case 'POST /lot': {
        const section = sectionIn(sections, searchParams)
        if (!section) return end(response, 404)
        const language = chosenLanguage(request)
        notices.set(section.guid, await actOnLot(platform, section.guid, searchParams.get('act'), language))
        return end(response, 303, '/')
      }
      case 'POST /evaluation': {
        const answer = await evaluations.answer(request, `http://${request.headers.host}/evaluate`)
        if (!answer) return end(response, 401)
        return send(response, 'application/json', JSON.stringify(answer))
      }
      case 'POST /evaluate':
        evaluations.take(searchParams)
        return end(response, 303, `/evaluate?${searchParams}`)
      case 'GET /evaluate':
        return send(response, html, evaluations.page(searchParams, chosenLanguage(request)))
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
  await once(server.listen(options.port, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    resultUrl: `${url}/results`,
    evaluationUrl: `${url}/evaluation`,
    desk,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

function sectionIn(
  sections: readonly PlatformSection[],
  query: URLSearchParams,
): PlatformSection | undefined {
  return sections.find(({ guid }) => guid === query.get('guid'))
}

function keepLanguage(response: ServerResponse, chosen: string | null): void {
  response.setHeader('set-cookie', `lang=${languageOf(chosen ?? '')}; Path=/; SameSite=Lax; Max-Age=31536000`)
  end(response, 303, '/')
}

/** Chosen by the link on the page, else the browser's. */
function chosenLanguage({ headers }: IncomingMessage): Language {
  const [, chosen] = /(?:^|;\s*)lang=([\w-]+)/.exec(headers.cookie ?? '') ?? []
  return languageOf(chosen ?? headers['accept-language'])
}

const html = 'text/html; charset=utf-8'

function send(response: ServerResponse, mediaType: string, content: string | Uint8Array): void {
  response.setHeader('content-type', mediaType)
  response.end(content)
}

function end(response: ServerResponse, status: number, location?: string): void {
  response.statusCode = status
  if (location !== undefined && status === 303) response.setHeader('location', location)
  response.end()
}
