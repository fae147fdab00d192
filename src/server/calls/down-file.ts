import { refusal } from '#domain/session/permissions.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Call } from '#protocol/call.ts'
import type { downFileCalls } from '#protocol/calls/down-file.ts'
import { calls } from '#protocol/calls.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { CallContext, Download, Handler, Handlers } from '../transport/handler.ts'

/** The calls that answer a file, with the field that names it. */
const downloads = {
  getTenderFile: 'fileId',
  getReportFile: 'fileId',
  getBidOpenFuJian: 'id',
  GetBaoZhengJinHeDuiWenJian: 'fileID',
  getYiYiFuJian: 'objectionFileGuid',
  getBidFile: 'BidFileId',
  GetCNS: 'EntprsCode',
} as const
type DownloadCall = keyof typeof downloads
const names = Object.keys(downloads) as DownloadCall[]

type Asking = CallContext<(typeof downFileCalls)['DownFile']>

/** One address for the files of a section, each given by its own call to whom that call gives it (REST-14). */
export function downFileHandlers(
  handlers: Readonly<Record<DownloadCall, unknown>>,
): Handlers<typeof downFileCalls> {
  async function read(name: DownloadCall, id: string, context: Asking): Promise<Result<Download, Refusal>> {
    const call: Call = calls[name]
    const query = call.query?.safeParse({ [downloads[name]]: id })
    if (!query?.success) return refuse('not-found')
    const refused = call.action && refusal(context.session.state, context.login.actor, call.action)
    if (refused) return err(refused)
    // The table of calls is wider than what its rows share; all of these answer a file.
    const handler = handlers[name] as Handler<Call>
    return (await handler({ ...context, query: query.data, body: undefined } as never)) as Result<
      Download,
      Refusal
    >
  }

  /** An id does not say of what: the first call that has such a file answers. */
  async function readAny(id: string, context: Asking): Promise<Result<Download, Refusal>> {
    for (const name of names) {
      if (name === 'GetCNS') continue
      const found = await read(name, id, context)
      if (found.ok || !unknown.has(found.error.code)) return found
    }
    return refuse('not-found')
  }

  return {
    async DownFile(context) {
      const { BidProjGuid, FileFullName, FileShowName } = context.query
      if (BidProjGuid !== undefined && BidProjGuid !== context.session.id) return refuse('not-found')
      const address = addressed(FileFullName)
      const found = address
        ? await read(address.name, address.id, context)
        : await readAny(FileFullName, context)
      if (!found.ok || !FileShowName) return found
      return ok({ ...found.value, fileName: FileShowName.replaceAll(/[\\/]/g, '_') })
    },
  }
}

/** Refusals that leave it open whether another call has the file. */
const unknown: ReadonlySet<string> = new Set(['not-found', 'unknown-file', 'forbidden'])

/** The call and the id of an address such as `/api/KB_Local/getTenderFile?fileId=…`; null for anything else. */
function addressed(text: string): { readonly name: DownloadCall; readonly id: string } | null {
  const name = names.find((one) => text.startsWith(`${calls[one].path}?`))
  const id = name && new URLSearchParams(text.slice(text.indexOf('?'))).get(downloads[name])
  return name && id ? { name, id } : null
}
