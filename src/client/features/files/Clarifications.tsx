import { Box, chakra, Flex, Heading, Spinner, Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallAnswer } from '#client/net/api.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { fileSizeText } from '#client/ui/file-size-text.ts'
import { Panel } from '#client/ui/Panel.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import type { Answer } from '#client/ui/use-answer.ts'
import { FileActions } from './FileActions.tsx'
import { FileTable } from './FileTable.tsx'
import type { ShownFile, TenderFile } from './tender-file.ts'

type Clarification = CallAnswer<'getChengQingList'>[number]

interface ClarificationsProps {
  readonly published: Answer<readonly Clarification[]>
  /** Clarification files; those that no clarification names are listed separately. */
  readonly files: Answer<readonly TenderFile[]>
  readonly onShow: (file: ShownFile) => void
}

/** Clarifications with title, text, time and attachments, latest first (SHL-11). */
export function Clarifications({ published, files, onShow }: ClarificationsProps) {
  const { t } = useTranslation('steps')
  const unattached = useMemo(
    () => unattachedFiles(published.value, files.value),
    [published.value, files.value],
  )
  const { value, failure, again } = published
  if (failure) return <ErrorState title={failure.message} code={failure.code} onRetry={again} />
  if (!value) return <Spinner role="status" aria-label={t('common:loading')} />
  const hasUnattached = unattached !== null && unattached.length > 0
  return (
    <Stack gap="4">
      {value.map((clarification) => (
        <OneClarification key={clarification.id} clarification={clarification} onShow={onShow} />
      ))}
      {(hasUnattached || value.length === 0) && (
        <Panel title={t('files.clarificationFiles')}>
          <FileTable
            caption={t('files.clarificationFiles')}
            files={{ ...files, value: unattached }}
            empty={t('files.empty.clarification')}
            onShow={onShow}
          />
        </Panel>
      )}
    </Stack>
  )
}

function unattachedFiles(
  published: readonly Clarification[] | null,
  files: readonly TenderFile[] | null,
): readonly TenderFile[] | null {
  if (!published || !files) return null
  const attached = new Set(published.flatMap(({ fuJianList }) => fuJianList.map(({ fileId }) => fileId)))
  return files.filter(({ fileId }) => !attached.has(fileId))
}

function OneClarification({
  clarification: { title, content, publish_time, fuJianList },
  onShow,
}: {
  clarification: Clarification
  onShow: (file: ShownFile) => void
}) {
  const { t } = useTranslation('steps')
  return (
    <Box as="article" bg="bg.panel" borderWidth="1px" rounded="lg" p={{ base: '4', md: '5' }}>
      <Flex justify="space-between" align="baseline" gap="3" wrap="wrap">
        <Heading as="h2" size="md">
          {title}
        </Heading>
        <Text color="fg.muted" textStyle="sm">
          {t('files.published')} <Timestamp at={publish_time} />
        </Text>
      </Flex>
      {content && (
        <Text mt="2" whiteSpace="pre-line">
          {content}
        </Text>
      )}
      {fuJianList.length > 0 && (
        <chakra.ul mt="3" listStyleType="none" borderTopWidth="1px">
          {fuJianList.map(({ fileId, file_nale, size }) => (
            <chakra.li
              key={fileId}
              display="flex"
              flexWrap="wrap"
              gap="3"
              alignItems="center"
              justifyContent="space-between"
              pt="3"
            >
              <span>
                {file_nale}{' '}
                <chakra.span color="fg.muted" textStyle="sm">
                  {fileSizeText(size)}
                </chakra.span>
              </span>
              <FileActions file={{ fileId, FILE_NAME: file_nale, size }} onShow={onShow} />
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </Box>
  )
}
