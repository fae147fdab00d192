import { Navigate, useLocation, useParams } from 'react-router-dom'

/** On to the decryption page with the same parameters; its guard says whether one may be there yet. */
export function RedirectToDecryption() {
  const { sessionId = '' } = useParams()
  const { search } = useLocation()
  return <Navigate to={{ pathname: `/bid/${sessionId}/declassifiedstatus`, search }} replace />
}
