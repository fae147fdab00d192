import { z } from 'zod'
import { everybody, staffAndSupervisor } from '../session/audience.ts'
import { eventRow } from '../session/event-row.ts'
import { isStaffOrSupervisor } from '../session/viewer.ts'
import { earlierTenderDefaults, recordedTenderSchema } from './tender.ts'
import {
  disclosedControlPriceSchema,
  setControlPriceSchema,
  tenderAttachmentsSchema,
  tenderContentSchema,
  tenderFileKinds,
  tenderFileSchema,
  tenderParts,
  withContent,
} from './tender-file.ts'

export const tenderEvents = {
  /**
   * Version 2: adds the number of envelopes; 3: opening mode, pre-review, deposit form and bid files; 4: `encrypted:
   * false` takes effect (bids of earlier tenders are always sealed to bidders' one-time keys).
   */
  TenderPublished: eventRow({
    version: 4,
    payload: z.strictObject({ tender: recordedTenderSchema }),
    upcast: ({ tender }: { tender: object }) => ({
      tender: { ...earlierTenderDefaults, ...tender, encrypted: true },
    }),
    fold(draft, { payload }) {
      draft.tender = payload.tender
    },
    writes: [],
    seenBy: everybody,
  }),

  /** A tender file of step 1: `content` and `controlPrice` were read from it, `changed` names the parts it changed. */
  TenderFileImported: eventRow({
    version: 1,
    payload: z.strictObject({
      kind: z.enum(tenderFileKinds),
      file: tenderFileSchema,
      replaces: z.string().nullable(),
      isRead: z.boolean(),
      attachments: tenderAttachmentsSchema,
      content: tenderContentSchema.nullable(),
      controlPrice: setControlPriceSchema.nullable(),
      changed: z.array(z.enum(tenderParts)),
    }),
    fold(draft, { payload, at }) {
      const { kind, file, isRead, attachments, content, controlPrice } = payload
      const imported = { ...file, at, isRead, attachments }
      if (kind === 'control-price') {
        const { price, remark } = controlPrice ?? draft.controlPrice ?? { price: null, remark: '' }
        const typed = controlPrice === null && (draft.controlPrice?.typed ?? false)
        draft.controlPrice = { price, remark, file: imported, disclosed: false, typed }
        return
      }
      draft.tenderFiles = { ...draft.tenderFiles, [kind]: imported }
      if (draft.tender && content) draft.tender = withContent(draft.tender, content)
    },
    writes: [],
    // A control-price file's name and size can reveal the price.
    seenBy: ({ payload }) => (payload.kind === 'control-price' ? staffAndSupervisor : everybody),
  }),

  EvaluationParametersSet: eventRow({
    version: 1,
    payload: z.strictObject({
      changes: z.strictObject({
        industry: z.number().int().optional(),
        billOfQuantities: z.boolean().optional(),
        drawNote: z.string().optional(),
      }),
      controlPriceSet: z.boolean(),
    }),
    private: z.strictObject({ controlPrice: setControlPriceSchema.nullable() }),
    fold(draft, event) {
      if (draft.tender) draft.tender = { ...draft.tender, ...event.payload.changes }
      const set = event.private.controlPrice?.value
      if (!set) return
      const before = draft.controlPrice
      const typed = (before?.typed ?? false) || set.price !== (before?.price ?? null)
      draft.controlPrice = { ...set, file: before?.file ?? null, disclosed: false, typed }
    },
    writes: [],
    seenBy: everybody,
    // Only for the opener's side and the supervisor until it is disclosed (TEN-13).
    privateSeenBy: isStaffOrSupervisor,
  }),

  ControlPriceDisclosed: eventRow({
    version: 1,
    payload: disclosedControlPriceSchema,
    fold(draft, { payload }) {
      const { price, remark } = payload
      draft.controlPrice = { ...payload, disclosed: true, typed: draft.controlPrice?.typed ?? false }
      if (!draft.tender || price === null) return
      draft.tender = { ...draft.tender, ceilingPrice: price, ceilingRemark: remark }
    },
    writes: [],
    seenBy: everybody,
  }),
} as const
