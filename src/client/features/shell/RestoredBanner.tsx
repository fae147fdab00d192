import { Box, Button, Flex } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useRestored } from '#client/store/session-provider.tsx'
import { WarningIcon } from '#client/ui/icons.tsx'

/** Says that a backup was restored and what it lacks, until the user has read it (ALM-5). */
export function RestoredBanner() {
  const { t } = useTranslation('shell')
  const { restored, dismiss } = useRestored()
  if (restored === null) return null
  const { kept, seen } = restored

  function restoredText(): string {
    // While bids can be submitted a bidder is not told how long the log is (RIV-1).
    if (seen === null) return t('restoredSome')
    return seen > kept ? t('restored', { kept, seen }) : t('restoredAll', { kept })
  }

  return (
    <Box
      as="section"
      aria-label={t('restoredTitle')}
      bg="bg.warning"
      color="fg.warning"
      borderBottomWidth="1px"
      px={{ base: '4', md: '6' }}
      py="2"
      data-no-print
    >
      <Flex maxW="120rem" mx="auto" align="center" gap="2" flexWrap="wrap">
        <WarningIcon flexShrink={0} />
        <Box role="alert" minW="0" flex="1">
          {restoredText()}
        </Box>
        <Button size="xs" variant="outline" onClick={dismiss}>
          {t('restoredRead')}
        </Button>
      </Flex>
    </Box>
  )
}
