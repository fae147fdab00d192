import { Box, Button, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RefreshIcon, WarningIcon } from './icons.tsx'

interface ErrorStateProps {
  /** What happened. */
  readonly title?: ReactNode
  /** What it means for the reader. */
  readonly meaning?: ReactNode
  /** What to do. */
  readonly action?: ReactNode
  /** For the help desk, small. */
  readonly code?: string | undefined
  readonly onRetry?: (() => void) | undefined
  /** There is nothing else on the page: its title is the page's. */
  readonly isWholePage?: boolean
  /** Other actions, beside the retry. */
  readonly children?: ReactNode
}

/** What happened, what it means, what to do. */
export function ErrorState({
  title,
  meaning,
  action,
  code,
  onRetry,
  isWholePage,
  children,
}: ErrorStateProps) {
  const { t } = useTranslation()
  return (
    <Box role="alert" py="8" px="4" textAlign="center">
      <WarningIcon boxSize="8" color="fg.warning" mb="2" mx="auto" />
      <Heading as={isWholePage ? 'h1' : 'p'} size="md">
        {title ?? t('errorTitle')}
      </Heading>
      <Text mt="2">{meaning ?? t('errorMeaning')}</Text>
      <Text color="fg.muted">{action ?? t('errorAction')}</Text>
      <Box mt="4" display="flex" gap="3" justifyContent="center" flexWrap="wrap">
        {onRetry && (
          <Button variant="outline" onClick={onRetry}>
            <RefreshIcon />
            {t('retry')}
          </Button>
        )}
        {children}
      </Box>
      {code && (
        <Text mt="4" textStyle="xs" color="fg.muted">
          {t('errorCode', { code })}
        </Text>
      )}
    </Box>
  )
}
