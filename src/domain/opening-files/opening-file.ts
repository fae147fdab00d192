import type { Attachment } from '../objections/attachment.ts'

/**
 * What a file of the opener is for: checking the deposits (保证金核对文件), or recording a problem of the opening
 * (开标问题附件).
 */
export const openingFilePurposes = ['deposit-check', 'problem'] as const
export type OpeningFilePurpose = (typeof openingFilePurposes)[number]

export interface OpeningFile {
  readonly purpose: OpeningFilePurpose
  readonly file: Attachment
  readonly at: string
}

/** The greatest number of files of one purpose in a section (FIL-3). */
export const mostOpeningFiles = 50
