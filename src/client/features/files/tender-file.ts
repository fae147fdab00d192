import type { CallAnswer } from '#client/net/api.ts'

export type TenderFile = CallAnswer<'getTenderFileList'>[number]

/** A file to preview, from any of the lists. */
export type ShownFile = Pick<TenderFile, 'fileId' | 'FILE_NAME' | 'size'>
