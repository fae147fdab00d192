import { Tabs } from '@chakra-ui/react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { api } from '#client/net/api.ts'
import { BackToStep } from '#client/session/BackToStep.tsx'
import { useTenderImport } from '#client/session/use-tender-import.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { StepBar } from '#client/ui/StepBar.tsx'
import { TabStrip } from '#client/ui/TabStrip.tsx'
import { useAnswer } from '#client/ui/use-answer.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { importedFiles } from '#domain/tender/imported-files.ts'
import { Clarifications } from './Clarifications.tsx'
import { FileTable } from './FileTable.tsx'
import { TenderFilePreview } from './TenderFilePreview.tsx'
import type { ShownFile, TenderFile } from './tender-file.ts'

const kinds = ['tender', 'clarification', 'answer', 'other'] as const
type Kind = (typeof kinds)[number]

/** Tender documents, clarifications, answers and other files, to preview and to download (SHL-11). */
export function FileView() {
  const { t } = useTranslation('steps')
  const empty = useEmptyText()
  const [kind, setKind] = useKind()
  const [shown, setShown] = useState<ShownFile | null>(null)
  const session = useSessionId()
  // The list changes with the imported files that the viewer may see.
  const imported = useSession(({ state }) =>
    importedFiles(state)
      .map(({ fileId }) => fileId)
      .join(),
  )
  const files = useAnswer(
    // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `imported` repeats the request
    useCallback((signal: AbortSignal) => api('getTenderFileList', { session, signal }), [session, imported]),
  )
  const clarified = useAnswer(
    useCallback((signal: AbortSignal) => api('getChengQingList', { session, signal }), [session]),
  )
  const ofKind = useMemo(
    () => files.value?.filter((file) => kindOf(file) === kind) ?? null,
    [files.value, kind],
  )
  return (
    <>
      <StepBar step={t('files.title')} sentence={t('files.sentence')} action={<BackToStep />} />
      <Tabs.Root
        value={kind}
        onValueChange={(change) => setKind(change.value as Kind)}
        lazyMount
        unmountOnExit
      >
        <TabStrip shown={kind} label={t('files.title')}>
          {kinds.map((one) => (
            <Tabs.Trigger key={one} value={one} px={{ base: '3', md: '4' }}>
              {t(`files.kinds.${one}`)}
            </Tabs.Trigger>
          ))}
        </TabStrip>
        <Tabs.Content value={kind} pt="4">
          {kind === 'clarification' ? (
            <Clarifications published={clarified} files={{ ...files, value: ofKind }} onShow={setShown} />
          ) : (
            <Panel title={t(`files.kinds.${kind}`)}>
              <FileTable
                caption={t(`files.kinds.${kind}`)}
                files={{ ...files, value: ofKind }}
                empty={empty(kind)}
                onShow={setShown}
              />
            </Panel>
          )}
        </Tabs.Content>
      </Tabs.Root>
      {shown && <TenderFilePreview file={shown} onClose={() => setShown(null)} />}
    </>
  )
}

/** The text for a list without files, of tender documents by who imports them. */
function useEmptyText(): (kind: Kind) => string {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const tenderImport = useTenderImport()
  return (kind) => {
    if (kind !== 'tender') return t(`files.empty.${kind}`)
    return tenderImport === 'own' ? say({ code: 'tender-file-missing' }) : t(`files.emptyOf.${tenderImport}`)
  }
}

/** A file of an unknown kind counts as another file. */
function kindOf(file: TenderFile): Kind {
  return kinds.find((kind) => kind === file.FUJIANLEIXING) ?? 'other'
}

/** The kind in the address, so that the header's menu can link to it and a reload keeps it. */
function useKind(): [Kind, (kind: Kind) => void] {
  const [search, setSearch] = useSearchParams()
  const asked = kinds.find((kind) => kind === search.get('kind')) ?? 'tender'
  return [asked, (kind) => setSearch({ kind }, { replace: true })]
}
