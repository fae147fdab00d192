import { Box, Button, chakra, Heading, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OverviewTable } from '#client/session/OverviewTable.tsx'
import { useSession } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import type { OpeningRecord } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { recordFileName } from '#protocol/document-names.ts'
import { useRecordFacts } from './use-record-facts.ts'

interface SignedRecordProps {
  readonly record: OpeningRecord
  /** Of the record's envelope. */
  readonly confirmation: SessionState['confirmation']
  readonly envelope: EnvelopeNumber
  /** The record as it is signed: its `recordText`. */
  readonly text: string
  /** The signing bidder's code; their row is marked. */
  readonly ownCode: string
}

/** The opening record as shown for signing (END-16): its facts, the overview, and its exact text. */
export function SignedRecord({ record, confirmation, envelope, text, ownCode }: SignedRecordProps) {
  const { t, i18n } = useTranslation('steps')
  const tender = useSession(({ state }) => state.tender)
  const facts = useRecordFacts(record)
  const name = recordFileName(tender, envelope, i18n.language === 'en' ? 'en' : 'zh-CN', 'text')
  return (
    <Box as="section" aria-label={t('ending.record.title')} borderWidth="1px" rounded="md" p="4">
      <Stack gap="4">
        <Heading as="h3" size="sm">
          {t('ending.record.title')}
        </Heading>
        <DescriptionList items={facts} />
        <OverviewTable
          rows={record.rows}
          tender={tender}
          envelope={envelope}
          side="bidder"
          ownCode={ownCode}
          confirmation={confirmation}
        />
        <ExactText text={text} name={name} />
      </Stack>
    </Box>
  )
}

/** The text whose digest is signed, shown on request or saved as the file `name` with the same bytes. */
function ExactText({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation('steps')
  const [open, setOpen] = useState(false)
  return (
    <chakra.details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <chakra.summary cursor="pointer" textStyle="sm">
        {t('ending.record.exact')}
      </chakra.summary>
      {open && (
        <Stack gap="3" mt="3">
          <Text color="fg.muted" textStyle="sm">
            {t('ending.record.exactHelp')}
          </Text>
          <chakra.pre
            role="region"
            aria-label={t('ending.record.exact')}
            tabIndex={0}
            maxH="20rem"
            overflowY="auto"
            p="3"
            bg="bg.muted"
            rounded="sm"
            fontFamily="mono"
            textStyle="xs"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
          >
            {text}
          </chakra.pre>
          <Button
            size="sm"
            variant="outline"
            alignSelf="flex-start"
            onClick={() => saveFile(new Blob([text], { type: 'application/json' }), name)}
          >
            <DownloadIcon />
            {t('ending.record.save')}
          </Button>
        </Stack>
      )}
    </chakra.details>
  )
}
