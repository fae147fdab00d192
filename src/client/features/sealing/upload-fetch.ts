/** How much of an upload has left, in bytes. */
export type OnSent = (sent: number, total: number) => void

/** `fetch` for uploads that tells how far it has come; rejects when the request does not get through. */
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
      request.send(init.body as FormData)
    })
}
