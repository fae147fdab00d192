import type { VisibleEntry } from '#domain/log/entry.ts'

/*
 * The baseline of the fold: the shortest loop over parsed entries that changes plain objects. It handles the entries
 * of `fold-log.ts` only.
 */

// biome-ignore lint/suspicious/noExplicitAny: a bare loop over parsed JSON has no types
type Json = any

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table, a row an event type
export function foldBare(state: Json, entries: readonly VisibleEntry[]): void {
  for (const entry of entries as readonly Json[]) {
    state.seq = entry.seq
    const payload = entry.payload
    switch (entry.type) {
      case 'TenderPublished':
        state.tender = payload.tender
        break
      case 'BidderEnrolled':
        state.order.push(payload.bidderCode)
        state.bidders[payload.bidderCode] = {
          code: payload.bidderCode,
          name: payload.name,
          certificate: payload.certificate,
          entered: false,
          enteredAt: null,
          depositEdit: null,
          files: {},
          first: null,
          excluded: false,
          figures: null,
          invalid: null,
          confirmed: 'no',
          confirmation: null,
          signature: null,
          remark: '',
          line: null,
          rowCheck: null,
          origin: null,
        }
        break
      case 'BidSubmitted': {
        const bidder = state.bidders[payload.bidderCode]
        bidder.files[payload.kind] = {
          kind: payload.kind,
          submission: {
            fileId: payload.fileId,
            fileName: payload.fileName,
            ciphertextHash: payload.ciphertextHash,
            contentCommitment: payload.contentCommitment,
            manifest: payload.manifest,
            at: entry.at,
          },
          file: { status: 'sealed' },
          submissions: (bidder.files[payload.kind]?.submissions ?? 0) + 1,
          method: null,
          opened: null,
          fileIdentity: null,
        }
        break
      }
      case 'ParticipantEntered':
        state.entrants[entry.actor] = { role: payload.role, bidderCode: payload.bidderCode }
        state.bidders[payload.bidderCode].entered = true
        state.bidders[payload.bidderCode].enteredAt ??= entry.at
        if (entry.private.address) {
          const entered = entry.private.address.value
          state.bidders[payload.bidderCode].origin = { entered, submitted: null, hardwareSerial: null }
        }
        break
      case 'BidOpeningEntered':
        state.flow = 15
        break
      case 'DecryptionStarted':
        state.status = 'opening'
        state.decryption = {
          limitMinutes: payload.limitMinutes,
          deadline: payload.deadline,
          issuedAt: entry.at,
          closed: false,
          cause: null,
          closedAt: null,
          outages: null,
          extendedMinutes: 0,
          prolongedFor: [],
        }
        break
      case 'BidDecrypted': {
        const bidder = state.bidders[payload.bidderCode].files.technical
        bidder.file = { status: 'decrypted', method: payload.method, at: entry.at }
        bidder.fileIdentity = entry.private.fileIdentity?.value ?? null
        break
      }
      case 'BidImported': {
        const bidder = state.bidders[payload.bidderCode].files.technical
        const method = bidder.file.method
        bidder.file = { status: 'imported', method, at: entry.at, documentCount: payload.documentCount }
        bidder.opened = entry.private.figures?.value ?? null
        break
      }
      case 'BidMarked':
        state.bidders[payload.bidderCode].invalid = payload.invalid ? { note: payload.note } : null
        break
      case 'BidAnnounced':
        state.bidders[payload.bidderCode].figures = payload.figures
        break
      case 'OverviewConfirmed': {
        const bidder = state.bidders[payload.bidderCode]
        bidder.confirmed = payload.by
        bidder.confirmation = payload.signedBy
        break
      }
      case 'BidRemarked':
        state.bidders[payload.bidderCode].remark = payload.remark
        break
      case 'MessagePosted':
        break
    }
  }
}
