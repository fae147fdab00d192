import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router-dom'
import { debug as english } from '#client/texts/en/debug.ts'
import { debug as chinese } from '#client/texts/zh-CN/debug.ts'
import { DebugPanel } from './DebugPanel.tsx'

/** In development builds: the panel on every screen of a section, with its texts. */
export function DebugLayout() {
  const { i18n } = useTranslation()
  if (!i18n.hasResourceBundle('en', 'debug')) {
    i18n.addResourceBundle('en', 'debug', english)
    i18n.addResourceBundle('zh-CN', 'debug', chinese)
  }
  return (
    <>
      <Outlet />
      <DebugPanel />
    </>
  )
}
