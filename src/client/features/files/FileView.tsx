import { Button, Flex } from '@chakra-ui/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { Bar } from '#client/ui/Bar.tsx'
import { type DataColumn, DataTable } from '#client/ui/DataTable.tsx'
import { DownloadIcon, FileIcon } from '#client/ui/icons.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { Moment } from '#client/ui/session/Moment.tsx'
import { saveFile } from '#client/ui/session/save-file.ts'
import { sizeText } from '#client/ui/session/size-text.ts'
import { toast } from '#client/ui/Toast.tsx'
import type { Failure } from '#protocol/outcome.ts'
import { Preview } from './Preview.tsx'
import { previewKind } from './preview-kind.ts'

export type TenderFile = CallAnswer<'getTenderFileList'>[number]

/** Tender documents, clarifications, answers and other files, to look at and to keep (S4). */
export function FileView() {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const [files, setFiles] = useState<readonly TenderFile[] | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [shown, setShown] = useState<TenderFile | null>(null)
  const columns = useFileColumns(setShown)

  const load = useCallback(async () => {
    setFailure(null)
    const answer = await api('getTenderFileList', { session })
    if (answer.ok) setFiles(answer.value)
    else setFailure(answer.error)
  }, [session])
  useEffect(() => void load(), [load])

  return (
    <>
      <Bar step={t('files.title')} sentence={t('files.sentence')} />
      <Panel title={t('files.list')}>
        <DataTable
          caption={t('files.list')}
          columns={columns}
          rows={files}
          rowKey={(file) => file.fileId}
          error={failure && { message: failure.message, code: failure.code, onRetry: () => void load() }}
          empty={t('files.empty')}
        />
      </Panel>
      {shown && <Preview file={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function useFileColumns(onShow: (file: TenderFile) => void): DataColumn<TenderFile>[] {
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
        key: 'type',
        header: t('files.type'),
        cell: (file) => t(`files.types.${file.FUJIANLEIXING}`, { defaultValue: t('files.types.other') }),
        compare: (a, b) => a.FUJIANLEIXING.localeCompare(b.FUJIANLEIXING),
      },
      {
        key: 'size',
        header: t('files.size'),
        align: 'end',
        cell: (file) => sizeText(file.size),
        compare: (a, b) => a.size - b.size,
      },
      {
        key: 'time',
        header: t('files.uploaded'),
        align: 'end',
        cell: (file) => <Moment at={file.uploadTime} />,
        compare: (a, b) => a.uploadTime.localeCompare(b.uploadTime),
      },
      {
        key: 'actions',
        header: t('common.actions'),
        align: 'end',
        cell: (file) => <FileActions file={file} onShow={onShow} />,
      },
    ],
    [t, onShow],
  )
}

function FileActions({ file, onShow }: { file: TenderFile; onShow: (file: TenderFile) => void }) {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    const answer = await api('getTenderFile', { query: { fileId: file.fileId }, session })
    setBusy(false)
    if (answer.ok) saveFile(answer.value, file.FILE_NAME)
    else toast.error(answer.error.message, answer.error.code)
  }

  return (
    <Flex gap="2" justify="flex-end" wrap="wrap">
      {previewKind(file.FILE_NAME) && (
        <Button
          size="xs"
          variant="outline"
          aria-label={t('files.previewOf', { name: file.FILE_NAME })}
          onClick={() => onShow(file)}
        >
          <FileIcon />
          {t('files.preview')}
        </Button>
      )}
      <Button
        size="xs"
        variant="outline"
        loading={busy}
        aria-label={t('files.downloadOf', { name: file.FILE_NAME })}
        onClick={download}
      >
        <DownloadIcon />
        {t('files.download')}
      </Button>
    </Flex>
  )
}
