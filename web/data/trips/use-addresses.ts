import { useContext } from 'react'
import { lineFilePath } from '#domain/api/track-files.ts'
import { PlanSourceContext } from './plan-source.ts'

/** Where the files with the lines of a trip's tracks are: for readers of a share link, with its token. */
export function useLinePath(tripId: string): (fileId: string) => string {
  const { shared } = useContext(PlanSourceContext)
  return (fileId) => lineFilePath(tripId, fileId, shared?.token)
}

/** The addresses of the trip's page, map and days, in the view that is shown: one's own, or that of a share link. */
export function useTripAddresses(tripId: string): { trip: string; map: string; days: string } {
  const { shared } = useContext(PlanSourceContext)
  if (!shared) return addressesOf(`/trip/${tripId}`)
  const token = shared.token === undefined ? '' : `?token=${encodeURIComponent(shared.token)}`
  return addressesOf(`/shared/${tripId}`, token)
}

const addressesOf = (trip: string, query = '') => ({
  trip: `${trip}${query}`,
  map: `${trip}/map${query}`,
  days: `${trip}/days${query}`,
})
