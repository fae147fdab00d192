import type { DrawState } from '../draw/draw-state.ts'
import { canonicalJson } from '../log/canonical-json.ts'
import type { Message } from '../messages/message.ts'
import type { ObjectionState } from '../objections/objection.ts'
import type { BidderState, Submission } from '../submission/bid-state.ts'
import type { SessionState } from './state.ts'

/**
 * Whether a state cannot be that of the same log at a later entry (ALM-4): something that no later entry changes is
 * missing in it, or is another. Both as the same viewer may see them. Most of a state may change, and is not compared.
 */
export function contradicts(before: SessionState, after: SessionState): boolean {
  if (before.seq === 0) return false
  if (after.seq < before.seq) return true
  return differs(lasting(before), lasting(after)) || bidsDiffer(before, after) || drawsDiffer(before, after)
}

/**
 * Whether a state cannot be that of the log that a bidder's preview showed (RIV-2): the bidder's own sealed file, message or
 * objection is missing in it, or is another, though it was not replaced. Both as the same bidder may see them; their
 * entries have other numbers.
 */
export function contradictsPreview(preview: SessionState, log: SessionState): boolean {
  const said = new Set(log.messages.map(withoutSeq))
  return (
    (preview.tender !== null && preview.tender.sectionCode !== log.tender?.sectionCode) ||
    preview.messages.some((message) => !said.has(withoutSeq(message))) ||
    preview.objectionOrder.some((id) => isOtherObjection(preview.objections[id], log.objections[id])) ||
    preview.order.some((code) => lacksSubmission(preview.bidders[code], log.bidders[code]))
  )
}

function withoutSeq({ seq: _, ...message }: Message): string {
  return canonicalJson(message)
}

/** A reply may have come since. */
function isOtherObjection(had: ObjectionState | undefined, has: ObjectionState | undefined): boolean {
  if (!had || !has) return had !== has
  const said = ({ content, attachment, at }: ObjectionState) => canonicalJson({ content, attachment, at })
  const isOtherReply = had.reply !== null && canonicalJson(had.reply) !== canonicalJson(has.reply)
  return isOtherReply || said(had) !== said(has)
}

function lacksSubmission(previewed: BidderState | undefined, bidder: BidderState | undefined): boolean {
  if (!bidder) return true
  return Object.values(previewed?.files ?? {}).some((had) => {
    const has = bidder.files[had.kind]
    const [before, after] = [had.submissions ?? 0, has?.submissions ?? 0]
    const isOther = !has || sealed(had.submission) !== sealed(has.submission)
    return after < before || (after === before && isOther)
  })
}

function sealed({ fileId, ciphertextHash, contentCommitment }: Submission): string {
  return canonicalJson({ fileId, ciphertextHash, contentCommitment })
}

/** What stays as it is once it is there. */
function lasting({ tender, frozen, endedAt, messages, documents }: SessionState) {
  return {
    ...(tender && { section: tender.sectionCode }),
    ...(frozen && { frozen }),
    ...(endedAt !== null && { endedAt }),
    ...byKey(messages, ({ seq }) => `message ${seq}`),
    ...byKey(
      documents.map(({ documentId, sha256 }) => ({ documentId, sha256 })),
      ({ documentId }) => `document ${documentId}`,
    ),
  }
}

/** Once the bids are frozen, no bidder and no sealed file is added or changed; announced figures stay for their round. */
function bidsDiffer(before: SessionState, after: SessionState): boolean {
  if (!before.frozen) return false
  if (canonicalJson(before.order) !== canonicalJson(after.order)) return true
  return before.order.some((code) => {
    const [one, other] = [before.bidders[code], after.bidders[code]]
    if (!one || !other) return one !== other
    const isSameRound = before.stage.number === after.stage.number
    const figures = isSameRound && before.announcement && one.figures ? one.figures : null
    return (
      differs(sealedFiles(one), sealedFiles(other)) ||
      (figures !== null && canonicalJson(figures) !== canonicalJson(other.figures ?? null))
    )
  })
}

function sealedFiles({ files }: BidderState): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.values(files).flatMap((file) => (file ? [[file.kind, file.submission.ciphertextHash]] : [])),
  )
}

function drawsDiffer(before: SessionState, after: SessionState): boolean {
  return before.drawOrder.some((id) => {
    const [one, other] = [before.draws[id], after.draws[id]]
    return one !== undefined && (other === undefined || differs(drawn(one), drawn(other)))
  })
}

function drawn({ kind, parts, outcome }: DrawState) {
  return { kind, parts, ...(outcome && { outcome }) }
}

function byKey<T>(list: readonly T[], keyOf: (item: T) => string): Readonly<Record<string, T>> {
  return Object.fromEntries(list.map((item) => [keyOf(item), item]))
}

/** Whether a field of `before` is missing in `after` or another there. */
function differs(before: object, after: object): boolean {
  const later = after as Readonly<Record<string, unknown>>
  return Object.entries(before).some(
    ([key, value]) => later[key] === undefined || canonicalJson(value) !== canonicalJson(later[key]),
  )
}
