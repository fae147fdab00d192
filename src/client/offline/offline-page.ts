/*
 * The page that stands in for the hall while it cannot be reached. It is part of the service worker, so that nothing has
 * to be kept in a cache, and has no files of its own. It asks by itself whether the hall is back, and then reloads.
 */

const style = `
html { color-scheme: light dark }
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box;
  background: #f6f4ee; color: #1d1b18; text-align: center;
  font: 1.0625rem/1.6 -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif }
main { max-width: 34rem }
h1, h2 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .5rem }
h2 { font-size: 1.125rem; margin-top: 2rem }
h1, h2, p { text-wrap: balance }
p { margin: 0 0 .5rem }
span { display: inline-block }
[lang=en] { font-family: -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif }
a { display: inline-block; min-width: 9rem; margin-top: 1rem; padding: .625rem 1.25rem; border-radius: .375rem;
  background: #1d1b18; color: #fffefb; text-decoration: none }
a:focus-visible { outline: 3px solid #1b5fa8; outline-offset: 2px }
svg { width: 3rem; height: 3rem; margin-bottom: 1rem }
@media (prefers-color-scheme: dark) {
  body { background: #161513; color: #efebe3 }
  a { background: #efebe3; color: #161513 }
  a:focus-visible { outline-color: #8fc1ff }
}`

/** Asks at intervals, each page at other moments: after an outage they do not all come back at once. */
const script = `
const again = () => setTimeout(look, 4000 + Math.random() * 4000)
const look = () => fetch('/healthz', { cache: 'no-store' })
  .then(({ ok }) => ok ? location.reload() : again(), again)
addEventListener('online', () => setTimeout(() => location.reload(), Math.random() * 2000))
document.querySelector('a').addEventListener('click', (event) => { event.preventDefault(); location.reload() })
again()`

const page = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>暂时连接不上开标大厅 · The hall cannot be reached</title>
<style>${style}</style>
</head>
<body>
<main>
<svg viewBox="0 0 32 32" aria-hidden="true"><rect x="2" y="2" width="28" height="28" rx="4" fill="#a61e1a"/><path d="M8 9h16v14H8zM16 9v14M8 16h16" fill="none" stroke="#fffefb" stroke-width="2.4"/></svg>
<h1>暂时连接不上开标大厅</h1>
<p><span>可能是您的网络中断，</span><span>也可能是开标大厅正在维护。</span></p>
<p><span>本页会自动重试，</span><span>恢复后自动打开，无需刷新。</span></p>
<p><span>已提交的内容都在服务器上，不会丢失；</span><span>各项截止时间以服务器时间为准。</span></p>
<div lang="en">
<h2>The hall cannot be reached at the moment</h2>
<p>Your network may be down, or the hall under maintenance. This page tries again by itself and opens the hall as soon as it is back.</p>
<p>What you have submitted is safe on the server; all deadlines follow the server’s clock.</p>
</div>
<a href="">立即重试 <span lang="en">Try again now</span></a>
</main>
<script>${script}</script>
</body>
</html>
`

/** The page as an answer, which allows its own style and script alone. */
export async function offlinePage(): Promise<Response> {
  const policy = [
    "default-src 'none'",
    `style-src ${await hashOf(style)}`,
    `script-src ${await hashOf(script)}`,
    "connect-src 'self'",
    ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ]
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
  }
  return new Response(page, { status: 503, headers })
}

/** A source of a content security policy: the hash of an element's text. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
