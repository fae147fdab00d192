import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { fileSizeText } from '#client/ui/file-size-text.ts'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { type Answer, tableError } from '#client/ui/use-answer.ts'
import { FileActions } from './FileActions.tsx'
import type { ShownFile, TenderFile } from './tender-file.ts'

interface FileTableProps {
  readonly caption: string
  readonly files: Answer<readonly TenderFile[]>
  readonly empty: string
  readonly onShow: (file: ShownFile) => void
}

/** Files of one kind with their size and upload time. */
export function FileTable({ caption, files, empty, onShow }: FileTableProps) {
  const columns = useFileColumns(onShow)
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={files.value}
      rowKey={(file) => file.fileId}
      error={tableError(files)}
      empty={empty}
    />
  )
}

function useFileColumns(onShow: (file: ShownFile) => void): DataColumn<TenderFile>[] {
  const { t } = useTranslation('steps')
  return useMemo(
    () => [
      {
        key: 'name',
        header: t('files.name'),
        isRowHeader: true,
        cell: (file) => file.FILE_NAME,
        compare: (a, b) => a.FILE_NAME.localeCompare(b.FILE_NAME, 'zh-CN'),
      },
      {
        key: 'size',
        header: t('files.size'),
        align: 'end',
        cell: (file) => fileSizeText(file.size),
        compare: (a, b) => a.size - b.size,
      },
      {
        key: 'time',
        header: t('files.uploaded'),
        align: 'end',
        cell: (file) => <Timestamp at={file.uploadTime} />,
        compare: (a, b) => a.uploadTime.localeCompare(b.uploadTime),
      },
      {
        key: 'actions',
        header: t('common.actions'),
        align: 'end',
        bare: true,
        cell: (file) => <FileActions file={file} onShow={onShow} />,
      },
    ],
    [t, onShow],
  )
}
