import { Button, Stack, Text } from '@chakra-ui/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { FilePicker } from '#client/ui/FilePicker.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { importedFile } from '#domain/tender/imported-files.ts'
import { isEncrypted } from '#domain/tender/tender.ts'
import type { TenderFileKind } from '#domain/tender/tender-file.ts'
import { suffixesTaken } from '#protocol/tender-file/manifest.ts'
import { largestFileMegabytes } from '#protocol/upload-limit.ts'
import { useImportForm } from './use-import-form.ts'

interface ImportDialogProps {
  readonly kind: TenderFileKind
  readonly onClose: () => void
}

/** Imports a tender file; a refusal is shown beside the field, in the server's words. */
export function ImportDialog({ kind, onClose }: ImportDialogProps) {
  const { t, i18n } = useTranslation('preparation')
  const formId = useId()
  const { files } = useVariant()
  const projectKind = useSession(({ state }) => state.tender?.projectKind ?? 0)
  const suffixes = suffixesTaken(kind, projectKind, files)
  const { chosen, choose, submit, problem, percentSent } = useImportForm({
    kind,
    suffixes,
    onImported: onClose,
  })
  const busy = percentSent !== null
  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose()
      }}
      title={t('files.importOf', { kind: t(`files.kind.${kind}`) })}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" form={formId} loading={busy} loadingText={t('common:working')}>
            {t('files.import')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="4">
          <ImportEffect kind={kind} />
          <Field
            label={t('files.choose')}
            limit={t('files.limit', {
              suffixes: suffixes.join(i18n.language === 'en' ? ', ' : '、'),
              megabytes: largestFileMegabytes,
            })}
            error={problem}
            required
          >
            <FilePicker
              accept={suffixes.join(',')}
              disabled={busy}
              files={chosen ? [chosen] : []}
              onFiles={([file]) => choose(file ?? null)}
            />
          </Field>
          {percentSent !== null && (
            <Progress
              label={t(percentSent === 100 ? 'files.checking' : 'files.uploading')}
              done={percentSent}
              total={100}
              says={t('files.percent', { percent: percentSent })}
            />
          )}
        </Stack>
      </form>
    </Dialog>
  )
}

/** What the import does to the section, and which file it replaces. */
function ImportEffect({ kind }: { kind: TenderFileKind }) {
  const { t } = useTranslation('preparation')
  const encrypted = useSession(({ state }) => isEncrypted(state))
  const previous = useSession(({ state }) => importedFile(state, kind))
  const effectPrice = encrypted ? 'files.effectPrice' : 'files.effectPricePlain'
  return (
    <>
      <Text>{t(kind === 'control-price' ? effectPrice : 'files.effect')}</Text>
      {previous && <Text>{t('files.replaces', { name: previous.fileName })}</Text>}
    </>
  )
}
