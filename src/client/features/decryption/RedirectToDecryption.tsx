import { Navigate, useLocation, useParams } from 'react-router-dom'

/** Redirects to the decryption page with the same parameters; the page's guard decides whether it may be shown. */
export function RedirectToDecryption() {
  const { sessionId = '' } = useParams()
  const { search } = useLocation()
  return <Navigate to={{ pathname: `/bid/${sessionId}/declassifiedstatus`, search }} replace />
}
