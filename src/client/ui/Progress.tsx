import { Box, Progress as ChakraProgress, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'

interface ProgressProps {
  readonly label: string
  readonly done: number
  readonly total: number
  /** Whether the rest will not follow any more. */
  readonly isOver?: boolean
  /** Shown instead of the counts. */
  readonly says?: string
}

/** Done, still under way, or over with something missing. */
export function progressPalette(done: number, total: number, isOver: boolean): 'done' | 'info' | 'warning' {
  if (done >= total && total > 0) return 'done'
  return isOver ? 'warning' : 'info'
}

/** A progress bar with counts: 37 / 120. */
export function Progress({ label, done, total, isOver = false, says }: ProgressProps) {
  const { t } = useTranslation()
  const count = says ?? t('progressCount', { done, total })
  return (
    <ChakraProgress.Root
      value={total === 0 ? 0 : Math.min(done, total)}
      max={Math.max(total, 1)}
      colorPalette={progressPalette(done, total, isOver)}
      translations={{ value: () => count }}
      w="full"
    >
      <Box display="flex" justifyContent="space-between" gap="3" mb="1.5" textStyle="sm">
        <ChakraProgress.Label fontWeight="medium">{label}</ChakraProgress.Label>
        <Text color="fg.muted">{count}</Text>
      </Box>
      <ChakraProgress.Track rounded="full">
        <ChakraProgress.Range />
      </ChakraProgress.Track>
    </ChakraProgress.Root>
  )
}
