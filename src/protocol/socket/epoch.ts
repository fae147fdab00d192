import { sha256Hex } from '#domain/log/canonical-json.ts'
import { genesisHash } from '#domain/log/entry.ts'
import { previewGenesis } from '#domain/session/preview.ts'
import { withoutKept } from './restored-epoch.ts'

/*
 * An epoch names one log. The epoch of a bidder's preview (RIV-1) names the log's own epoch and the bidder, so that a
 * client can tell the change to the log itself, which it expects, from any other.
 */

const previewEpoch = /^preview\.([^.]+)\.[0-9a-f]{8}$/

/** The epoch of a bidder's preview of a log. */
export function epochOfPreview(epoch: string, unitCode: string): string {
  return `preview.${withoutKept(epoch)}.${sha256Hex(unitCode).slice(0, 8)}`
}

/** Whether `preview` is the epoch of a preview of the log of this epoch. */
export function isPreviewOf(preview: string, epoch: string): boolean {
  return previewedEpoch(preview) === withoutKept(epoch)
}

/** The log's epoch of which this epoch is a preview, without what was kept; null where it is no preview. */
export function previewedEpoch(epoch: string): string | null {
  return previewEpoch.exec(epoch)?.[1] ?? null
}

/** What the first entry of an epoch continues. */
export function startOfEpoch(session: string, epoch: string): string {
  return previewedEpoch(epoch) === null ? genesisHash(session) : previewGenesis(session)
}
