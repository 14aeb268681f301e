export const weatherPath = (tripId: string) => `/api/trips/${tripId}/weather`

/** @param token of the share link; undefined for a public trip */
export const sharedWeatherPath = (tripId: string, token: string | undefined) =>
  `/api/shared/${tripId}/weather${token === undefined ? '' : `?token=${encodeURIComponent(token)}`}`
