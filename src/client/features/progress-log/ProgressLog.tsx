import { Button, chakra, Flex, Heading, Text, useMediaQuery } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSessionId } from '#client/store/session-provider.tsx'
import { ChevronIcon, ExpandIcon } from '#client/ui/icons.tsx'
import { LogActions } from './LogActions.tsx'
import { LogView } from './LogView.tsx'
import { useLogLines, useSentences } from './use-filtered-log.ts'

/** The progress log, newest first (SHL-14); on a phone folded, with the latest line visible. */
export function ProgressLog() {
  const { t } = useTranslation('shell')
  const [wide] = useMediaQuery(['(min-width: 64rem)'], { ssr: false })
  if (!wide) return <Folded />
  return (
    <Flex direction="column" flex="1" minW="0" minH="0">
      <Flex justify="space-between" align="center" px="3" pt="2" pb="1">
        <Heading as="h2" size="md">
          {t('logTitle')}
        </Heading>
        <WholeLog />
      </Flex>
      <LogView maxHeight="none" />
      <LogActions />
    </Flex>
  )
}

function Folded() {
  const { t } = useTranslation('shell')
  const latest = useLogLines().lines.at(-1)
  const sentenceOf = useSentences()
  const [open, setOpen] = useState(false)
  return (
    <chakra.details
      css={{ '&[open] summary svg': { transform: 'rotate(180deg)' } }}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <chakra.summary
        listStyleType="none"
        display="flex"
        gap="2"
        alignItems="center"
        p="3"
        cursor="pointer"
        focusVisibleRing="inside"
      >
        <chakra.span flex="1" minW="0" truncate>
          {latest ? t('logLatest', { text: sentenceOf(latest) }) : t('logEmpty')}
        </chakra.span>
        <ChevronIcon />
      </chakra.summary>
      {open && (
        <>
          <LogView maxHeight="40vh" />
          <Flex justify="space-between" align="center" px="3" py="2" borderTopWidth="1px">
            <Text textStyle="xs" color="fg.muted">
              {t('logTitle')}
            </Text>
            <WholeLog />
          </Flex>
          <LogActions />
        </>
      )}
    </chakra.details>
  )
}

/** Link to the log's own screen, for supervisors who watch for hours. */
function WholeLog() {
  const { t } = useTranslation('shell')
  const sessionId = useSessionId()
  return (
    <Button asChild variant="ghost" size="xs">
      <Link to={`/bid/${sessionId}/progress`}>
        <ExpandIcon />
        {t('logWhole')}
      </Link>
    </Button>
  )
}
