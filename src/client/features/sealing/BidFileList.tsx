import { Box, Button, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { StatusBadge, type Tone } from '#client/ui/StatusBadge.tsx'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import type { AskedBidFile, SealingInfo } from './use-sealing-info.ts'

interface BidFileListProps {
  readonly info: SealingInfo
  readonly closed: boolean
  /** The file whose form is open. */
  readonly shown: BidFileKind | null
  readonly onSeal: (kind: BidFileKind) => void
}

/** The files of the bid, each sealed separately, and those still missing for a complete bid. */
export function BidFileList({ info, closed, shown, onSeal }: BidFileListProps) {
  const { t } = useTranslation('sealing')
  const double = info.bidFiles.some(({ envelope }) => envelope === 2)
  return (
    <Box data-no-print>
      <Panel title={t('bidFiles')}>
        <Stack gap="4">
          {!closed && (
            <Notice tone={info.isComplete ? 'done' : 'warning'}>
              {t(info.isComplete ? 'complete' : info.encrypted ? 'incomplete' : 'incompletePlain')}
            </Notice>
          )}
          <chakra.ul listStyleType="none" display="grid" gap="2">
            {info.bidFiles.map((asked) => (
              <Row
                key={asked.kind}
                asked={asked}
                double={double}
                isShown={!closed && asked.kind === shown}
                onSeal={closed || asked.kind === shown ? null : () => onSeal(asked.kind)}
              />
            ))}
          </chakra.ul>
        </Stack>
      </Panel>
    </Box>
  )
}

interface RowProps {
  readonly asked: AskedBidFile
  readonly double: boolean
  /** Its form is open below. */
  readonly isShown: boolean
  readonly onSeal: (() => void) | null
}

function Row({ asked, double, isShown, onSeal }: RowProps) {
  const { t } = useTranslation('sealing')
  const { kind, envelope, required, submitted } = asked
  const name = t(`steps:file.kind.${kind}`)
  const standing = submitted ? 'fileIn' : required ? 'fileMissing' : 'fileOptional'
  return (
    <Flex
      as="li"
      align="center"
      gap="3"
      wrap="wrap"
      borderWidth="1px"
      rounded="md"
      px="3"
      py="2"
      minH="12"
      aria-current={isShown ? 'step' : undefined}
      _currentStep={{ bg: 'bg.info', borderColor: 'info.solid' }}
    >
      <Text fontWeight="medium">{name}</Text>
      {double && (
        <Text color="fg.muted" textStyle="sm">
          {t(`envelope${envelope}`)}
        </Text>
      )}
      <StatusBadge tone={tones[standing]}>{t(standing)}</StatusBadge>
      {isShown && (
        <Text ms="auto" textStyle="sm" fontWeight="medium">
          {t('fileShown')}
        </Text>
      )}
      {onSeal && (
        <Button
          size="xs"
          variant="outline"
          ms="auto"
          aria-label={`${t(submitted ? 'replaceFile' : 'sealFile')}: ${name}`}
          onClick={onSeal}
        >
          {t(submitted ? 'replaceFile' : 'sealFile')}
        </Button>
      )}
    </Flex>
  )
}

const tones = {
  fileIn: 'done',
  fileMissing: 'waiting',
  fileOptional: 'neutral',
} as const satisfies Record<string, Tone>
