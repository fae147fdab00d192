import { z } from 'zod'
import { attachmentSchema } from '../objections/attachment.ts'
import { type Audience, everybody, staffAndSupervisor } from '../session/audience.ts'
import { eventRow, type SeenEvent } from '../session/event-row.ts'
import { type OpeningFilePurpose, openingFilePurposes } from './opening-file.ts'

const purpose = z.enum(openingFilePurposes)

export const openingFileEvents = {
  OpeningFileAdded: eventRow({
    version: 1,
    payload: z.strictObject({ purpose, file: attachmentSchema }),
    fold(draft, { payload: { purpose, file }, at }) {
      draft.openingFiles = [...draft.openingFiles, { purpose, file, at }]
    },
    writes: [],
    seenBy: whoSees,
  }),

  /** `name`: of the removed file, for the log. */
  OpeningFileRemoved: eventRow({
    version: 1,
    payload: z.strictObject({ purpose, fileId: z.string(), name: z.string() }),
    fold(draft, { payload }) {
      draft.openingFiles = draft.openingFiles.filter(({ file }) => file.fileId !== payload.fileId)
    },
    writes: [],
    seenBy: whoSees,
  }),
} as const

/** Problems of the opening are everybody's; what deposits are checked with names bidders and their accounts. */
function whoSees({ payload }: SeenEvent<{ readonly purpose: OpeningFilePurpose }>): Audience {
  return payload.purpose === 'problem' ? everybody : staffAndSupervisor
}
