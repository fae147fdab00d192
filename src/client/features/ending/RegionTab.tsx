import { Button, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Panel } from '#client/ui/Panel.tsx'

/** A tab of the region's own (`customTabs`): leads to a page of the region in a window of its own. */
export function RegionTab({ title, url }: { title: string; url: string }) {
  const { t } = useTranslation('steps')
  return (
    <Panel title={title}>
      <Text color="fg.muted" mb="3" overflowWrap="anywhere">
        {t('ending.regionPage', { host: new URL(url).host })}
      </Text>
      <Button asChild variant="outline">
        <a href={url} target="_blank" rel="noopener noreferrer">
          {t('ending.openRegionPage', { title })}
        </a>
      </Button>
    </Panel>
  )
}
