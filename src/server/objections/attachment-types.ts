import type { AttachmentKind } from '#domain/objections/attachment.ts'

/** Media types of attachments by kind. */
export const attachmentMediaTypes: Readonly<Record<AttachmentKind, string>> = {
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}
