import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallAnswer } from '#client/net/api.ts'
import { useVariant } from '#client/store/variant.tsx'
import { FileIcon } from '#client/ui/icons.tsx'
import { toast } from '#client/ui/Toast.tsx'
import type { Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'

interface OpenInToolButtonProps {
  readonly fileName: string
  /** Fetches the file's address. */
  readonly address: () => Promise<
    Result<Pick<CallAnswer<'GetBidFileUrl'>, 'Result' | 'ResultMessage' | 'toolUrl'>, Failure>
  >
}

/**
 * Opens a file with the region's tool on this computer (REST-8). Shows nothing if the region has no tool, or the tool
 * does not open files of this name.
 */
export function OpenInToolButton({ fileName, address }: OpenInToolButtonProps) {
  const { t } = useTranslation()
  const { launcher } = useVariant().files
  const [busy, setBusy] = useState(false)
  if (!launcher?.suffixes.some((suffix) => fileName.toLowerCase().endsWith(suffix))) return null
  const { prefix } = launcher

  async function launch() {
    setBusy(true)
    const found = await address()
    setBusy(false)
    if (!found.ok) return toast.error(found.error.message, found.error.code)
    const { Result, ResultMessage, toolUrl } = found.value
    if (!Result || toolUrl === null) return toast.warning(ResultMessage)
    const link = document.createElement('a')
    link.href = `${prefix}${new URL(toolUrl, location.origin)}`
    link.click()
    // The page cannot find out whether the tool is installed.
    toast.info(t('toolStarted'))
  }

  return (
    <Button
      size="sm"
      variant="outline"
      loading={busy}
      aria-label={t('openInToolOf', { name: fileName })}
      onClick={launch}
    >
      <FileIcon />
      {t('openInTool')}
    </Button>
  )
}
