import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from './store/preferences.ts'
import { WarningIcon } from './ui/icons.tsx'
import { PreferenceButtons } from './ui/PreferenceButtons.tsx'
import { wrapsAtMarks } from './ui/wraps-at-marks.ts'

interface StatusPageProps {
  /** What happened. */
  readonly title: string
  /** What it means for the reader. */
  readonly meaning: string
  /** What happens next, or what to do. */
  readonly action?: string
  /** For the help desk, small. */
  readonly code?: string | undefined
  /** Buttons and links. */
  readonly children: ReactNode
}

/** A page in the place of a screen that cannot be shown: not found, failed, offline, or the server is away. */
export function StatusPage({ title, meaning, action, code, children }: StatusPageProps) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <Flex direction="column" minH="100dvh">
      <Flex as="header" justify="flex-end" p="3" pe={{ base: '3', md: '6' }} gap="1">
        <PreferenceButtons preferences={usePreferences((all) => all)} spelled />
      </Flex>
      <Box as="main" id="main" flex="1" display="grid" alignContent="center" px="4" pb="24">
        <Box maxW="42rem" mx="auto" role="alert" textAlign="center">
          <WarningIcon boxSize="10" color="fg.warning" mb="3" mx="auto" />
          <Heading as="h1" size={{ base: '2xl', md: '3xl' }} lineHeight="1.3" textWrap="balance">
            {title}
          </Heading>
          <Text mt="3" {...wrapsAtMarks}>
            {meaning}
          </Text>
          {action && (
            <Text color="fg.muted" {...wrapsAtMarks}>
              {action}
            </Text>
          )}
          <Flex mt="6" gap="3" justify="center" wrap="wrap">
            {children}
          </Flex>
          {code && (
            <Text mt="6" textStyle="xs" color="fg.muted">
              {t('errorCode', { code })}
            </Text>
          )}
        </Box>
      </Box>
    </Flex>
  )
}
