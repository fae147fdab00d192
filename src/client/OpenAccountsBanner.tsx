import { Box } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useDemo, useTestAccounts } from './store/variant.tsx'

/**
 * Says on every page that anybody may log in, where others than this machine reach the hall (ACC-10). `host` is the
 * name under which the page was opened.
 */
export function OpenAccountsBanner({ host = location.hostname }: { readonly host?: string }) {
  const { t } = useTranslation()
  const demo = useDemo()
  const testAccounts = useTestAccounts()
  if ((!demo && !testAccounts) || isLoopbackName(host)) return null
  return (
    <Box role="note" colorPalette="warning" bg="colorPalette.subtle" color="fg" textStyle="sm" px="4" py="1">
      {t(testAccounts ? 'openAccounts_test' : 'openAccounts_demo')}
    </Box>
  )
}

function isLoopbackName(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host)
}
