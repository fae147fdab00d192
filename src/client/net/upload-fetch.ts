/** Called with the bytes of an upload that were sent. */
export type OnSent = (sent: number, total: number) => void

/** `fetch` for uploads that reports its progress; rejects when the request fails or is aborted. */
export function uploadFetch(onSent: OnSent): (path: string, init: RequestInit) => Promise<Response> {
  return (path, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', path)
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.responseType = 'text'
      request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total)
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
      request.onerror = () => reject(new TypeError('the upload did not get through'))
      request.onabort = request.onerror
      init.signal?.addEventListener('abort', () => request.abort())
      if (init.signal?.aborted) return reject(new TypeError('the upload was broken off'))
      request.send(init.body as FormData)
    })
}
