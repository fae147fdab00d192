import type { CallAnswer } from '#client/net/api.ts'

export type TenderFile = CallAnswer<'getTenderFileList'>[number]

/** A file to look at, from whichever list. */
export type ShownFile = Pick<TenderFile, 'fileId' | 'FILE_NAME' | 'size'>
