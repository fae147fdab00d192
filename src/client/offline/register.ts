/** Registers the offline page once the page has loaded and is idle; a browser without service workers does without. */
export function registerOfflinePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  const onceIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(register) : setTimeout(register, 2000)
  if (document.readyState === 'complete') onceIdle()
  else addEventListener('load', onceIdle, { once: true })
}
